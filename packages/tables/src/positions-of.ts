import { columnIndex, type Table, type TableFormat } from "@causal-velocity/core/table/table.js";
import type { ColumnKey } from "./source.js";

/** Positions of the columns that keys name, in their order; all without keys. @throws InputError as `columnIndex` */
export function positionsOf(
  names: readonly string[],
  format: TableFormat,
  keys: readonly ColumnKey[] | undefined,
): number[] {
  if (!keys) return names.map((_, j) => j);
  const nominal: Table = {
    columns: names.map((name) => ({ name, values: new Float64Array(), kinds: new Uint8Array(), counts: [0, 0, 0, 0] })),
    rowCount: 0,
    format,
    warnings: [],
  };
  return keys.map((key) => columnIndex(nominal, key, "column"));
}
