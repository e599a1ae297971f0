import { CELL } from "./cell.js";
import type { CellReader } from "./cell-reader.js";
import { isWordOverNumbers, isWordsOverNumbers, judgeHeader } from "./header.js";
import { namesInGroups } from "./header-lines.js";
import type { TextRow } from "./split-rows.js";

/** More lines above a table are not expected. */
const MOST_TITLES = 100;
/** So many may begin with a number: more are rows of another table. */
const MOST_NUMBERED = 20;
/** Rows by which words above numbers are recognized. */
const ROWS_BELOW = 20;

/**
 * How many lines stand above a table, among its first rows: those of another width, and those with one text or nothing in
 * their cells, if a header of that width follows; and names with their values, above words over numbers. A line that is
 * one cell short may be a header; a line of several words before a row of numbers is a header of the wrong width, and
 * none of these.
 *
 * @param width of most rows
 */
export function titleLines(rows: readonly TextRow[], width: number, reader: CellReader): number {
  const isHeading = (k: number): boolean =>
    k < rows.length && isHeadingOver(rows.slice(k, k + ROWS_BELOW), width, reader);
  const filledIn = (k: number): string[] => rows[k].cells.filter((cell) => cell.trim() !== "");
  const isText = (cell: string): boolean => reader.read(cell) === CELL.text;
  let end = 0;
  while (end < rows.length && rows[end].cells.length !== width) end++;
  const isMany = end > MOST_NUMBERED && rows.slice(0, end).some(({ cells }) => reader.code(cells[0]) !== CELL.text);
  if (isMany || end > MOST_TITLES || end === rows.length) return 0;
  let last = end;
  while (
    width > 1 &&
    last < Math.min(rows.length, MOST_TITLES) &&
    filledIn(last).length <= 1 &&
    filledIn(last).every(isText)
  )
    last++;
  // An empty line ends a title whatever follows.
  if (isHeading(last) || (last > end && last < rows.length && filledIn(last - 1).length === 0)) end = last;
  else if (end > 0) {
    const above = rows[end - 1].cells;
    if ((above.length === width - 1 && width > 2) || (above.length > 1 && filledIn(end - 1).every(isText))) end -= 1;
  }
  return end === 0 ? namedValues(rows, width, reader, isHeading(0)) : end;
}

/**
 * How many lines of words and values come first: names with values, such as "Date,2023-01-05", down to a header over
 * numbers in the first column; or a title such as "Sales, 2020", right above a header of different words.
 *
 * @param isHeader whether the first line is one
 */
function namedValues(rows: readonly TextRow[], width: number, reader: CellReader, isHeader: boolean): number {
  const isWord = (cell: string): boolean => reader.code(cell) === CELL.text;
  const areAbove = (count: number, columns: number): boolean => {
    const above = rows.slice(0, count);
    const hasValue = above.some(({ cells }) => cells.some((cell) => cell.trim() !== "" && !isWord(cell)));
    const areNamed = above.every(({ cells }) => cells.length === width && isWord(cells[0]));
    return hasValue && areNamed && isWordsOverNumbers(rows.slice(count, count + ROWS_BELOW), width, reader, columns);
  };
  let last = 0;
  while (last + 1 < Math.min(rows.length, MOST_TITLES) && isWord(rows[last + 1].cells[0])) last++;
  if (areAbove(last, 1)) return last;
  if (isHeader) return 0;
  const heads = new Set(rows[1]?.cells.map((cell) => cell.trim()));
  return heads.size === width && !heads.has("") && areAbove(1, width) ? 1 : 0;
}

/**
 * Whether the first of these rows is a header over the others: words over numbers, words beside years, numbers or marks of
 * missing values, or a header of two lines; it may be one cell short.
 */
function isHeadingOver(rows: readonly TextRow[], width: number, reader: CellReader): boolean {
  if (isWordsOverNumbers(rows, width, reader) || namesInGroups(rows, width, reader)) return true;
  const [{ cells }, ...others] = rows;
  const below = others.flatMap((row) => (row.cells.length === width ? [row.cells] : []));
  const isShort = cells.length === width - 1 && width > 2;
  if (cells.length !== width && !isShort) return false;
  const areWords = cells.every((cell) => reader.read(cell) === CELL.text);
  const isOver = isShort && cells.some((cell, j) => isWordOverNumbers(cell, below, j + 1, reader));
  return (isOver || !areWords) && judgeHeader(cells, below, reader).isHeader;
}
