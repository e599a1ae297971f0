import type { TableColumn } from "@causal-velocity/core/table/table.js";

/**
 * The column in memory that threads share, where there is such memory: sent to a worker, it is not copied. Elsewhere, as
 * on pages that are not isolated, the column itself.
 */
export function sharedColumn(column: TableColumn): TableColumn {
  if (typeof SharedArrayBuffer === "undefined") return column;
  const values = new Float64Array(new SharedArrayBuffer(column.values.byteLength));
  values.set(column.values);
  const kinds = new Uint8Array(new SharedArrayBuffer(column.kinds.byteLength));
  kinds.set(column.kinds);
  return { ...column, values, kinds };
}
