import { InputError } from "../errors/input-error.js";
import { cellReader } from "./cell.js";
import { checkOverrides } from "./check-overrides.js";
import { type ColumnBuilder, columnBuilder } from "./column-builder.js";
import { detectFormat, type FormatOverrides } from "./detect-format.js";
import { emptyTable } from "./empty-table.js";
import { type Preamble, readPreamble } from "./preamble.js";
import { splitRows, type TextRow } from "./split-rows.js";
import type { Table, TableColumn, TableFormat } from "./table.js";
import type { Warning } from "./warning.js";

/**
 * Reads a delimited text table: comma, semicolon, tab, bar or blanks; quotes, byte-order mark, any line end,
 * decimal point or comma, header or none, comment lines (#) before the first row. What is not told in `overrides` is
 * detected.
 *
 * Every row becomes a row of the table: missing, infinite and text cells are marked, not dropped. Blank lines are not
 * rows.
 * @cost one pass; 9 bytes a cell
 * @throws InputError `empty-table`, `ragged-row`, `unterminated-quote`, `stray-quote`, `wrong-option`
 */
export function parseTable(text: string, overrides: FormatOverrides = {}): Table {
  checkOverrides(text, overrides);
  const preamble = readPreamble(text);
  const format = detectFormat(text, preamble, overrides);
  const reader = cellReader(format.decimal, overrides.missing);
  const rows = splitRows(text, format.delimiter, preamble.start);
  const first = rows.next();
  if (first.done) throw emptyTable(text === "" ? "no text at all" : "nothing but blank lines and comments");
  const second = rows.next();
  const names = columnNames(first.value, second.done ? undefined : second.value, format, preamble);
  const builders = names.map((name) => columnBuilder(name, reader));
  if (!format.header) appendRow(builders, first.value, format);
  if (!second.done) appendRow(builders, second.value, format);
  for (const row of rows) appendRow(builders, row, format);
  const columns = builders.map((builder) => builder.finish());
  const rowCount = columns[0].values.length;
  if (rowCount === 0) throw emptyTable("a header and no rows");
  const warnings = [...decimalWarnings(builders, format, overrides), ...headerWarnings(columns, format, overrides)];
  return { columns, rowCount, format, warnings };
}

/**
 * One name a column. A header may be one cell short: R leaves out the name of its row names, which come first, and
 * some programs end every row, but not the header, with a delimiter.
 */
function columnNames(
  first: TextRow,
  second: TextRow | undefined,
  format: TableFormat,
  { comments }: Preamble,
): string[] {
  const width = second && format.header ? second.cells.length : first.cells.length;
  let names = format.header ? first.cells.map((cell) => cell.trim()) : [];
  if (!format.header) {
    const commented = (comments.at(-1) ?? "").split(format.delimiter === " " ? /\s+/ : format.delimiter);
    if (commented.length === width) names = commented.map((cell) => cell.trim());
  } else if (names.length === width - 1) {
    names = second?.cells.at(-1)?.trim() === "" ? [...names, ""] : ["", ...names];
  }
  const count = format.header ? names.length : width;
  return Array.from({ length: count }, (_, j) => names[j] || `column ${j + 1}`);
}

function appendRow(builders: readonly ColumnBuilder[], row: TextRow, format: TableFormat): void {
  if (row.cells.length !== builders.length) throw raggedRow(row, builders.length, format);
  for (let j = 0; j < builders.length; j++) builders[j].append(row.cells[j], row.line);
}

/**
 * Where 1,234 or 1.234 may be a thousand: nothing else in the table proves the mark a decimal comma, or a column
 * mixes such cells with whole numbers and holds no other decimals.
 */
function decimalWarnings(builders: readonly ColumnBuilder[], format: TableFormat, told: FormatOverrides): Warning[] {
  if (told.decimal) return [];
  const columns = builders.map((builder) => builder.evidence());
  const proven = columns.some(({ decimalLike }) => decimalLike);
  const doubtful =
    format.decimal === ","
      ? columns.find(({ thousandsLike }) => thousandsLike && !proven)
      : columns.find(({ thousandsLike, decimalLike, whole }) => thousandsLike && whole && !decimalLike);
  const example = doubtful?.thousandsLike;
  if (!example) return [];
  const mark = format.decimal === "," ? "comma" : "point";
  return [
    {
      code: "ambiguous-decimal",
      message:
        `"${example}" was read as ${example.replace(",", ".")} (decimal ${mark}). If the ${mark} separates ` +
        `thousands, remove it from the file; to confirm it, set option decimal to ${mark}.`,
    },
  ];
}

/** A first row of whole numbers that lies far from all others in every column may be a header of years or ids. */
function headerWarnings(columns: readonly TableColumn[], format: TableFormat, told: FormatOverrides): Warning[] {
  if (format.header || told.header !== undefined) return [];
  const suspicious = columns.every(({ values }) => {
    if (!Number.isInteger(values[0])) return false;
    let [low, high] = [Infinity, -Infinity];
    for (let i = 1; i < values.length; i++) {
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
    const range = high - low;
    return values[0] < low - range || values[0] > high + range;
  });
  if (!suspicious || columns[0].values.length < 3) return [];
  const cells = columns.map(({ values }) => String(values[0])).join(", ");
  return [
    {
      code: "numeric-header",
      message: `the first row (${cells}) was read as data. If it names the columns, set option header.`,
    },
  ];
}

const DELIMITER_NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "blanks" } as const;

function raggedRow(row: TextRow, width: number, format: TableFormat): InputError {
  return new InputError({
    code: "ragged-row",
    place: `line ${row.line}`,
    value: `${row.cells.length} ${row.cells.length === 1 ? "cell" : "cells"}, split at ${DELIMITER_NAMES[format.delimiter]}`,
    expected: `${width}, as in the first row`,
    remedy: "Mend the line (the file may be cut off), or name what splits the cells in option delimiter.",
  });
}
