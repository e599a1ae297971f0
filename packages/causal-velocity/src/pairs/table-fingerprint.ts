import { createHash } from "node:crypto";
import { type ColumnPair, columnsOfPairs } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { Table } from "@causal-velocity/core/table/table.js";

/** SHA-256 of the pairs and of all that their columns hold: a run on anything else is another run. */
export function tableFingerprint({ columns }: Table, pairs: readonly ColumnPair[]): string {
  const numbers = new Uint32Array(2 * pairs.length);
  pairs.forEach(({ x, y }, i) => {
    numbers[2 * i] = x;
    numbers[2 * i + 1] = y;
  });
  const hash = createHash("sha256").update(numbers);
  for (const number of columnsOfPairs(pairs)) {
    const column = columns[number - 1];
    if (!column) continue;
    const { values, kinds } = column;
    hash.update(JSON.stringify([number, column.name, values.length]));
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)).update(kinds);
  }
  return hash.digest("hex");
}
