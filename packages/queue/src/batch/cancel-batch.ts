import type { QueueConnection } from "../database/connect-queue.js";
import { type BatchStatus, batchCounts } from "./batch-status.js";

/**
 * Ends a batch: no further outcome is added, its jobs are gone, and workers that have one learn of it when they next
 * extend their lease. What was decided stays. A batch that is done stays done.
 *
 * @returns how far it came     @throws InputError `unknown-batch`
 */
export async function cancelBatch(connection: QueueConnection, id: string): Promise<BatchStatus> {
  await batchCounts(connection, id);
  await connection.database.transaction(async (executor) => {
    await executor.query("update causal_velocity.batch set state = 'canceled' where id = $1 and done < pair_count", [
      id,
    ]);
    await connection.jobs.cancelBatch(id, executor);
  });
  return batchCounts(connection, id);
}
