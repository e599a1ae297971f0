import type { Database } from "../database/database.js";
import { partsOf, type StoredBytes } from "./column-bytes.js";

const BYTES_A_ROW = 9;

/**
 * Stores a column's bytes under their hash; where they are already, they are neither made nor sent.
 *
 * The row in `stored_column` comes first: whoever stores or removes the same column at the same time is waited for, and
 * parts are written by whoever could write that row. One transaction: a column is there whole or not at all.
 */
export async function storeColumn(database: Database, hash: Buffer, makeBytes: () => StoredBytes): Promise<void> {
  const { rows } = await database.query("select 1 from causal_velocity.stored_column where hash = $1", [hash]);
  if (rows.length > 0) return;
  const bytes = makeBytes();
  const parts = partsOf(bytes);
  await database.transaction(async ({ query }) => {
    const { rows: own } = await query(
      `insert into causal_velocity.stored_column (hash, row_count, part_count)
       values ($1, $2, $3) on conflict do nothing returning 1`,
      [hash, bytes.length / BYTES_A_ROW, parts.length],
    );
    if (own.length === 0) return;
    for (const [part, content] of parts.entries()) {
      await query("insert into causal_velocity.column_part (hash, part, bytes) values ($1, $2, $3)", [
        ...[hash, part, content],
      ]);
    }
  });
}
