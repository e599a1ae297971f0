import type { MapOutcome } from "causal-velocity";
import type { QueueConnection } from "../database/connect-queue.js";
import { batchCounts } from "./batch-status.js";
import { outcomeFrom } from "./outcome-text.js";

/** Outcomes that are held at a time. */
const PAGE = 1000;

/**
 * The outcomes there are, by x, then y. While a batch runs these are some of them; each is given once.
 *
 * @cost memory of 1000 outcomes     @throws InputError `unknown-batch`
 */
export async function* batchResults(connection: QueueConnection, id: string): AsyncGenerator<MapOutcome, void, void> {
  await batchCounts(connection, id);
  let last = { x: 0, y: 0 };
  for (;;) {
    const { rows } = await connection.database.query(
      `select x, y, outcome::text as outcome from causal_velocity.outcome
       where batch = $1 and (x, y) > ($2, $3) order by x, y limit $4`,
      [id, last.x, last.y, PAGE],
    );
    for (const { outcome } of rows) yield outcomeFrom(outcome);
    if (rows.length < PAGE) break;
    last = rows[rows.length - 1];
  }
  // Had it been removed meanwhile, these would be some of its outcomes only.
  await batchCounts(connection, id);
}
