import { createHash } from "node:crypto";
import { type ColumnPair, columnsOfPairs, type Table } from "@causal-velocity/core";

/** SHA-256 of the pairs and of all that their columns hold: a run on anything else is another run. */
export function tableFingerprint({ columns }: Table, pairs: readonly ColumnPair[]): string {
  const hash = createHash("sha256");
  for (const { x, y } of pairs) hash.update(`${x} ${y}\n`);
  for (const number of columnsOfPairs(pairs)) {
    const column = columns[number - 1];
    if (!column) continue;
    const { values, kinds } = column;
    hash.update(JSON.stringify([number, column.name, values.length]));
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)).update(kinds);
  }
  return hash.digest("hex");
}
