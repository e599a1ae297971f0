import type { QueueConnection } from "../database/connect-queue.js";
import { type BatchStatus, STATUS_COLUMNS, statusOf } from "./batch-status.js";

const MOST_LISTED = 1000;

/** Batches, the newest first. @param most at most this many, 1000 unless told */
export async function listBatches({ database }: QueueConnection, most: number = MOST_LISTED): Promise<BatchStatus[]> {
  const { rows } = await database.query(
    `select ${STATUS_COLUMNS} from causal_velocity.batch order by created_at desc, id limit $1`,
    [most],
  );
  return rows.map(statusOf);
}
