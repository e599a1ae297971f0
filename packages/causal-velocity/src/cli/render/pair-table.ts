import type { Pair } from "@causal-velocity/core";

/** A pair as CSV with a header; numbers in the shortest form that reads back to the same double. */
export function pairTable({ x, y }: Pair): string {
  return columnsTable({ x, y }, ",", true);
}

/** Columns of equal length as text, one row a line. */
export function columnsTable(
  columns: Readonly<Record<string, Float64Array>>,
  separator: string,
  header: boolean,
): string {
  const names = Object.keys(columns);
  const values = Object.values(columns);
  const lines = header ? [names.join(separator)] : [];
  const rows = values[0]?.length ?? 0;
  for (let i = 0; i < rows; i++) lines.push(values.map((column) => String(column[i])).join(separator));
  return `${lines.join("\n")}\n`;
}
