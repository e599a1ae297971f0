import { InputError, requireOptions, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { CELL, cellReader, type DecimalMark } from "./column-builder.js";
import { judgeHeader } from "./header.js";
import { limitExceeded, type ReadingLimits, readingLimits } from "./reading-limits.js";
import {
  afterLineEnd,
  type Delimiter,
  lineEnd,
  mayGoOn,
  requireCells,
  splitRows,
  type TextRow,
  type TextStart,
} from "./split-rows.js";
import { emptyTable, type TableFormat } from "./table.js";

/** In the order of preference where two fit equally well. */
const TRIED_DELIMITERS: readonly Delimiter[] = ["\t", ";", ",", "|", " "];
/** Enough rows, and cells of each, to see the delimiter. */
const [SAMPLE_ROWS, SAMPLE_CELLS] = [200, 1000];
/** The delimiter and the header are decided by this many characters. */
const HEAD_CHARACTERS = 1_000_000;

/** Parts of the layout that are known and need not be detected. */
export interface FormatOverrides {
  readonly delimiter?: Delimiter;
  readonly decimal?: DecimalMark;
  readonly header?: boolean;
  readonly missing?: readonly string[];
}

/** How a table is read: what is known of its layout, and how much of it is read at most. */
export interface ReadOptions extends FormatOverrides {
  /** Limits to replace, such as `{ columns: 2e6 }`. */
  readonly limit?: Partial<ReadingLimits>;
}

/**
 * The end of the part of a text by which its layout is decided: the second line end from the first million characters
 * on, so that it holds the first row, and some of the next, however long they are. Undefined if more text is needed.
 */
export function headEnd(text: string, { line }: ReadingLimits): number | undefined {
  let at = HEAD_CHARACTERS;
  for (let k = 0; k < 2; k++) {
    const end = lineEnd(text, at);
    if (end - at > line) return at + line;
    if (mayGoOn(text, end)) return undefined;
    at = afterLineEnd(text, end);
  }
  return at;
}

/**
 * The delimiter of a text: among those that give every row the same number of cells, and more than one, the one under
 * which most cells are numbers.
 *
 * @param isWhole whether the text ends here
 */
function detectDelimiter(
  text: string,
  preamble: Preamble,
  overrides: FormatOverrides,
  isWhole: boolean,
  limits: ReadingLimits,
): Delimiter {
  const given = overrides.delimiter ?? preamble.delimiter;
  if (given) return given;
  const marks: DecimalMark[] = overrides.decimal ? [overrides.decimal] : [".", ","];
  let [best, bestFit]: [Delimiter, number] = [",", -Infinity];
  for (const delimiter of TRIED_DELIMITERS) {
    const rows = sampleRows(text, preamble, delimiter, isWhole, limits);
    const fit = Math.max(...marks.map((decimal) => fitOf(rows, decimal, overrides.missing)));
    if (fit > bestFit) [best, bestFit] = [delimiter, fit];
  }
  return best;
}

/** The first cells of the first rows, as far as this delimiter can split the text. */
function sampleRows(
  text: string,
  { start }: Preamble,
  delimiter: Delimiter,
  isWhole: boolean,
  limits: ReadingLimits,
): TextRow[] {
  const rows: TextRow[] = [];
  try {
    for (const row of splitRows(text, delimiter, start, isWhole, { ...limits, columns: SAMPLE_CELLS })) {
      rows.push(row);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // A quote may open a cell under one delimiter and be inside a cell under another: only the chosen one matters.
    if (!(error instanceof InputError)) throw error;
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
  const isUsed = new Uint8Array(SAMPLE_CELLS + 1);
  for (const row of rows) {
    row.cells.forEach((cell, j) => {
      if (cell.trim() !== "") isUsed[j] = 1;
    });
  }
  let cells = 0;
  let readable = 0;
  for (const row of rows.length > 1 ? rows.slice(1) : rows) {
    cells += row.cells.length;
    row.cells.forEach((cell, j) => {
      if (isUsed[j] && reader.read(cell) !== CELL.text) readable += 1;
    });
  }
  const consistency = count / rows.length;
  return consistency + consistency * (readable / cells);
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
 * @param isWhole whether the text ends here
 * @throws InputError as `parseTable` if a quote in these rows is wrong
 */
export function sampleCells(
  text: string,
  { delimiter }: Pick<TableFormat, "delimiter">,
  count: number,
  isWhole: boolean = true,
): TextRow[] {
  const rows: TextRow[] = [];
  if (count < 1) return rows;
  for (const { cells, line } of splitRows(text, delimiter, readPreamble(text).start, isWhole)) {
    rows.push({ cells, line });
    if (rows.length === count) break;
  }
  return rows;
}

const ALLOWED_DELIMITERS: readonly unknown[] = [",", ";", "\t", "|", " ", undefined];
const DECIMAL_MARKS: readonly unknown[] = [".", ",", undefined];
const OPTION_KEYS: readonly string[] = ["delimiter", "decimal", "header", "missing", "limit"];

/** Checks options of callers without types. @returns the limits @throws InputError `wrong-option` */
export function checkOptions(options: ReadOptions): ReadingLimits {
  requireOptions(options);
  for (const key of Object.keys(options)) {
    if (!OPTION_KEYS.includes(key)) throw wrongOption(key, "given", `one of ${OPTION_KEYS.join(", ")}`);
  }
  const { delimiter, decimal, header, missing } = options;
  if (!ALLOWED_DELIMITERS.includes(delimiter))
    throw wrongOption("delimiter", delimiter, '",", ";", "|", a tab or a blank');
  if (!DECIMAL_MARKS.includes(decimal)) throw wrongOption("decimal", decimal, '"." or ","');
  if (header !== undefined && typeof header !== "boolean") throw wrongOption("header", header, "true or false");
  const isList = missing === undefined || (Array.isArray(missing) && missing.every((mark) => typeof mark === "string"));
  if (!isList) throw wrongOption("missing", missing, 'a list of strings such as ["-999"]');
  return readingLimits(options.limit);
}

/** The layout of a table, from the beginning of its text. */
export interface TableLayout extends Pick<TableFormat, "delimiter" | "header"> {
  /** One name per column. */
  readonly names: readonly string[];
  /** Where the first row after the header begins. */
  readonly start: TextStart;
  /** What is doubtful about the header. */
  readonly findings: readonly Finding[];
}

/**
 * Detects the layout of the table in a text and the names of its columns.
 *
 * @param text the whole text, or its part up to `headEnd`
 * @param isWhole whether the text ends here
 * @throws InputError `empty-table`; `unterminated-quote` and `stray-quote` if a quote in the first rows is wrong;
 *   `limit-exceeded`
 */
export function tableLayout(
  text: string,
  overrides: FormatOverrides,
  isWhole: boolean,
  limits: ReadingLimits,
): TableLayout {
  const preamble = readPreamble(text);
  const { start } = preamble;
  const delimiter = detectDelimiter(text, preamble, overrides, isWhole, limits);
  const rows = splitRows(text, delimiter, start, isWhole, limits);
  const first = rows.next();
  if (first.done && !isWhole) throw limitExceeded("line", limits.line, `line ${start.line}`);
  if (first.done) throw emptyTable(text === "" ? "no text at all" : "nothing but blank lines and comments");
  requireCells(first.value, limits);
  const below: TextRow[] = [];
  for (let row = rows.next(); !row.done && below.length < SAMPLE_ROWS; row = rows.next()) below.push(row.value);
  const { isHeader: header, findings } =
    overrides.header === undefined
      ? judgeHeader(
          first.value.cells,
          below.map(({ cells }) => cells),
          cellReader(overrides.decimal, overrides.missing),
        )
      : { isHeader: overrides.header, findings: [] };
  const names = columnNames(first.value, below[0], { delimiter, header }, preamble);
  return { delimiter, header, names, start: header ? first.value.after : start, findings };
}

/**
 * One name per column. A header may be one cell short: R leaves out the name of its row names, which come first, and
 * some programs end every row, but not the header, with a delimiter.
 */
function columnNames(
  first: TextRow,
  second: TextRow | undefined,
  format: Pick<TableFormat, "delimiter" | "header">,
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
