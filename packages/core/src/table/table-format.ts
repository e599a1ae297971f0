import { requireOptions, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { bestDelimiter, usualWidth } from "./best-delimiter.js";
import { CELL, CODE, type DecimalMark } from "./cell.js";
import { type CellReader, cellReader } from "./cell-reader.js";
import type { DateOrder } from "./column-form.js";
import { columnBelow, isYear, judgeHeader } from "./header.js";
import { namesInGroups, numbersColumns } from "./header-lines.js";
import { otherWidth, type Preamble, readPreamble } from "./preamble.js";
import { evenSplit, shortHeader } from "./reading-findings.js";
import { limitExceeded, type ReadingLimits, readingLimits } from "./reading-limits.js";
import { isShortCode } from "./row-words.js";
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
import { titleLines } from "./title-lines.js";

/** Enough rows to see the header. */
const SAMPLE_ROWS = 200;
/** The delimiter and the header are decided by this many characters. */
const HEAD_CHARACTERS = 1_000_000;

/** Parts of the layout that are known and need not be detected. */
export interface FormatOverrides {
  readonly delimiter?: Delimiter;
  readonly decimal?: DecimalMark;
  readonly header?: boolean;
  readonly missing?: readonly string[];
  /** Whether 5/6/2020 is in June or in May; by default the other dates of its column decide. */
  readonly dates?: DateOrder;
  /** Whether every line must be a row: titles, footers and lines of another width are refused, totals are rows. */
  readonly strict?: boolean;
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
const DATE_ORDERS: readonly unknown[] = ["day-first", "month-first", undefined];
const OPTION_KEYS: readonly string[] = ["delimiter", "decimal", "header", "missing", "dates", "strict", "limit"];

/** Checks options of callers without types. @returns the limits @throws InputError `wrong-option` */
export function checkOptions(options: ReadOptions): ReadingLimits {
  requireOptions(options);
  for (const key of Object.keys(options)) {
    if (!OPTION_KEYS.includes(key)) throw wrongOption(key, "given", `one of ${OPTION_KEYS.join(", ")}`);
  }
  const { delimiter, decimal, header, missing, dates, strict } = options;
  if (!ALLOWED_DELIMITERS.includes(delimiter))
    throw wrongOption("delimiter", delimiter, '",", ";", "|", a tab or a blank');
  if (!DECIMAL_MARKS.includes(decimal)) throw wrongOption("decimal", decimal, '"." or ","');
  if (header !== undefined && typeof header !== "boolean") throw wrongOption("header", header, "true or false");
  // Not by every, which passes over holes.
  const isList =
    missing === undefined || (Array.isArray(missing) && missing.findIndex((mark) => typeof mark !== "string") < 0);
  if (!isList) throw wrongOption("missing", missing, 'a list of strings such as ["-999"]');
  if (!DATE_ORDERS.includes(dates)) throw wrongOption("dates", dates, '"day-first" or "month-first"');
  if (strict !== undefined && typeof strict !== "boolean") throw wrongOption("strict", strict, "true or false");
  return readingLimits(options.limit);
}

/** Where a table begins, and which lines above it are none of its rows. */
export interface TableStart extends TextStart {
  /** Their numbers. */
  readonly titles: readonly number[];
}

/** The layout of a table, from the beginning of its text. */
export interface TableLayout extends Pick<TableFormat, "delimiter" | "header"> {
  /** One name per column. */
  readonly names: readonly string[];
  /** The cells of the header as they are written, if there is one. */
  readonly heads?: readonly string[];
  /** The position of a column whose first cells are plain numbers, most of them, if there is one. */
  readonly numeric?: number;
  /** Positions of columns of words, and of columns of numbers to sum up. */
  readonly labels: readonly number[];
  readonly summed: readonly number[];
  /** For each column of codes such as SOM how long they are, `Infinity` if they differ; 0 for all others. */
  readonly codeLengths: readonly number[];
  /** Where the first row after the header begins. */
  readonly start: TableStart;
  /** Whether three columns or more hold numbers that are all rounded to three digits behind the point. */
  readonly areRounded: boolean;
  /** Positions of columns whose first cells are dates. */
  readonly dated: readonly number[];
  /** What is doubtful about the header. */
  readonly findings: readonly Finding[];
  /** The cells of most lines, if the header has another number of them. */
  readonly usual?: number;
  /** The delimiter that fits better where many lines are of another width. */
  readonly likely?: Delimiter;
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
  const source = { text, start, isWhole, limits, decimal: overrides.decimal, missing: overrides.missing };
  const named = overrides.delimiter ?? preamble.delimiter;
  const best = named === undefined ? bestDelimiter(source) : undefined;
  const delimiter = named ?? best?.delimiter ?? ",";
  const sample: (TextRow & { readonly after: TextStart })[] = [];
  for (const row of splitRows(text, delimiter, start, isWhole, limits)) {
    if (sample.length === 0) requireCells(row, limits);
    sample.push(row);
    if (sample.length > SAMPLE_ROWS) break;
  }
  if (sample.length === 0 && !isWhole) throw limitExceeded("line", limits.line, `line ${start.line}`);
  if (sample.length === 0) throw emptyTable(text === "" ? "no text at all" : "nothing but blank lines and comments");
  const reader = cellReader(overrides.decimal, overrides.missing);
  const { width, count } = usualWidth(sample);
  // Some programs end the header, but no row, with a delimiter.
  const rows = sample.map((row) => ({ ...row, cells: withoutEmptyEnd(row.cells, width) }));
  const isLoose = !overrides.strict;
  if (preamble.names && preamble.names.length !== width) throw otherWidth(preamble.names.length, width, start.line);
  const above = isLoose && !preamble.names ? titleLines(rows, width, reader) : 0;
  const grouped =
    isLoose && overrides.header === undefined && !preamble.names
      ? namesInGroups(rows.slice(above), width, reader)
      : undefined;
  const titleCount = grouped ? above + 1 : above;
  const first = rows[titleCount];
  const following = rows.slice(titleCount + 1);
  const { isHeader: header, findings } =
    overrides.header === undefined && !preamble.names && !grouped
      ? judgeHeader(
          first.cells,
          following.map(({ cells }) => cells),
          reader,
        )
      : { isHeader: overrides.header ?? !preamble.names, findings: [] };
  const numbering = isLoose && header && numbersColumns(following, width, reader) ? following[0] : undefined;
  const below = numbering ? following.slice(1) : following;
  const second = overrides.strict ? below[0] : below.find(({ cells }) => cells.length === width);
  const names = columnNames(grouped ? { ...first, cells: grouped } : first, second, { delimiter, header }, preamble);
  const before = rows[titleCount - 1]?.after ?? start;
  const titles = [...rows.slice(0, titleCount), ...(numbering ? [numbering] : [])].map(({ line }) => line);
  const data = header ? below : [first, ...below];
  const hasNumber = ({ cells }: TextRow): boolean =>
    cells.some((cell) => (reader.code(cell) & CODE.kindBits) === CELL.number);
  // The last one: names, whose cells may be missing where the others are not, come first.
  let numeric = names.length - 1;
  while (numeric >= 0 && !isNumeric(data, numeric, reader)) numeric--;
  const places = [...names.keys()];
  const labels = places.filter((j) =>
    areMostly(
      data,
      j,
      (cell) => reader.code(cell),
      (code) => code === CELL.text,
    ),
  );
  const amounts = places.filter((j) => isSummed(data, j, reader));
  const other = count === rows.length ? undefined : bestDelimiter(source, delimiter);
  return {
    delimiter,
    header,
    names,
    // In a table of words alone, a row may well be like the first one.
    ...(header && data.some(hasNumber) && { heads: first.cells.map((cell) => cell.trim()) }),
    ...(numeric >= 0 && { numeric }),
    labels,
    codeLengths: codeLengthsOf(data, labels, names.length),
    // A total has a name: it stands in a column of words.
    summed: labels.length > 0 ? amounts.slice(-MOST_SUMMED) : [],
    start: { ...((numbering ?? (header ? first : undefined))?.after ?? before), titles },
    areRounded: data.length >= FEWEST_ROUNDED && places.filter((j) => isRounded(data, j)).length >= 3,
    dated: names.flatMap((_, j) => (isDated(data, j, reader) ? [j] : [])),
    findings: [
      ...findings,
      ...(best?.rival ? [evenSplit(delimiter, best.rival)] : []),
      ...(header && names.length === first.cells.length + 1 ? shortHeader(first.cells, data, names) : []),
    ],
    ...(names.length !== width && { usual: width }),
    ...(other && other.fit > 0 && { likely: other.delimiter }),
  };
}

/** The cells of a row, without empty ones behind a width, if all before them are filled. */
function withoutEmptyEnd(cells: readonly string[], width: number): readonly string[] {
  const isEnd = cells.every((cell, j) => j < width === (cell.trim() !== ""));
  return isEnd ? cells.slice(0, width) : cells;
}

/** Whether most filled cells of a column are dates. */
function isDated(rows: readonly TextRow[], place: number, reader: CellReader): boolean {
  const isDate = (code: number): boolean => (code & CODE.kindBits) === CELL.text && code !== CELL.text;
  return areMostly(rows, place, (cell) => reader.code(cell), isDate);
}

/** Whether most filled cells of a column are plain numbers. */
function isNumeric(rows: readonly TextRow[], place: number, reader: CellReader): boolean {
  return areMostly(
    rows,
    place,
    (cell) => reader.read(cell),
    (kind) => kind === CELL.number,
  );
}

/** Sums of so many columns show whether a row sums up others. */
const MOST_SUMMED = 2;

/** Whether most cells of a column are numbers that a total may sum up: not those of rows, nor years. */
function isSummed(rows: readonly TextRow[], place: number, reader: CellReader): boolean {
  const isAmount = (code: number): boolean => (code & CODE.kindBits) === CELL.number;
  const cells = rows.map((row) => row.cells);
  const { numbers } = columnBelow(
    cells.filter((row) => place < row.length),
    place,
    reader,
  );
  const steps = numbers.filter((value, i) => i > 0 && value === numbers[i - 1] + 1).length;
  const areYears = 2 * numbers.filter((value) => Number.isInteger(value) && isYear(value)).length > rows.length;
  return !areYears && 2 * steps < rows.length && areMostly(rows, place, (cell) => reader.code(cell), isAmount);
}

/** Thousands of so many rows hardly stay between 1,000 and 999,999 in each of three columns. */
const FEWEST_ROUNDED = 100;
const THREE_DIGITS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** Whether all numbers of a column have three digits behind the point, or separate thousands by it. */
function isRounded(rows: readonly TextRow[], place: number): boolean {
  const cells = rows.flatMap((row) => (row.cells[place]?.trim() ? [row.cells[place].trim()] : []));
  return cells.length > rows.length / 2 && cells.every((cell) => THREE_DIGITS.test(cell));
}

const CODE_SHARE = 0.8;

function codeLengthsOf(rows: readonly TextRow[], labels: readonly number[], width: number): number[] {
  const lengths = new Array<number>(width).fill(0);
  for (const j of labels) lengths[j] = codeLength(rows, j);
  return lengths;
}

/** How long the codes of a column are, if most of its cells are codes; `Infinity` if they are words in capitals; else 0. */
function codeLength(rows: readonly TextRow[], place: number): number {
  const cells = rows.flatMap(({ cells }) =>
    place < cells.length && cells[place].trim() !== "" ? [cells[place].trim()] : [],
  );
  const length = cells[0]?.length ?? 0;
  const areMost = (isCode: (cell: string) => boolean): boolean => {
    const codes = cells.filter(isCode);
    return new Set(codes).size > 2 && codes.length >= CODE_SHARE * cells.length;
  };
  if (areMost((cell) => isShortCode(cell, length))) return length;
  return areMost((cell) => IN_CAPITALS.test(cell)) ? Infinity : 0;
}

/** Symbols of genes and shares. */
const IN_CAPITALS = /^[A-Z][A-Z\d.-]*$/;

function areMostly(
  rows: readonly TextRow[],
  place: number,
  codeOf: (cell: string) => number,
  isMeant: (code: number) => boolean,
): boolean {
  let [filled, meant] = [0, 0];
  for (const { cells } of rows) {
    const code = place < cells.length ? codeOf(cells[place]) : CELL.missing;
    if ((code & CODE.kindBits) === CELL.missing) continue;
    filled += 1;
    if (isMeant(code)) meant += 1;
  }
  return 2 * meant > filled;
}

/**
 * One name per column. A header may be one cell short: R leaves out the name of its row names, which come first, and
 * some programs end every row, but not the header, with a delimiter. Single quotes around all names are taken off.
 */
function columnNames(
  first: TextRow,
  second: TextRow | undefined,
  format: Pick<TableFormat, "delimiter" | "header">,
  { comments, names: stated }: Preamble,
): string[] {
  const width = second && format.header ? second.cells.length : first.cells.length;
  let names = format.header ? withoutSingleQuotes(first.cells.map((cell) => cell.trim())) : [];
  if (!format.header) {
    const commented = (comments.at(-1) ?? "").split(format.delimiter === " " ? /\s+/ : format.delimiter);
    const before = stated ?? commented;
    if (before.length === width) names = before.map((cell) => cell.trim());
  } else if (names.length === width - 1) {
    names = second?.cells.at(-1)?.trim() === "" ? [...names, ""] : ["", ...names];
  }
  const count = format.header ? names.length : width;
  return Array.from({ length: count }, (_, j) => names[j] || `column ${j + 1}`);
}

const SINGLE_QUOTED = /^'(.+)'$/;

function withoutSingleQuotes(names: readonly string[]): string[] {
  const areQuoted = names.every((name) => name === "" || SINGLE_QUOTED.test(name));
  return areQuoted ? names.map((name) => name.replace(SINGLE_QUOTED, "$1")) : [...names];
}
