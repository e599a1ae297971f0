import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { QueueConnection } from "./connect-queue.js";
import type { RunLimits, RunSettings } from "./run-settings.js";

export type RunState = "running" | "done" | "canceled";

/** The state of a run and its counts. */
export interface RunStatus {
  readonly id: string;
  readonly state: RunState;
  /** Version of the package whose workers decide it. */
  readonly version: string;
  readonly settings: RunSettings;
  readonly limits: RunLimits;
  readonly columns: number;
  readonly pairs: number;
  /** Pairs with an outcome, those that failed included. */
  readonly done: number;
  /** Pairs that failed because of a fault of the program or a machine, not of the data. */
  readonly failed: number;
  readonly createdAt: Date;
}

/** A status with the remaining jobs. */
export interface RunStatusWithJobs extends RunStatus {
  /** Jobs that wait for a worker, and jobs that a worker has taken. */
  readonly waiting: number;
  readonly active: number;
}

export const STATUS_COLUMNS =
  "id, state, version, settings, limits, column_count, pair_count, done, failed, created_at" as const;

/** A row of `STATUS_COLUMNS`. */
export interface StatusRow {
  readonly id: string;
  readonly state: "running" | "canceled";
  readonly version: string;
  readonly settings: RunSettings;
  readonly limits: RunLimits;
  readonly column_count: number;
  readonly pair_count: number;
  readonly done: number;
  readonly failed: number;
  readonly created_at: Date;
}

export function statusOf(row: StatusRow): RunStatus {
  const { id, version, settings, limits, done, failed } = row;
  return {
    id,
    state: done >= row.pair_count ? "done" : row.state,
    version,
    settings,
    limits,
    columns: row.column_count,
    pairs: row.pair_count,
    done,
    failed,
    createdAt: row.created_at,
  };
}

/** A run's state and counts. @throws InputError `unknown-run` */
export async function runCounts({ database }: Pick<QueueConnection, "database">, id: string): Promise<RunStatus> {
  const { rows } = await database.query(`select ${STATUS_COLUMNS} from causal_velocity.run where id = $1`, [id]);
  if (rows.length === 0) throw unknownRun(id);
  return statusOf(rows[0]);
}

/** A run's state, counts and remaining jobs. @cost a pass over all jobs     @throws InputError `unknown-run` */
export async function runStatus(connection: QueueConnection, id: string): Promise<RunStatusWithJobs> {
  const status = await runCounts(connection, id);
  return { ...status, ...(await connection.jobs.count(id)) };
}

export function unknownRun(id: string): InputError {
  return new InputError({
    code: "unknown-run",
    place: `run "${id}"`,
    value: "no such run",
    expected: "the id of a run in this database",
    remedy: "causal-velocity runs list shows all runs.",
  });
}

const MOST_LISTED = 1000;

/** Runs, newest first. @param most at most this many, 1000 by default */
export async function listRuns({ database }: QueueConnection, most: number = MOST_LISTED): Promise<RunStatus[]> {
  const { rows } = await database.query(
    `select ${STATUS_COLUMNS} from causal_velocity.run order by created_at desc, id limit $1`,
    [most],
  );
  return rows.map(statusOf);
}
