import { CELL } from "./cell.js";
import type { TableColumn } from "./table.js";

/** Shorter columns may rise by one by chance. */
const FEWEST_ROWS = 10;

/** Whether a column only numbers the rows, as exported tables often have one: whole numbers that rise by one. @cost O(n) */
export function isRowNumber({ values, kinds, counts }: TableColumn): boolean {
  if (kinds.length < FEWEST_ROWS || counts[CELL.number] !== kinds.length || !Number.isSafeInteger(values[0]))
    return false;
  for (let row = 1; row < kinds.length; row++) if (values[row] !== values[0] + row) return false;
  return true;
}
