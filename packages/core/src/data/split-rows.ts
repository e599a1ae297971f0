import { InputError } from "../errors/input-error.js";

/** `" "` stands for any run of blanks and tabs. */
export type Delimiter = "," | ";" | "\t" | "|" | " ";

/** One row of a delimited text: its cells, quotes removed, and the line it starts on, counted from 1. */
export interface TextRow {
  readonly cells: readonly string[];
  readonly line: number;
}

const BLANKS = /[ \t]+/;

/** Where the rows begin: past a byte-order mark and whatever precedes the table. */
export interface TextStart {
  readonly at: number;
  readonly line: number;
}

/**
 * Splits delimited text into rows, skipping lines that hold nothing but blanks.
 *
 * A cell that starts with a double quote runs to the closing one and may hold delimiters, line ends and doubled
 * quotes. Line ends are LF, CRLF or CR.
 * @throws InputError `unterminated-quote` and `stray-quote`, naming the line where the quote opened
 */
export function* splitRows(text: string, delimiter: Delimiter, start: TextStart): Generator<TextRow> {
  let { at, line } = start;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const plain = text.slice(at, end);
    if (!plain.includes('"')) {
      if (!isBlank(plain, delimiter)) yield { cells: splitPlain(plain, delimiter), line };
      at = afterLineEnd(text, end);
      line += 1;
      continue;
    }
    const quoted = splitQuoted(text, at, line, delimiter);
    yield { cells: quoted.cells, line };
    at = quoted.next;
    line += quoted.lines;
  }
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

function splitPlain(line: string, delimiter: Delimiter): string[] {
  return delimiter === " " ? line.trim().split(BLANKS) : line.split(delimiter);
}

/** One row that holds at least one quote somewhere; may run over several lines. */
function splitQuoted(text: string, start: number, line: number, delimiter: Delimiter) {
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
    if (isQuoted && i > from) throw strayQuote(opened, text.slice(from, i));
    cells.push(cell + text.slice(from, i));
    if (delimiter === " ") i = skipBlanks(i);
    if (i >= text.length || text[i] === "\n" || text[i] === "\r") break;
    if (delimiter !== " ") i++;
  }
  return { cells, next: afterLineEnd(text, i), lines };
}

const LINE_END = /\r\n|\n|\r/g;

/** Where the quote that opened before `from` closes; doubled quotes do not. −1 if it never does. */
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

/** Two cells that each open a quote and do not close it swallow all rows between them; what follows gives it away. */
function strayQuote(line: number, rest: string): InputError {
  return new InputError({
    code: "stray-quote",
    place: `line ${line}`,
    value: `a quoted cell that ends before "${rest.trim().slice(0, 20)}"`,
    expected: 'a delimiter or a line end after the closing "',
    remedy: 'A lone " may have opened it: double every " inside a quoted cell, and close every quote.',
  });
}
