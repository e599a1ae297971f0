import { detectFormat, type FormatOverrides } from "./detect-format.js";
import { emptyTable } from "./empty-table.js";
import { type Preamble, readPreamble } from "./preamble.js";
import { splitRows, type TextRow, type TextStart } from "./split-rows.js";
import type { TableFormat } from "./table.js";

/** What the beginning of a text tells about the table in it. */
export interface TableLayout {
  readonly format: TableFormat;
  /** One name a column. */
  readonly names: readonly string[];
  /** Where the first row begins, the header among the rows. */
  readonly start: TextStart;
}

/**
 * How the table in a text is laid out, and what its columns are called.
 *
 * @param isWhole whether the text ends here; where more follows, two rows must be there, and what `detectFormat` asks for
 * @throws InputError `empty-table`; `unterminated-quote` and `stray-quote` where a quote in the first rows is at fault
 */
export function tableLayout(text: string, overrides: FormatOverrides, isWhole: boolean): TableLayout {
  const preamble = readPreamble(text);
  const format = detectFormat(text, preamble, overrides, isWhole);
  const rows = splitRows(text, format.delimiter, preamble.start, isWhole);
  const first = rows.next();
  if (first.done) throw emptyTable(text === "" ? "no text at all" : "nothing but blank lines and comments");
  const second = rows.next();
  const names = columnNames(first.value, second.done ? undefined : second.value, format, preamble);
  return { format, names, start: preamble.start };
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
