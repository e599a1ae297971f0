import { option, text } from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import type { DecimalMark } from "@causal-velocity/core/table/cell.js";
import { limitExceeded, type ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
import { type CellRange, cellColumn, MOST_SHEET_COLUMNS, MOST_SHEET_ROWS, parseRange } from "./cell-range.js";
import { dateText } from "./number-formats.js";
import { type Sheet, stringReader, type Workbook } from "./workbook.js";
import { attribute, malformedXml } from "./xml.js";

/** How a sheet is written as text. */
export interface SheetOptions {
  /** The cells to read; default: all that are filled. */
  readonly range?: CellRange | undefined;
  /** How numbers are written. */
  readonly decimal: DecimalMark;
}

/** A sheet as the text of a table. */
export interface SheetText {
  /** Lines of cells, split at tabs, in pieces. @throws InputError `malformed-file`, `damaged-archive`, `limit-exceeded` */
  readonly pieces: AsyncGenerator<string>;
  /** What is doubtful about the sheet, after its last piece. */
  findings(): readonly Finding[];
}

/** The columns of a table are seen in so many first rows, and cells. */
const [HEAD_ROWS, HEAD_CELLS] = [1000, 1_000_000];
/** Characters that are passed on at once. */
const PIECE = 1 << 16;

/**
 * The cells of a sheet as the text of a table, so that one reader and one set of rules serve all tables: the line of a
 * row is its number in the sheet, every row has the columns that are filled in the first 1,000 rows, and a row without
 * a filled cell is a blank line. Numbers are written with the digits of the file, dates as 2024-05-31, truth values as
 * TRUE and FALSE, errors as NA. Of formulas only the values are read that were saved with them.
 *
 * @cost one pass; memory for the first rows
 */
export function sheetText(
  workbook: Workbook,
  sheet: Sheet,
  { range, decimal }: SheetOptions,
  limits: ReadingLimits,
  place: string,
): SheetText {
  const lines = lineWriter(range, limits, place);
  const { styles, strings, is1904 } = workbook;
  const inline = stringReader(limits);
  const merged: string[] = [];
  let mergedCount = 0;
  let [row, column, type, style] = [0, -1, "n", 0];
  let [isValue, isInline] = [false, false];
  let values: string[] = [];
  let cells: string[] = [];

  const cellText = (): string => {
    const value = values.length === 1 ? (values[0] ?? "") : values.join("");
    switch (type) {
      case "s":
        return plainCell(strings[Number(value)] ?? missingString(place, value));
      case "inlineStr":
        return plainCell(inline.take());
      case "b":
        return value === "1" || value === "true" ? "TRUE" : value === "" ? "" : "FALSE";
      case "e":
        return "NA";
      case "n": {
        const kind = styles[style];
        const date = kind && value !== "" ? dateText(Number(value), kind, is1904) : undefined;
        return date ?? plainCell(decimal === "," ? value.replace(".", ",") : value);
      }
      default:
        return plainCell(value);
    }
  };

  const events = {
    open(name: string, attributes: string): void {
      if (name === "c") {
        const at = attribute(attributes, "r");
        column = at === undefined ? column + 1 : cellColumn(at);
        if (!(column >= 0 && column < MOST_SHEET_COLUMNS)) throw malformedXml(place, `the cell "${at ?? column}"`);
        type = attribute(attributes, "t") ?? "n";
        style = Number(attribute(attributes, "s") ?? 0);
        values = [];
        inline.begin();
      } else if (name === "v") {
        isValue = true;
      } else if (name === "is") {
        isInline = true;
      } else if (name === "row") {
        const number = attribute(attributes, "r");
        const next = number === undefined ? row + 1 : Number(number);
        const isRow = Number.isInteger(next) && next > row && next <= MOST_SHEET_ROWS;
        if (!isRow) throw malformedXml(place, `row "${number ?? next}" after row ${row}`);
        [row, column, cells] = [next, -1, []];
      } else if (name === "mergeCell") {
        const ref = attribute(attributes, "ref") ?? "";
        if (!isTall(ref, lines.firstRow())) return;
        mergedCount += 1;
        if (merged.length === 0) merged.push(ref);
      } else if (isInline) inline.open(name);
    },
    text(part: string): void {
      if (isValue) {
        values.push(part);
        if (values.length > 1 && values.join("").length > limits.cell) throw limitExceeded("cell", limits.cell, place);
      } else if (isInline) inline.text(part);
    },
    close(name: string): void {
      if (name === "v") isValue = false;
      else if (name === "is") isInline = false;
      else if (name === "c") {
        const cell = cellText();
        if (cell !== "") cells[column] = cell;
      } else if (name === "row") lines.put(row, cells);
      else if (isInline) inline.close(name);
    },
  };

  async function* pieces(): AsyncGenerator<string> {
    for await (const _ of workbook.parts.read(workbook.partOf(sheet), events)) {
      const text = lines.take(PIECE);
      if (text !== "") yield text;
      if (range && row > range.lastRow) break;
    }
    lines.end();
    yield lines.take(0);
  }
  return {
    pieces: pieces(),
    findings: () => [...(merged[0] === undefined ? [] : [mergedCells(merged[0], mergedCount)]), ...lines.findings()],
  };
}

/** A cell as it can stand between tabs. */
function plainCell(cell: string): string {
  if (cell.trim() === "") return "";
  if (!SPECIAL.test(cell)) return cell;
  const flat = cell.replace(/[\t\n\r]+/g, " ");
  return QUOTED.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat;
}
/** Characters that split cells and lines; at the beginning of a line, a comment or the name of a delimiter. */
const SPECIAL = /[\t\n\r"]|^\s*#|^sep=/i;
const QUOTED = /"|^\s*#|^sep=/i;

function missingString(place: string, value: string): never {
  throw malformedXml(place, `a cell with the shared text ${value.slice(0, 20) || "of no number"}, which is not there`);
}

/** Writes the rows of a sheet as lines. */
interface LineWriter {
  put(row: number, cells: string[]): void;
  end(): void;
  /** What is written so far, if it has this many characters; else nothing. */
  take(least: number): string;
  /** The first row that is not empty. */
  firstRow(): number;
  findings(): readonly Finding[];
}

function lineWriter(range: CellRange | undefined, limits: ReadingLimits, place: string): LineWriter {
  let [first, last] = range ? [range.firstColumn, range.lastColumn] : [-1, -1];
  const head: { readonly row: number; readonly cells: string[] }[] = [];
  let [headCells, firstRow, line, characters, outside] = [0, 0, 0, 0, 0];
  let firstOutside: string | undefined;
  let parts: string[] = [];
  let length = 0;

  const write = (row: number, cells: string[]): void => {
    if (!range && cells.length > last + 1) countOutside(row, cells, last + 1, cells.length);
    if (!range && first > 0) countOutside(row, cells, 0, first);
    cells.length = last + 1;
    const text = `${"\n".repeat(row - line - 1)}${(first > 0 ? cells.slice(first) : cells).join("\t")}\n`;
    line = row;
    parts.push(text);
    length += text.length;
    characters += text.length;
    if (characters > limits.bytes) throw limitExceeded("bytes", limits.bytes, place);
  };
  const countOutside = (row: number, cells: readonly string[], from: number, to: number): void => {
    for (let j = from; j < to; j++) {
      if (cells[j] === undefined) continue;
      outside += 1;
      firstOutside ??= `row ${row}`;
    }
  };
  const flush = (): void => {
    if (!range && head.length > 0) {
      first = Math.min(...head.map(({ cells }) => cells.findIndex((cell) => cell !== undefined)));
      last = Math.max(...head.map(({ cells }) => cells.length)) - 1;
    }
    for (const { row, cells } of head) write(row, cells);
    head.length = 0;
  };
  return {
    put(row, cells) {
      const isOutside = range && (row < range.firstRow || row > range.lastRow);
      const isFilled = range ? cells.slice(first, last + 1).some((cell) => cell !== undefined) : cells.length > 0;
      if (isOutside || !isFilled) return;
      firstRow ||= row;
      if (last >= 0 && head.length === 0) return write(row, cells);
      head.push({ row, cells });
      headCells += cells.length;
      if (head.length >= HEAD_ROWS || headCells >= HEAD_CELLS) flush();
    },
    end: flush,
    take(least) {
      if (length < least) return "";
      const text = parts.join("");
      [parts, length] = [[], 0];
      return text;
    },
    firstRow: () => firstRow,
    findings: () => (firstOutside === undefined ? [] : [cellsOutside(outside, firstOutside)]),
  };
}

/** Whether merged cells reach over several rows of the table, below a title and two rows of names. */
function isTall(ref: string, firstRow: number): boolean {
  const range = parseRange(ref);
  return range !== undefined && range.lastRow > range.firstRow && firstRow > 0 && range.firstRow > firstRow + 1;
}

function mergedCells(first: string, count: number): Finding {
  const others = count > 1 ? ` and ${count - 1} more` : "";
  return {
    code: "merged-cells",
    severity: "warn",
    value: count,
    sentence: `Cells are merged over several rows (${first}${others}); the value counts in the first row only, the others are missing.`,
    advice: "If it holds for all of these rows, unmerge the cells and fill them.",
  };
}

function cellsOutside(count: number, first: string): Finding {
  return {
    code: "cells-outside",
    severity: "warn",
    value: count,
    sentence: `${count === 1 ? "One cell lies" : `${count} cells lie`} beside the columns of the table (the first in ${first}) and ${count === 1 ? "was" : "were"} left out.`,
    advice: text`If they belong to the table, name its cells with ${option("range")}.`,
  };
}
