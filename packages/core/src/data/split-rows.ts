import { InputError } from "../errors/input-error.js";

/** `" "` stands for any run of blanks and tabs. */
export type Delimiter = "," | ";" | "\t" | "|" | " ";

/** One row of a delimited text: its cells, quotes removed, and the line it starts on, counted from 1. */
export interface TextRow {
  readonly cells: readonly string[];
  readonly line: number;
}

const BLANKS = /[ \t]+/;

/**
 * Splits delimited text into rows, skipping lines that hold nothing but blanks.
 *
 * A cell that starts with a double quote runs to the closing one and may hold delimiters, line ends and doubled
 * quotes. Line ends are LF, CRLF or CR; a byte-order mark at the start is passed over.
 * @throws InputError `unterminated-quote` naming the line where the quote opened
 */
export function* splitRows(text: string, delimiter: Delimiter): Generator<TextRow> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
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

function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return i;
  }
  return text.length;
}

function afterLineEnd(text: string, end: number): number {
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
    if (text[content] === '"') {
      i = content + 1;
      const opened = line + lines - 1;
      for (;;) {
        if (i >= text.length) throw unterminatedQuote(opened);
        const c = text[i];
        if (c === '"' && text[i + 1] !== '"') break;
        if (c === '"') i++;
        if (c === "\n" || (c === "\r" && text[i + 1] !== "\n")) lines++;
        cell += c;
        i++;
      }
      i = delimiter === " " ? i + 1 : skipBlanks(i + 1);
    } else if (delimiter === " ") {
      i = content;
    }
    // What follows a closing quote belongs to the cell; for a plain cell this is all of it.
    const from = i;
    while (i < text.length && !isDelimiter(text[i]) && text[i] !== "\n" && text[i] !== "\r") i++;
    cells.push(cell + text.slice(from, i));
    if (delimiter === " ") i = skipBlanks(i);
    if (i >= text.length || text[i] === "\n" || text[i] === "\r") break;
    if (delimiter !== " ") i++;
  }
  return { cells, next: afterLineEnd(text, i), lines };
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
