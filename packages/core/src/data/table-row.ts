import { InputError } from "../errors/input-error.js";
import { CELL } from "./cell.js";
import { chooseColumns, type PairChoice } from "./pair.js";
import type { Table } from "./table.js";

/**
 * What one row of a table holds in the two columns of a pair. Rows are counted from 1, the header not among them, and
 * those that a pair leaves out are.
 *
 * @throws InputError `wrong-option` where there is no such row, or no number in it; those of `pairFromTable` for columns
 */
export function tableRow(table: Table, choice: PairChoice, row: number): { readonly x: number; readonly y: number } {
  const [x, y] = chooseColumns(table, choice).map((index) => table.columns[index]);
  if (!(Number.isSafeInteger(row) && row >= 1 && row <= table.rowCount)) {
    throw wrongRow(row, `not a row of the table`, `a whole number from 1 to ${table.rowCount}`);
  }
  const empty = [x, y].find(({ kinds }) => kinds[row - 1] !== CELL.number);
  if (empty) throw wrongRow(row, `no number in column "${empty.name}"`, "a row with numbers in both columns");
  return { x: x.values[row - 1], y: y.values[row - 1] };
}

function wrongRow(row: number, value: string, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `option row ${row}`,
    value,
    expected,
    remedy: "Choose another row, or give the values themselves in option at.",
  });
}
