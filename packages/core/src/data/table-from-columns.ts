import { InputError } from "../errors/input-error.js";
import { CELL, type CellKind, type CellReader, cellReader } from "./cell.js";
import { emptyTable } from "./empty-table.js";
import type { Table, TableColumn, TableFormat } from "./table.js";

/** A column as other programs keep it: numbers, texts, nulls. */
export interface NamedValues {
  readonly name: string;
  readonly values: ArrayLike<unknown>;
}

/** Values have no layout; this is what would be written down. */
const FORMAT: TableFormat = { delimiter: ",", decimal: ".", header: true };

/**
 * A table from columns of values, as JSON and Parquet hold them, so that everything after it counts and complains as it
 * does for text: null, undefined and NaN are missing, infinities infinite, texts are read as cells of a text table
 * with a decimal point, and whatever else there is, true and dates among it, is text.
 *
 * What a text table calls a line is here a row, counted from 1.
 * @cost 9 bytes a cell     @throws InputError `empty-table`, `length-mismatch`
 */
export function tableFromColumns(columns: readonly NamedValues[]): Table {
  const rowCount = columns[0]?.values.length ?? 0;
  if (rowCount === 0) throw emptyTable(columns.length === 0 ? "no columns" : "columns without rows");
  const odd = columns.find(({ values }) => values.length !== rowCount);
  if (odd) throw lengthMismatch(odd, columns[0], rowCount);
  const reader = cellReader(FORMAT.decimal);
  return {
    columns: columns.map((column, j) => tableColumn(column, column.name.trim() || `column ${j + 1}`, reader)),
    rowCount,
    format: FORMAT,
    warnings: [],
  };
}

function tableColumn({ values }: NamedValues, name: string, reader: CellReader): TableColumn {
  const numbers = new Float64Array(values.length);
  const kinds = new Uint8Array(values.length);
  const counts = [0, 0, 0, 0];
  let firstText: TableColumn["firstText"];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const number = typeof value === "bigint" ? Number(value) : value;
    const kind = typeof number === "number" ? kindOfNumber(number) : kindOfOther(number, reader);
    kinds[i] = kind;
    counts[kind] += 1;
    if (kind !== CELL.number) numbers[i] = Number.NaN;
    else numbers[i] = typeof number === "number" ? number : reader.value;
    if (kind === CELL.text && !firstText) firstText = { line: i + 1, cell: cellText(value) };
  }
  return { name, values: numbers, kinds, counts, ...(firstText ? { firstText } : {}) };
}

function kindOfNumber(value: number): CellKind {
  if (Number.isNaN(value)) return CELL.missing;
  return Number.isFinite(value) ? CELL.number : CELL.infinite;
}

function kindOfOther(value: unknown, reader: CellReader): CellKind {
  if (value === null || value === undefined) return CELL.missing;
  return typeof value === "string" ? reader.read(value) : CELL.text;
}

/** Also of objects whose own way to text fails. */
function cellText(value: unknown): string {
  return typeof value === "object" ? Object.prototype.toString.call(value) : String(value).trim();
}

function lengthMismatch(odd: NamedValues, first: NamedValues, rowCount: number): InputError {
  return new InputError({
    code: "length-mismatch",
    place: `columns "${first.name}" and "${odd.name}"`,
    value: `${rowCount} and ${odd.values.length} values`,
    expected: "one value of each in every row",
    remedy: "Fill up the shorter column with null.",
  });
}
