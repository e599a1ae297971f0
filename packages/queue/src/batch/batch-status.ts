import { InputError } from "causal-velocity";
import type { QueueConnection } from "../database/connect-queue.js";
import type { BatchLimits, BatchSettings } from "./batch-settings.js";

export type BatchState = "running" | "done" | "canceled";

/** How far a batch is. */
export interface BatchStatus {
  readonly id: string;
  readonly state: BatchState;
  /** Of the package whose workers decide it. */
  readonly version: string;
  readonly settings: BatchSettings;
  readonly limits: BatchLimits;
  readonly columns: number;
  readonly pairs: number;
  /** Pairs with an outcome, those that failed included. */
  readonly done: number;
  /** Pairs that failed by no fault of the data. */
  readonly failed: number;
  readonly createdAt: Date;
}

/** A status with the jobs that are left. */
export interface BatchStatusWithJobs extends BatchStatus {
  /** Jobs that wait for a worker, and those that one has. */
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
  readonly settings: BatchSettings;
  readonly limits: BatchLimits;
  readonly column_count: number;
  readonly pair_count: number;
  readonly done: number;
  readonly failed: number;
  readonly created_at: Date;
}

export function statusOf(row: StatusRow): BatchStatus {
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

/** A batch's counts, read from one row. @throws InputError `unknown-batch` */
export async function batchCounts({ database }: Pick<QueueConnection, "database">, id: string): Promise<BatchStatus> {
  const { rows } = await database.query(`select ${STATUS_COLUMNS} from causal_velocity.batch where id = $1`, [id]);
  if (rows.length === 0) throw unknownBatch(id);
  return statusOf(rows[0]);
}

/** How far a batch is, its jobs counted. @cost looks through all jobs     @throws InputError `unknown-batch` */
export async function batchStatus(connection: QueueConnection, id: string): Promise<BatchStatusWithJobs> {
  const status = await batchCounts(connection, id);
  return { ...status, ...(await connection.jobs.count(id)) };
}

export function unknownBatch(id: string): InputError {
  return new InputError({
    code: "unknown-batch",
    place: `batch "${id}"`,
    value: "no such batch",
    expected: "the id of a batch in this database",
    remedy: "causal-velocity batch list shows them.",
  });
}
