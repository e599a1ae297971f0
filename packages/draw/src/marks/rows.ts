/** Rows that satisfy a condition, and their part of a column. */
export interface Rows {
  readonly length: number;
  of<T>(column: { readonly [row: number]: T }): T[];
}

export function rowsWhere(count: number, isWanted: (row: number) => boolean): Rows {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (isWanted(row)) rows.push(row);
  return { length: rows.length, of: (column) => rows.map((row) => column[row] as never) };
}
