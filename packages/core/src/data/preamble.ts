import { afterLineEnd, type Delimiter, lineEnd, type TextStart } from "./split-rows.js";

/** What precedes the rows of a table. */
export interface Preamble {
  readonly start: TextStart;
  /** Lines that begin with #. */
  readonly comments: readonly string[];
  /** The delimiter that a first line such as "sep=;" names, as spreadsheets write and read it. */
  readonly delimiter?: Delimiter;
}

const SEPARATOR_LINE = /^sep=([,;|\t])$/i;

/** Passes over a byte-order mark, a separator line, comment lines and blank lines before the first row. */
export function readPreamble(text: string): Preamble {
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
