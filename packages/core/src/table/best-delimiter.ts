import { InputError } from "../primitives/errors.js";
import { CELL, CODE, type DecimalMark } from "./cell.js";
import { cellReader } from "./cell-reader.js";
import type { ReadingLimits } from "./reading-limits.js";
import { type Delimiter, splitRows, type TextRow, type TextStart } from "./split-rows.js";

/** In the order of preference where two fit equally well. */
const TRIED_DELIMITERS: readonly Delimiter[] = ["\t", ";", "|", ",", " "];
/** Enough rows, and cells of each, to see the delimiter. */
const [SAMPLE_ROWS, SAMPLE_CELLS] = [200, 1000];

/** The beginning of a text, and what is known of its cells. */
export interface DelimitedText {
  readonly text: string;
  /** Where the first row begins. */
  readonly start: TextStart;
  /** Whether the text ends here. */
  readonly isWhole: boolean;
  readonly decimal?: DecimalMark | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly limits: ReadingLimits;
}

/** So many rows before a wrong quote show the delimiter; fewer may be titles, and any other delimiter fits better. */
const [FEWEST_ROWS, BROKEN_FIT] = [5, -0.5];
/** Fits that differ by less show nothing; by more, that a title has as many words as rows happen to have. */
const [CLOSE, FAR] = [0.1, 0.5];

/** A delimiter of a text. */
export interface LikelyDelimiter {
  readonly delimiter: Delimiter;
  /** How well it fits, from −2 (no row has two cells) to 2. */
  readonly fit: number;
  /** Another one under which as many lines have the same number of cells, if only its rank speaks against it. */
  readonly rival?: Delimiter;
}

/**
 * The delimiter of a text: the one under which the most lines have one number of cells, and the most columns hold
 * numbers, dates or missing values. Words that another delimiter splits count against a column.
 *
 * Words hold blanks, as in "Subject 12". So where another delimiter gives many lines one width, blanks are the delimiter
 * only if they split numbers alone, which the other one does not, if quotes open behind them but inside the cells of the
 * other one, or, unless that is the tab, if they alone give all lines one width, or more, or fit clearly better.
 * @param but a delimiter that is not tried
 */
export function bestDelimiter({ decimal: given, missing, ...source }: DelimitedText, but?: Delimiter): LikelyDelimiter {
  const marks: DecimalMark[] = given ? [given] : [".", ","];
  const fits = TRIED_DELIMITERS.filter((delimiter) => delimiter !== but).map((delimiter) => {
    const { rows, isBroken } = sampleRows(source, delimiter);
    const [best] = marks.map((decimal) => fitOf(rows, delimiter, decimal, missing)).sort((a, b) => b.fit - a.fit);
    return { delimiter, ...best, ...(isBroken && { fit: Math.min(best.fit, BROKEN_FIT), wholes: 0 }) };
  });
  const blank = fits.find(({ delimiter }) => delimiter === " ");
  const others = fits.filter((fit) => fit !== blank);
  const fittest = others.reduce((best, fit) => (fit.fit > best.fit ? fit : best));
  // One that splits the names as the rows, where the fittest leaves them in one cell.
  const stronger = others.slice(0, others.indexOf(fittest)).find(({ wholes }) => wholes === 1);
  const other = stronger && fittest.isOneName ? stronger : fittest;
  if (!blank || blank.fit < 0) return other;
  if (other.quotes > blank.quotes && 2 * blank.lines >= other.lines) return blank;
  if (other.lines > blank.lines) return other;
  if (other.fit < 0 || 2 * other.lines < blank.lines) return blank.fit > other.fit ? blank : other;
  if (blank.areReadable && !other.areReadable) return blank;
  // Blanks also split at tabs.
  if (other.delimiter === "\t") return other;
  if (blank.wholes > other.wholes && blank.fit > other.fit - FAR) return blank;
  if (blank.fit < other.fit - CLOSE) return other;
  if (other.lines < blank.lines) return blank;
  if (other.areReadable) return other;
  return blank.fit > other.fit + CLOSE ? blank : { ...other, rival: " " };
}

/** The first cells of the first rows, as far as this delimiter can split the text. */
function sampleRows(
  { text, start, isWhole, limits }: Omit<DelimitedText, "decimal" | "missing">,
  delimiter: Delimiter,
): { readonly rows: TextRow[]; readonly isBroken: boolean } {
  const rows: TextRow[] = [];
  try {
    for (const row of splitRows(text, delimiter, start, isWhole, { ...limits, columns: SAMPLE_CELLS })) {
      rows.push(row);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // A quote may open a cell under one delimiter and be inside a cell under another: only the chosen one matters.
    if (!(error instanceof InputError)) throw error;
    return { rows, isBroken: rows.length < FEWEST_ROWS };
  }
  return { rows, isBroken: false };
}

interface Fit {
  readonly fit: number;
  /** Lines of the usual width, if that is two or more; the first may be one cell short. */
  readonly lines: number;
  /** 1 if that is all lines; else 0. */
  readonly wholes: number;
  /** Whether the first line is one cell. */
  readonly isOneName: boolean;
  /** Cells that hold a quote, as they do where one opens behind another delimiter. */
  readonly quotes: number;
  /** Whether nearly all cells of all columns are readable. */
  readonly areReadable: boolean;
}

/** The share of the cells of a column that are readable where all are meant to be. */
const READABLE_SHARE = 0.9;

/** The share of rows of the usual width, and as much again if all columns are readable; less if they hold delimiters. */
function fitOf(rows: readonly TextRow[], delimiter: Delimiter, decimal: DecimalMark, missing?: readonly string[]): Fit {
  const { width, count } = rows.length > 0 ? usualWidth(rows) : { width: 0, count: 0 };
  if (width < 2)
    return { fit: rows.length > 0 ? -1 : -2, lines: 0, wholes: 0, isOneName: true, quotes: 0, areReadable: false };
  const reader = cellReader(decimal, missing);
  const below = rows.slice(1).filter(({ cells }) => cells.length === width);
  const used = below.length > 0 ? below : rows.filter(({ cells }) => cells.length === width);
  const others = TRIED_DELIMITERS.filter((other) => other !== delimiter && other !== " ");
  // A column that is empty, header included, does not count: some texts are separated by two tabs.
  const columns = Array.from({ length: width }, (_, j) => j).filter((j) =>
    rows.some(({ cells }) => j < cells.length && cells[j].trim() !== ""),
  );
  let sum = 0;
  let areReadable = columns.length === width;
  for (const j of columns) {
    let [readable, split] = [0, 0];
    for (const { cells } of used) {
      if (isReadable(reader.code(cells[j]), decimal)) readable += 1;
      else if (others.some((other) => cells[j].includes(other))) split += 1;
    }
    sum += (readable - split) / used.length;
    if (readable < READABLE_SHARE * used.length) areReadable = false;
  }
  const isShort = rows[0].cells.length === width - 1 && width > 2;
  const quotes = rows.reduce((found, { cells }) => found + cells.filter((cell) => cell.includes('"')).length, 0);
  const fit = (count / rows.length) * (1 + sum / columns.length);
  const lines = count + (isShort ? 1 : 0);
  return {
    fit,
    lines,
    wholes: lines === rows.length ? 1 : 0,
    isOneName: rows[0].cells.length === 1,
    quotes,
    areReadable,
  };
}

/** Whether a cell is a number under a decimal mark, a date, or missing. */
function isReadable(code: number, decimal: DecimalMark): boolean {
  if ((code & CODE.kindBits) === CELL.text) return code !== CELL.text;
  const other = decimal === "." ? CODE.comma : CODE.point;
  return !(code & other) || (code & CODE.thousands) !== 0;
}

/** The number of cells that most rows have, the larger one of two, and how many have it. */
export function usualWidth(rows: readonly TextRow[]): { readonly width: number; readonly count: number } {
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width, count] = [...widths].reduce((usual, entry) =>
    entry[1] > usual[1] || (entry[1] === usual[1] && entry[0] > usual[0]) ? entry : usual,
  );
  return { width, count };
}
