import type { TablePreview } from "../engine/messages.js";
import type { Settings } from "./settings.js";

/**
 * Settings for a table that was opened: with their own columns where these are meant for it and in it (`isKept`), else
 * with its first ones.
 */
export function settingsForTable(
  { x, y, columns, ...rest }: Settings,
  table: TablePreview,
  isMeant: boolean,
): { readonly settings: Settings; readonly isKept: boolean } {
  const isKept = isMeant && x !== y && isColumn(table, x) && isColumn(table, y);
  const pair = isKept ? { x, y } : firstColumns(table);
  return { settings: { ...rest, ...pair, ...(isMeant && columns ? { columns } : {}) }, isKept };
}

function isColumn({ columns }: TablePreview, number: number | undefined): number is number {
  return number !== undefined && number >= 1 && number <= columns.length;
}

/** The first two columns of numbers that are more than the numbers of the rows; fewer where there are fewer. */
function firstColumns({ columns }: TablePreview): { x?: number; y?: number } {
  const measured = columns.flatMap(({ numeric, isRowNumber }, i) => (numeric && !isRowNumber ? [i + 1] : []));
  const [x, y] = columns.length === 2 ? [1, 2] : measured;
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}
