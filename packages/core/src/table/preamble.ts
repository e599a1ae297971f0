import { InputError } from "../primitives/errors.js";
import { afterLineEnd, type Delimiter, lineEnd, type TextStart } from "./split-rows.js";

/** What precedes the rows of a table. */
export interface Preamble {
  readonly start: TextStart;
  /** Lines that begin with #. */
  readonly comments: readonly string[];
  /** The delimiter that a first line such as "sep=;" names, as spreadsheets write and read it. */
  readonly delimiter?: Delimiter;
  /** The names of the columns, if they stand before the rows, as in a file of the attribute-relation format. */
  readonly names?: readonly string[];
}

const SEPARATOR_LINE = /^sep=([,;|\t])$/i;

/** Skips a byte-order mark, a separator line, comment lines and blank lines before the first row. */
export function readPreamble(text: string): Preamble {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  if (RELATION.test(text)) return readAttributes(text, at);
  let delimiter: Delimiter | undefined;
  const comments: string[] = [];
  while (at < text.length) {
    const end = lineEnd(text, at);
    const content = text.slice(at, end).trim();
    const separator = line === 1 ? SEPARATOR_LINE.exec(text.slice(at, end)) : null;
    if (separator) delimiter = separator[1] as Delimiter;
    else if (content.startsWith("#") && !isHeader(text, at, end)) comments.push(content.slice(1).trim());
    else if (content !== "") break;
    at = afterLineEnd(text, end);
    line += 1;
  }
  return { start: { at, line }, comments, ...(delimiter && { delimiter }) };
}

/** Whether a line names its first column "#": a delimiter follows it, and the next line has as many. */
function isHeader(text: string, at: number, end: number): boolean {
  const delimiter = /^#\s*([,;|\t])/.exec(text.slice(at, end))?.[1];
  if (delimiter === undefined) return false;
  const next = afterLineEnd(text, end);
  const widths = [text.slice(at, end), text.slice(next, lineEnd(text, next))].map(
    (line) => line.split(delimiter).length,
  );
  return widths[0] === widths[1];
}

/** How a file of the attribute-relation format (ARFF) begins, behind comments. */
const RELATION = /^\ufeff?(?:\s*%[^\r\n]*[\r\n])*\s*@relation\b/i;
const ATTRIBUTE = /^@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s{]+))[\s{]/i;

/** The names of attributes, down to the line @data. */
function readAttributes(text: string, start: number): Preamble {
  const names: string[] = [];
  const comments: string[] = [];
  let at = start;
  for (let line = 1; at < text.length; line++) {
    const end = lineEnd(text, at);
    const content = text.slice(at, end).trim();
    at = afterLineEnd(text, end);
    const [, single, double, plain] = ATTRIBUTE.exec(`${content} `) ?? [];
    const name = single ?? double ?? plain;
    if (name !== undefined) names.push(name.replaceAll(/\\(.)/g, "$1"));
    else if (content.startsWith("%")) comments.push(content.slice(1).trim());
    if (!/^@data\b/i.test(content)) continue;
    if (/^\s*\{/.test(text.slice(at, at + SEEN_CHARACTERS))) throw sparseRows(line + 1);
    return { start: { at, line: line + 1 }, comments: [], names };
  }
  return { start: { at, line: 1 }, comments, names };
}

const SEEN_CHARACTERS = 100;

/** The error for rows that do not have a cell for each name. */
export function otherWidth(names: number, width: number, line: number): InputError {
  return new InputError({
    code: "malformed-file",
    place: `line ${line}`,
    value: `rows of ${width} ${width === 1 ? "cell" : "cells"}`,
    expected: `${names}, one for each attribute of the ARFF file`,
    remedy: "Save the file again with a comma between values, and double quotes around those that hold one.",
  });
}

function sparseRows(line: number): InputError {
  return new InputError({
    code: "malformed-file",
    place: `line ${line}`,
    value: "a sparse row of an ARFF file, in braces",
    expected: "one value for each attribute",
    remedy: "Save the file with dense rows.",
  });
}
