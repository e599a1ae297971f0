import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { QueueConnection } from "./connect-queue.js";
import type { Executor } from "./database.js";
import { jobId, type NewJob } from "./job-queue.js";
import { type RunStatus, runCounts, STATUS_COLUMNS, statusOf, unknownRun } from "./run-status.js";

/**
 * Cancels a run: no further outcome is added, its jobs are deleted, and workers that have one stop when they next extend
 * their lease. Outcomes stay. A run that is done stays done.
 *
 * @returns its status     @throws InputError `unknown-run`
 */
export async function cancelRun(connection: QueueConnection, id: string): Promise<RunStatus> {
  await runCounts(connection, id);
  await connection.database.transaction(async (executor) => {
    await executor.query("update causal_velocity.run set state = 'canceled' where id = $1 and done < pair_count", [id]);
    await connection.jobs.cancelRun(id, executor);
  });
  return runCounts(connection, id);
}

/** Jobs that one statement adds. */
const JOBS_AT_ONCE = 1000;

/**
 * Puts pairs back on the queue: those that failed for reasons other than their data, each as its own job, and those
 * that a cancel left undecided. Decisions, and problems of the data, stay as they are.
 *
 * @returns how many pairs are tried again     @throws InputError `unknown-run`, or `wrong-option` for a run of another version
 */
export async function retryRun(connection: QueueConnection, id: string): Promise<number> {
  const { version, limits } = await runCounts(connection, id);
  if (version !== connection.version) throw otherVersion(id, version, connection.version);
  return connection.database.transaction(async (executor) => {
    const { rows: found } = await executor.query(
      "select state, round from causal_velocity.run where id = $1 for update",
      [id],
    );
    if (found.length === 0) throw unknownRun(id);
    const { state, round } = found[0];
    const { rows: failed } = await executor.query(
      "delete from causal_velocity.outcome where run = $1 and failed returning x, y",
      [id],
    );
    const { rows: left } =
      state === "canceled"
        ? await executor.query(
            `select t.number, array_agg(array[p.x, p.y] order by p.x, p.y) as pairs
             from causal_velocity.tile t
             cross join lateral (
               select t.pairs[2 * i - 1] as x, t.pairs[2 * i] as y from generate_series(1, cardinality(t.pairs) / 2) i
             ) p
             where t.run = $1
               and not exists (
                 select 1 from causal_velocity.outcome o where o.run = $1 and o.x = p.x and o.y = p.y
               )
               and (p.x, p.y) not in (select * from unnest($2::integer[], $3::integer[]))
             group by t.number order by t.number`,
            [id, failed.map(({ x }) => x), failed.map(({ y }) => y)],
          )
        : { rows: [] };
    const alone = failed.map(({ x, y }, i): NewJob["data"] & { part: string } => ({
      ...{ run: id, tile: i, pairs: [[x, y]], attempt: 0, part: "failed" },
    }));
    const undone = left.map(({ number, pairs }): NewJob["data"] & { part: string } => ({
      ...{ run: id, tile: number, pairs, attempt: 0, part: "undone" },
    }));
    const jobs = [...alone, ...undone].map(
      ({ part, ...data }, i): NewJob => ({
        id: jobId(data.tile, id, "round", round + 1, part, i),
        data,
        lease: limits.lease,
      }),
    );
    for (let start = 0; start < jobs.length; start += JOBS_AT_ONCE) {
      await connection.jobs.put(jobs.slice(start, start + JOBS_AT_ONCE), executor);
    }
    await executor.query(
      `update causal_velocity.run
       set state = 'running', round = round + 1, done = done - $2, failed = failed - $2 where id = $1`,
      [id, failed.length],
    );
    return jobs.reduce((sum, { data }) => sum + (data.pairs?.length ?? 0), 0);
  });
}

function otherVersion(id: string, version: string, own: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `run "${id}"`,
    value: `created by version ${version}`,
    expected: `a run of version ${own}`,
    remedy: `Use version ${version}, or create the run again.`,
  });
}

/** What was deleted with a run. */
export interface RemovedRun {
  readonly id: string;
  readonly outcomes: number;
  /** Stored columns that no other run used. */
  readonly columns: number;
}

/**
 * Deletes a run that is done or canceled: outcomes, tiles, jobs, and columns that no other run uses, all in one
 * transaction. A run of any version can be removed.
 *
 * Columns are locked before their other uses are counted: this waits for a run that is being created from them; a later
 * one finds them deleted and stores them again.
 * @throws InputError `unknown-run`, or `wrong-option` for a run that is not finished
 */
export async function removeRun({ database, jobs }: QueueConnection, id: string): Promise<RemovedRun> {
  return database.transaction(async (executor) => {
    const { rows } = await executor.query(
      `select ${STATUS_COLUMNS} from causal_velocity.run where id = $1 for update`,
      [id],
    );
    if (rows.length === 0) throw unknownRun(id);
    const { state, done } = statusOf(rows[0]);
    if (state === "running") throw running(id);
    const { rows: used } = await executor.query(
      `select hash from causal_velocity.stored_column
       where hash in (select hash from causal_velocity.run_column where run = $1) order by hash for update`,
      [id],
    );
    for (const table of ["outcome", "tile", "run_column"]) {
      await executor.query(`delete from causal_velocity.${table} where run = $1`, [id]);
    }
    const hashes = used.map(({ hash }) => hash);
    const columns = await removeUnused(executor, hashes);
    await jobs.removeRun(id, executor);
    await executor.query("delete from causal_velocity.run where id = $1", [id]);
    return { id, outcomes: done, columns };
  });
}

/** @param hashes of locked columns     @returns how many were deleted */
async function removeUnused({ query }: Executor, hashes: readonly Buffer[]): Promise<number> {
  const { rows } = await query(
    `delete from causal_velocity.stored_column c
     where hash = any($1) and not exists (select 1 from causal_velocity.run_column b where b.hash = c.hash)
     returning hash`,
    [hashes],
  );
  await query("delete from causal_velocity.column_part where hash = any($1)", [rows.map(({ hash }) => hash)]);
  return rows.length;
}

function running(id: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `run "${id}"`,
    value: "running",
    expected: "a run that is done or canceled",
    remedy: `causal-velocity runs cancel ${id} cancels it.`,
  });
}
