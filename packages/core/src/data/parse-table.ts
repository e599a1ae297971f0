import { InputError } from "../errors/input-error.js";
import { CELL, type CellReader, cellReader } from "./cell.js";
import { detectFormat, type FormatOverrides } from "./detect-format.js";
import { splitRows, type TextRow } from "./split-rows.js";
import type { Table, TableColumn, TableFormat } from "./table.js";
import type { Warning } from "./warning.js";

/**
 * Reads a delimited text table: comma, semicolon, tab, bar or blanks; quotes, byte-order mark, any line end,
 * decimal point or comma, header or none. What is not told in `overrides` is detected.
 *
 * Every row becomes a row of the table: missing, infinite and text cells are marked, not dropped. Blank lines are not
 * rows.
 * @cost one pass; 9 bytes a cell
 * @throws InputError `empty-table`, `ragged-row`, `unterminated-quote`
 */
export function parseTable(text: string, overrides: FormatOverrides = {}): Table {
  const format = detectFormat(text, overrides);
  const reader = cellReader(format.decimal, overrides.missing);
  const rows = splitRows(text, format.delimiter);
  const first = rows.next();
  if (first.done) throw emptyTable("nothing but blank lines");
  const names = format.header ? first.value.cells.map((cell) => cell.trim()) : [];
  const width = first.value.cells.length;
  const builders = Array.from({ length: width }, (_, j) => columnBuilder(names[j] || `column ${j + 1}`, reader));
  if (!format.header) appendRow(builders, first.value, width, format);
  for (const row of rows) appendRow(builders, row, width, format);
  const columns = builders.map((builder) => builder.finish());
  const rowCount = columns[0].values.length;
  if (rowCount === 0) throw emptyTable("a header and no rows");
  return { columns, rowCount, format, warnings: formatWarnings(builders, format, overrides) };
}

function appendRow(builders: readonly ColumnBuilder[], row: TextRow, width: number, format: TableFormat): void {
  if (row.cells.length !== width) throw raggedRow(row, width, format);
  for (let j = 0; j < width; j++) builders[j].append(row.cells[j], row.line);
}

interface ColumnBuilder {
  append(cell: string, line: number): void;
  finish(): TableColumn;
  /** Cells such as 1,234 that are a number with a decimal comma and could be one with a thousands separator. */
  readonly ambiguousCommas: { readonly count: number; readonly example: string; readonly resolved: boolean };
}

const INITIAL_CAPACITY = 1024;
const DECIMAL_OR_THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

function columnBuilder(name: string, reader: CellReader): ColumnBuilder {
  let values = new Float64Array(INITIAL_CAPACITY);
  let kinds = new Uint8Array(INITIAL_CAPACITY);
  let length = 0;
  const counts = [0, 0, 0, 0];
  let firstText: TableColumn["firstText"];
  const ambiguousCommas = { count: 0, example: "", resolved: false };
  return {
    ambiguousCommas,
    append(cell, line) {
      if (length === values.length) {
        const wider = new Float64Array(2 * length);
        wider.set(values);
        values = wider;
        const widerKinds = new Uint8Array(2 * length);
        widerKinds.set(kinds);
        kinds = widerKinds;
      }
      const kind = reader.read(cell);
      kinds[length] = kind;
      values[length] = kind === CELL.number ? reader.value : Number.NaN;
      counts[kind] += 1;
      length += 1;
      if (kind === CELL.text && !firstText) firstText = { line, cell: cell.trim() };
      if (kind === CELL.number && cell.includes(",")) {
        if (DECIMAL_OR_THOUSANDS.test(cell.trim())) {
          ambiguousCommas.count += 1;
          ambiguousCommas.example ||= cell.trim();
        } else {
          ambiguousCommas.resolved = true;
        }
      }
    },
    finish: () => ({
      name,
      values: values.slice(0, length),
      kinds: kinds.slice(0, length),
      counts,
      ...(firstText ? { firstText } : {}),
    }),
  };
}

/** One cell such as 3,5 or 0,125 anywhere proves the decimal comma; if all are like 1,234 the user must know. */
function formatWarnings(builders: readonly ColumnBuilder[], format: TableFormat, told: FormatOverrides): Warning[] {
  if (format.decimal === "." || told.decimal) return [];
  const commas = builders.map((builder) => builder.ambiguousCommas);
  const example = commas.find(({ count }) => count > 0)?.example;
  if (!example || commas.some(({ resolved }) => resolved)) return [];
  return [
    {
      code: "ambiguous-decimal",
      message:
        `"${example}" was read as ${example.replace(",", ".")} (decimal comma). If the comma separates thousands, ` +
        "remove it from the file; to confirm the decimal comma, say --decimal comma.",
    },
  ];
}

function emptyTable(found: string): InputError {
  return new InputError({
    code: "empty-table",
    place: "the table",
    value: found,
    expected: "rows of numbers",
    remedy: "Check that this is the right file and that it was written to the end.",
  });
}

const DELIMITER_NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "blanks" } as const;

function raggedRow(row: TextRow, width: number, format: TableFormat): InputError {
  return new InputError({
    code: "ragged-row",
    place: `line ${row.line}`,
    value: `${row.cells.length} ${row.cells.length === 1 ? "cell" : "cells"}`,
    expected: `${width}, as in the first row (cells split at ${DELIMITER_NAMES[format.delimiter]})`,
    remedy: "The file may be cut off or the delimiter wrong: mend the line, or name the delimiter with --delimiter.",
  });
}
