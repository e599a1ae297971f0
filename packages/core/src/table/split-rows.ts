import { InputError } from "../primitives/errors.js";
import { DEFAULT_LIMITS, type ReadingLimits, requireWithin } from "./reading-limits.js";

/** `" "` stands for any run of blanks and tabs. */
export type Delimiter = "," | ";" | "\t" | "|" | " ";

/** What messages call them. */
export const DELIMITER_NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "blanks" } as const;

/** One row of a delimited text: its cells, quotes removed, and the line it starts on, counted from 1. */
export interface TextRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Where a row begins: the character, and the line, counted from 1. */
export interface TextStart {
  readonly at: number;
  readonly line: number;
}

const BLANKS = /[ \t]+/;

/**
 * One step through a text: the cells of a row, none for a blank line, and where the next row begins. Of a row with more
 * cells than the limit, the first beyond it is the last one here.
 */
interface RowStep {
  readonly cells?: readonly string[];
  /** Where the row ends, its line end not included. */
  readonly end: number;
  readonly next: number;
  /** How many lines the step covers. */
  readonly lines: number;
}

/** A text, and how its rows are split. */
interface RowSource {
  readonly text: string;
  readonly delimiter: Delimiter;
  /** Whether the text ends here; if more follows, a row that may continue is left out. */
  readonly isWhole: boolean;
  readonly limits: ReadingLimits;
}

/**
 * Splits delimited text into rows, skipping lines that hold nothing but blanks.
 *
 * A cell that starts with a double quote runs to the closing one and may hold delimiters, line ends and doubled
 * quotes. Line ends are LF, CRLF or CR.
 * @param isWhole whether the text ends here; if more text follows, a last row that may continue is left out
 * @throws InputError `unterminated-quote` and `stray-quote`, naming the line where the quote opened; `limit-exceeded` for a row
 *   that is too long
 */
export function* splitRows(
  text: string,
  delimiter: Delimiter,
  start: TextStart,
  isWhole: boolean = true,
  limits: ReadingLimits = DEFAULT_LIMITS,
): Generator<TextRow & { readonly after: TextStart }> {
  const source = { text, delimiter, isWhole, limits };
  let { at, line } = start;
  while (at < text.length) {
    const step = rowStep(source, at, line);
    if (!step) return;
    const after = { at: step.next, line: line + step.lines };
    if (step.cells) yield { cells: step.cells, line, after };
    ({ at, line } = after);
  }
}

/**
 * The row that begins at `at`, or undefined if its end is not in the text yet and more follows (`isWhole` is false).
 *
 * @throws InputError as `splitRows`
 */
export function rowStep(source: RowSource, at: number, line: number): RowStep | undefined {
  const { text, limits } = source;
  // Two more for the line end.
  const furthest = at + limits.line + 2;
  const isNear = text.length <= furthest;
  const step = splitRow(isNear ? source : { ...source, text: text.slice(0, furthest), isWhole: false }, at, line);
  requireWithin(limits, "line", (step?.end ?? (isNear ? at : furthest)) - at, `line ${line}`);
  return step;
}

function splitRow(source: RowSource, at: number, line: number): RowStep | undefined {
  const { text, delimiter, isWhole, limits } = source;
  const end = lineEnd(text, at);
  if (!isWhole && mayGoOn(text, end)) return undefined;
  const plain = text.slice(at, end);
  return plain.includes('"')
    ? splitQuoted(source, at, line)
    : { ...splitPlain(plain, delimiter, limits), end, next: afterLineEnd(text, end), lines: 1 };
}

/** Checks the number of cells and their lengths. @throws InputError `limit-exceeded` */
export function requireCells({ cells, line }: TextRow, limits: ReadingLimits): void {
  requireWithin(limits, "columns", cells.length, `line ${line}`);
  for (const cell of cells) requireWithin(limits, "cell", cell.length, `line ${line}`);
}

/** Whether more text could still change the line that ends at `end`: there is no line end yet, or half of CRLF. */
export function mayGoOn(text: string, end: number): boolean {
  return end >= text.length || (end === text.length - 1 && text.charCodeAt(end) === 13);
}

/** The end of the line that begins at `from`, its line end not included. */
export function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return i;
  }
  return text.length;
}

/** Where the next line begins. */
export function afterLineEnd(text: string, end: number): number {
  return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
}

/** A line of tabs in a tab-separated table is a row of missing cells, not a blank line. */
function isBlank(line: string, delimiter: Delimiter): boolean {
  return line.trim() === "" && !(delimiter === "\t" && line.includes("\t"));
}

function splitPlain(line: string, delimiter: Delimiter, { columns }: ReadingLimits): Pick<RowStep, "cells"> {
  if (isBlank(line, delimiter)) return {};
  return { cells: delimiter === " " ? line.trim().split(BLANKS, columns + 1) : line.split(delimiter, columns + 1) };
}

/** One row that has at least one quote; it may span several lines. */
function splitQuoted(source: RowSource, start: number, line: number): RowStep | undefined {
  const { text, delimiter, isWhole, limits } = source;
  const isDelimiter = (c: string): boolean => (delimiter === " " ? c === " " || c === "\t" : c === delimiter);
  const skipBlanks = (from: number): number => {
    let i = from;
    while (text[i] === " " || (text[i] === "\t" && delimiter !== "\t")) i++;
    return i;
  };
  const cells: string[] = [];
  let lines = 1;
  let i = start;
  for (;;) {
    let cell = "";
    const content = skipBlanks(i);
    const opened = line + lines - 1;
    const isQuoted = text[content] === '"';
    if (isQuoted) {
      const closing = closingQuote(text, content + 1);
      if (closing < 0 && !isWhole) return undefined;
      if (closing < 0) throw unterminatedQuote(opened);
      const inside = text.slice(content + 1, closing);
      cell = inside.replaceAll('""', '"');
      lines += inside.match(LINE_END)?.length ?? 0;
      i = delimiter === " " ? closing + 1 : skipBlanks(closing + 1);
    } else if (delimiter === " ") {
      i = content;
    }
    const from = i;
    while (i < text.length && !isDelimiter(text[i]) && text[i] !== "\n" && text[i] !== "\r") i++;
    if (!isWhole && mayGoOn(text, i)) return undefined;
    if (isQuoted && i > from) throw strayQuote(opened, text.slice(from, i));
    if (cells.length <= limits.columns) cells.push(cell + text.slice(from, i));
    if (delimiter === " ") i = skipBlanks(i);
    if (!isWhole && mayGoOn(text, i)) return undefined;
    if (i >= text.length || text[i] === "\n" || text[i] === "\r") break;
    if (delimiter !== " ") i++;
  }
  return { cells, end: i, next: afterLineEnd(text, i), lines };
}

const LINE_END = /\r\n|\n|\r/g;

/** Where the quote that opened before `from` closes, skipping doubled quotes; −1 if it never does. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function unterminatedQuote(line: number): InputError {
  return new InputError({
    code: "unterminated-quote",
    place: `line ${line}`,
    value: "a quoted cell that never ends",
    expected: 'a closing "',
    remedy: "The file may be cut off: get it again, or close the quote.",
  });
}

/**
 * Two cells that open a quote and do not close it would swallow all rows between them; the text after the second quote
 * shows it.
 */
function strayQuote(line: number, rest: string): InputError {
  return new InputError({
    code: "stray-quote",
    place: `line ${line}`,
    value: `a quoted cell that ends before "${rest.trim().slice(0, 20)}"`,
    expected: 'a delimiter or a line end after the closing "',
    remedy: 'A lone " may have opened it: double every " inside a quoted cell, and close every quote.',
  });
}
