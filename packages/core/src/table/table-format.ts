import { requireOptions, wrongOption } from "../primitives/errors.js";
import { CELL, cellReader, type DecimalMark } from "./column-builder.js";
import { afterLineEnd, type Delimiter, lineEnd, splitRows, type TextRow, type TextStart } from "./split-rows.js";
import { emptyTable, type TableFormat } from "./table.js";

/** In the order of preference where two fit equally well. */
const TRIED_DELIMITERS: readonly Delimiter[] = ["\t", ";", ",", "|", " "];
/** Enough rows to see the delimiter. */
export const SAMPLE_ROWS = 200;
/** The first decimal mark may come late, after many whole numbers: this many characters are searched for it. */
export const SEARCHED_CHARACTERS = 4_000_000;
/** A cell that is a number with a decimal comma. */
const COMMA_CELL = /(?:^|[\t;| "\n\r])[+-]?\d*,\d+(?:[eE][+-]?\d+)?(?=$|[\t;| "\n\r])/;
const POINT_CELL = /(?:^|[\t;| "\n\r])[+-]?\d*\.\d+(?:[eE][+-]?\d+)?(?=$|[\t;| "\n\r])/;

/** Parts of the layout that are known and need not be detected. */
export interface FormatOverrides {
  readonly delimiter?: Delimiter;
  readonly decimal?: DecimalMark;
  readonly header?: boolean;
  readonly missing?: readonly string[];
}

/**
 * How a text is laid out: the delimiter from its first 200 rows, the decimal mark from as many as needed.
 *
 * Among the delimiters that give every row the same number of cells, and more than one, the one under which most cells
 * are numbers wins; the decimal mark is chosen in the same way. The first row is a header if all its cells hold text;
 * some may be empty.
 * @param isWhole whether the text ends here; if more follows, the text must hold the first rows and all of the searched
 * characters
 */
function detectFormat(
  text: string,
  preamble: Preamble,
  overrides: FormatOverrides = {},
  isWhole: boolean = true,
): TableFormat {
  const given = overrides.delimiter ?? preamble.delimiter;
  const delimiters = given ? [given] : TRIED_DELIMITERS;
  const layouts = delimiters.flatMap((delimiter) => {
    const rows = sampleRows(text, preamble, delimiter, { isWhole, tentative: delimiters.length > 1 });
    const marks: DecimalMark[] = overrides.decimal ? [overrides.decimal] : [".", ","];
    return marks.map((decimal) => ({ delimiter, decimal, rows, fit: fitOf(rows, decimal, overrides.missing) }));
  });
  const best = layouts.reduce((winner, layout) => (layout.fit > winner.fit ? layout : winner));
  const { delimiter } = best;
  const decimal = overrides.decimal ?? laterDecimal(text, best);
  return { delimiter, decimal, header: overrides.header ?? looksLikeHeader(best.rows[0], decimal, overrides.missing) };
}

/** The decimal mark; if the sample has only whole numbers, the first decimals after it decide. */
function laterDecimal(text: string, { delimiter, decimal }: Pick<TableFormat, "delimiter" | "decimal">): DecimalMark {
  if (delimiter === "," || decimal === ",") return decimal;
  const searched = text.slice(0, SEARCHED_CHARACTERS);
  return !POINT_CELL.test(searched) && COMMA_CELL.test(searched) ? "," : ".";
}

/** The first rows, or none if this delimiter cannot split the text; with a given delimiter that is an error. */
function sampleRows(
  text: string,
  { start }: Preamble,
  delimiter: Delimiter,
  { isWhole, tentative }: { readonly isWhole: boolean; readonly tentative: boolean },
): TextRow[] {
  const rows: TextRow[] = [];
  try {
    for (const row of splitRows(text, delimiter, start, isWhole)) {
      rows.push(row);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // A quote may open a cell under one delimiter and be inside a cell under another: only the chosen one matters.
    if (!tentative) throw error;
  }
  return rows;
}

/** From −1 (one column), through the share of rows of the usual width, to 2 (equal rows, all cells readable). */
function fitOf(rows: readonly TextRow[], decimal: DecimalMark, missing?: readonly string[]): number {
  if (rows.length === 0) return -2;
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width, count] = [...widths].reduce((usual, entry) => (entry[1] > usual[1] ? entry : usual));
  if (width < 2) return -1;
  const reader = cellReader(decimal, missing);
  // A column that is empty, header included, does not count: some texts are separated by two tabs.
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, j) => (cell.trim() === "" ? [] : [j]))));
  const body = rows.length > 1 ? rows.slice(1) : rows;
  let cells = 0;
  let readable = 0;
  for (const row of body) {
    cells += row.cells.length;
    row.cells.forEach((cell, j) => {
      if (used.has(j) && reader.read(cell) !== CELL.text) readable += 1;
    });
  }
  const consistency = count / rows.length;
  return consistency + consistency * (readable / cells);
}

function looksLikeHeader(row: TextRow | undefined, decimal: DecimalMark, missing?: readonly string[]): boolean {
  if (!row) return false;
  const reader = cellReader(decimal, missing);
  const filled = row.cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => reader.read(cell) === CELL.text);
}

/** What precedes the rows of a table. */
interface Preamble {
  readonly start: TextStart;
  /** Lines that begin with #. */
  readonly comments: readonly string[];
  /** The delimiter that a first line such as "sep=;" names, as spreadsheets write and read it. */
  readonly delimiter?: Delimiter;
}

const SEPARATOR_LINE = /^sep=([,;|\t])$/i;

/** Skips a byte-order mark, a separator line, comment lines and blank lines before the first row. */
function readPreamble(text: string): Preamble {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  let delimiter: Delimiter | undefined;
  const comments: string[] = [];
  while (at < text.length) {
    const end = lineEnd(text, at);
    const content = text.slice(at, end).trim();
    const separator = line === 1 ? SEPARATOR_LINE.exec(text.slice(at, end)) : null;
    if (separator) delimiter = separator[1] as Delimiter;
    else if (content.startsWith("#")) comments.push(content.slice(1).trim());
    else if (content !== "") break;
    at = afterLineEnd(text, end);
    line += 1;
  }
  return { start: { at, line }, comments, ...(delimiter && { delimiter }) };
}

/**
 * The first rows of a text as they are written, the header among them: for previews, as a table keeps numbers only.
 *
 * @throws InputError as `parseTable` if a quote in these rows is wrong
 */
export function sampleCells(text: string, { delimiter }: Pick<TableFormat, "delimiter">, count: number): TextRow[] {
  const rows: TextRow[] = [];
  if (count < 1) return rows;
  for (const row of splitRows(text, delimiter, readPreamble(text).start)) {
    rows.push(row);
    if (rows.length === count) break;
  }
  return rows;
}

const ALLOWED_DELIMITERS: readonly unknown[] = [",", ";", "\t", "|", " ", undefined];
const DECIMAL_MARKS: readonly unknown[] = [".", ",", undefined];
const FORMAT_KEYS: readonly string[] = ["delimiter", "decimal", "header", "missing"];

/** Checks options of callers without types. @throws InputError `wrong-option` */
export function checkOverrides(text: unknown, overrides: FormatOverrides): void {
  if (typeof text !== "string") throw wrongOption("text", typeof text, "a string; decode bytes first");
  requireOptions(overrides);
  for (const key of Object.keys(overrides)) {
    if (!FORMAT_KEYS.includes(key)) throw wrongOption(key, "given", `one of ${FORMAT_KEYS.join(", ")}`);
  }
  const { delimiter, decimal, header, missing } = overrides;
  if (!ALLOWED_DELIMITERS.includes(delimiter))
    throw wrongOption("delimiter", delimiter, '",", ";", "|", a tab or a blank');
  if (!DECIMAL_MARKS.includes(decimal)) throw wrongOption("decimal", decimal, '"." or ","');
  if (header !== undefined && typeof header !== "boolean") throw wrongOption("header", header, "true or false");
  const isList = missing === undefined || (Array.isArray(missing) && missing.every((mark) => typeof mark === "string"));
  if (!isList) throw wrongOption("missing", missing, 'a list of strings such as ["-999"]');
}

/** The layout of a table, from the beginning of its text. */
export interface TableLayout {
  readonly format: TableFormat;
  /** One name per column. */
  readonly names: readonly string[];
  /** Where the first row begins, the header among the rows. */
  readonly start: TextStart;
}

/**
 * Detects the layout of the table in a text and the names of its columns.
 *
 * @param isWhole whether the text ends here; if more follows, the text must hold two rows and what `detectFormat` needs
 * @throws InputError `empty-table`; `unterminated-quote` and `stray-quote` if a quote in the first rows is wrong
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
 * One name per column. A header may be one cell short: R leaves out the name of its row names, which come first, and
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
