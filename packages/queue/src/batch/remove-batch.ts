import { InputError } from "causal-velocity";
import type { QueueConnection } from "../database/connect-queue.js";
import type { Executor } from "../database/database.js";
import { STATUS_COLUMNS, statusOf, unknownBatch } from "./batch-status.js";

/** What went with a batch. */
export interface RemovedBatch {
  readonly id: string;
  readonly outcomes: number;
  /** Stored columns that no other batch uses. */
  readonly columns: number;
}

/**
 * Deletes a batch that is done or canceled: outcomes, tiles, jobs, and columns that no other batch uses, all in one
 * transaction. A batch of any version can be removed.
 *
 * Columns are locked before it is asked who else uses them: a batch that is being made has them locked for its use, and
 * is waited for; one that comes later finds them gone, and stores them again.
 * @throws InputError `unknown-batch`, or `wrong-option` for a batch that runs
 */
export async function removeBatch({ database, jobs }: QueueConnection, id: string): Promise<RemovedBatch> {
  return database.transaction(async (executor) => {
    const { rows } = await executor.query(
      `select ${STATUS_COLUMNS} from causal_velocity.batch where id = $1 for update`,
      [id],
    );
    if (rows.length === 0) throw unknownBatch(id);
    const { state, done } = statusOf(rows[0]);
    if (state === "running") throw running(id);
    const { rows: used } = await executor.query(
      `select hash from causal_velocity.stored_column
       where hash in (select hash from causal_velocity.batch_column where batch = $1) order by hash for update`,
      [id],
    );
    for (const table of ["outcome", "tile", "batch_column"]) {
      await executor.query(`delete from causal_velocity.${table} where batch = $1`, [id]);
    }
    const hashes = used.map(({ hash }) => hash);
    const columns = await removeUnused(executor, hashes);
    await jobs.removeBatch(id, executor);
    await executor.query("delete from causal_velocity.batch where id = $1", [id]);
    return { id, outcomes: done, columns };
  });
}

/** @param hashes of columns that are locked     @returns how many were deleted */
async function removeUnused({ query }: Executor, hashes: readonly Buffer[]): Promise<number> {
  const { rows } = await query(
    `delete from causal_velocity.stored_column c
     where hash = any($1) and not exists (select 1 from causal_velocity.batch_column b where b.hash = c.hash)
     returning hash`,
    [hashes],
  );
  await query("delete from causal_velocity.column_part where hash = any($1)", [rows.map(({ hash }) => hash)]);
  return rows.length;
}

function running(id: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `batch "${id}"`,
    value: "running",
    expected: "a batch that is done or canceled",
    remedy: `causal-velocity batch cancel ${id} ends it.`,
  });
}
