import { shortCell } from "../primitives/output-text.js";
import { type ReadingLimits, requireWithin } from "./reading-limits.js";
import type { TableColumn } from "./table.js";

/** The kinds of table cells, stored as one byte per cell. */
export const CELL = { number: 0, missing: 1, infinite: 2, text: 3 } as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Markers of a missing value, compared without regard to case. */
const MISSING_MARKERS: readonly string[] = ["", "na", "n/a", "#n/a", "<na>", "nan", "none", "null", "?", "-", "."];

export type DecimalMark = "." | ",";

/** The mark in a number: it is a number only in a table with this decimal mark. */
const [UNMARKED, POINT, COMMA] = [0, 4, 8];
/** How a number is written: 1,234 may be a thousand, 3,5 and 0,125 cannot; 1e5 is no thousand either. */
const [WHOLE, THOUSANDS, DECIMAL] = [0, 16, 32];

/** Reads cells of one table; what it says is about the last cell read. */
export interface CellReader {
  /** The kind of the cell between two places of a text; all of it by default. */
  read(text: string, from?: number, to?: number): CellKind;
  /** The kind of a number in this table: missing if it is a marker of missing values, infinite if it is too large. */
  kindOf(value: number): CellKind;
  /** The same as `read` for cells that hold plain numbers; NaN for all others. */
  scan(text: string, from: number, to: number): number;
  /** Whether the cell is a number; its value is not made. */
  isNumber(text: string, from: number, to: number): boolean;
  /** Only meaningful for numbers. */
  readonly value: number;
  /** The mark and the way the number is written: the bits that a `cellStore` keeps beside the kind. */
  readonly marks: number;
}

const INFINITE = /^[+-]?inf(?:inity)?$/i;
/** Powers of ten that are exact doubles, and the largest number to which one more digit can be added within 53 bits. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const LARGEST_EXACT = 900_719_925_474_098;
/** Any number of so many digits, without an exponent, is finite. */
const FINITE_DIGITS = 300;
const [BLANK, PLUS, COMMA_CODE, MINUS, POINT_CODE, ZERO, NINE, LAST_ASCII] = [32, 43, 44, 45, 46, 48, 57, 127];
const UNICODE_MINUS = 0x2212;

/**
 * A reader for a decimal mark, or for both marks, and extra missing markers; a marker that is a number, such as -999,
 * matches every way to write it.
 *
 * Numbers are plain decimals with an optional exponent: no thousands separators, units, percent signs or hexadecimal,
 * which could only be guessed. A number too large for a double counts as infinite. Up to 15 digits are read in place, as
 * a whole number divided by a power of ten, both exact, so that the quotient is the nearest double; longer numbers and
 * those with an exponent are checked and passed to `Number`.
 * @cost no allocation for numbers of up to 15 digits
 */
export function cellReader(decimal: DecimalMark | undefined, missing: readonly string[] = []): CellReader {
  const markers = new Set([...MISSING_MARKERS, ...missing.map((marker) => marker.trim().toLowerCase())]);
  const reader = { value: 0, marks: UNMARKED, kindOf, scan, isNumber, read };
  const missingNumbers = new Set<number>();
  for (const marker of missing) {
    const value = scan(marker, 0, marker.length);
    if (!Number.isNaN(value)) missingNumbers.add(value);
  }
  return reader;

  function kindOf(value: number): CellKind {
    if (missingNumbers.has(value)) return CELL.missing;
    return Number.isFinite(value) ? CELL.number : CELL.infinite;
  }

  function read(text: string, from = 0, to = text.length): CellKind {
    reader.value = scan(text, from, to);
    if (!Number.isNaN(reader.value) && (missingNumbers.size === 0 || !missingNumbers.has(reader.value))) {
      return Number.isFinite(reader.value) ? CELL.number : CELL.infinite;
    }
    const cell = text.slice(from, to).trim();
    if (!Number.isNaN(reader.value)) {
      // A marker that is written as given is one whatever the decimal mark is.
      if (markers.has(cell.toLowerCase())) reader.marks = UNMARKED;
      return CELL.missing;
    }
    reader.marks = UNMARKED;
    if (markers.has(cell) || markers.has(cell.toLowerCase())) return CELL.missing;
    return INFINITE.test(cell) ? CELL.infinite : CELL.text;
  }

  function isNumber(text: string, from: number, to: number): boolean {
    const value = scan(text, from, to, missingNumbers.size > 0);
    return !Number.isNaN(value) && kindOf(value) === CELL.number;
  }

  /** @param isExact whether the value is needed; otherwise 0 stands for any that is surely finite */
  function scan(text: string, from: number, to: number, isExact = true): number {
    let [start, end] = [from, to];
    while (start < end && isBlank(text.charCodeAt(start))) start++;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    const sign = text.charCodeAt(start);
    const isNegative = sign === MINUS || sign === UNICODE_MINUS;
    const first = isNegative || sign === PLUS ? start + 1 : start;
    let mantissa = 0;
    let exact = true;
    let markAt = -1;
    let at = first;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code >= ZERO && code <= NINE) {
        if (!isExact) continue;
        if (mantissa > LARGEST_EXACT) exact = false;
        mantissa = 10 * mantissa + (code - ZERO);
      } else if (markAt < 0 && (code === POINT_CODE ? decimal !== "," : code === COMMA_CODE && decimal !== ".")) {
        markAt = at;
      } else break;
    }
    const digits = at - first - (markAt < 0 ? 0 : 1);
    const fraction = markAt < 0 ? 0 : at - markAt - 1;
    const mark = markAt < 0 ? UNMARKED : text.charCodeAt(markAt) === POINT_CODE ? POINT : COMMA;
    // "1." is a number, but "1," is not.
    if (digits === 0 || (mark === COMMA && fraction === 0)) return Number.NaN;
    if (at < end && !isExponent(text, at, end)) return Number.NaN;
    const isLikeThousands =
      fraction === 3 && digits > 3 && digits <= 6 && at === end && text.charCodeAt(first) !== ZERO;
    const isWhole = mark === UNMARKED && at === end;
    reader.marks = mark | (isLikeThousands ? THOUSANDS : isWhole ? WHOLE : DECIMAL);
    if (!isExact && at === end && digits <= FINITE_DIGITS) return 0;
    if (at < end || !exact || !isExact || fraction >= POWERS_OF_TEN.length) {
      const size = Number(text.slice(first, end).replace(",", "."));
      return isNegative ? -size : size;
    }
    const size = mantissa / POWERS_OF_TEN[fraction];
    return isNegative ? -size : size;
  }
}

/** What `trim` removes. */
function isBlank(code: number): boolean {
  if (code > BLANK && code <= LAST_ASCII) return false;
  return code === BLANK || String.fromCharCode(code).trim() === "";
}

function isExponent(text: string, at: number, end: number): boolean {
  if (text[at] !== "e" && text[at] !== "E") return false;
  const code = text.charCodeAt(at + 1);
  let digit = code === MINUS || code === PLUS ? at + 2 : at + 1;
  if (digit >= end) return false;
  for (; digit < end; digit++) {
    const value = text.charCodeAt(digit);
    if (value < ZERO || value > NINE) return false;
  }
  return true;
}

/** Counts, over all cells of a table, the numbers that only one decimal mark allows. */
export interface MarkTally {
  /** Counts the number that a reader has just read. */
  add(marks: number): void;
  /** The mark that makes more cells numbers; the point if both make as many. */
  decimal(): DecimalMark;
  /** Whether some number, such as 3,5 or 0,125, proves that this mark does not separate thousands. */
  isProven(decimal: DecimalMark): boolean;
}

export function markTally(): MarkTally {
  let [points, commas] = [0, 0];
  const proven = { ".": false, ",": false };
  return {
    add(marks) {
      if (marks & POINT) {
        points += 1;
        if (marks & DECIMAL) proven["."] = true;
      } else if (marks & COMMA) {
        commas += 1;
        if (marks & DECIMAL) proven[","] = true;
      }
    },
    decimal: () => (commas > points ? "," : "."),
    isProven: (decimal) => proven[decimal],
  };
}

/** The cells of some columns, by row and place among these columns, both from 0; rows are added at the end. */
export interface CellStore {
  /** Stores the cell between two places of a text. */
  put(row: number, place: number, text: string, from: number, to: number, line: number): void;
  /** Stores a cell whose kind is known; `cell` is the text that messages quote. */
  putKind(row: number, place: number, kind: CellKind, value: number, line: number, cell: string): void;
  /** The columns, their numbers read with this decimal mark. @cost O(cells) */
  finish(rows: number, decimal: DecimalMark): StoredColumns;
}

interface StoredColumns {
  readonly columns: readonly TableColumn[];
  /** A cell that may be a thousand, such as 1,234; of those with a point only one in a column of whole numbers. */
  readonly thousandsLike?: string;
}

/** Rows are stored in blocks of about this many cells. */
const BLOCK_CELLS = 16_384;
const KIND_BITS = 3;
/** Set in a column's byte beside the bits of marks: a text without a mark is kept. */
const NO_MARK_BIT = 1;

/**
 * A store that grows as rows come. It keeps with each cell the only decimal mark under which it is a number, so that
 * the mark can be decided after the last cell, without reading any cell again.
 *
 * @param tally counts the numbers stored
 * @cost 9 bytes a cell while reading, 18 at the end
 * @throws InputError `limit-exceeded`, from `put` and `putKind`
 */
export function cellStore(
  names: readonly string[],
  reader: CellReader,
  tally: MarkTally,
  limits: ReadingLimits,
): CellStore {
  const width = names.length;
  const blockRows = Math.max(1, Math.floor(BLOCK_CELLS / Math.max(1, width)));
  const blocks: { readonly values: Float64Array; readonly codes: Uint8Array }[] = [];
  /** The first cell of each column that is text, or is text unless its mark is the decimal one. */
  const firsts = [UNMARKED, POINT, COMMA].map((): FirstTexts => ({ rows: [], lines: [], cells: [] }));
  const mostRows = Math.floor(limits.cells / Math.max(1, width));
  const store = (row: number, place: number, code: number, value: number): void => {
    if (row >= mostRows) requireWithin(limits, "cells", (row + 1) * width, `row ${row + 1}`);
    const inBlock = row % blockRows;
    const number = (row - inBlock) / blockRows;
    if (number >= blocks.length) {
      blocks.push({ values: new Float64Array(blockRows * width), codes: new Uint8Array(blockRows * width) });
    }
    const at = inBlock * width + place;
    const { values, codes } = blocks[number];
    codes[at] = code;
    values[at] = (code & KIND_BITS) === CELL.number ? value : Number.NaN;
  };
  const keptText = new Uint8Array(width);
  /** Keeps the cell for messages if it is the first of its column with this mark. */
  const keepText = (mark: number, row: number, place: number, cell: string, line: number): void => {
    const first = firsts[mark >> 2];
    first.rows[place] = row;
    first.lines[place] = line;
    first.cells[place] = copied(shortCell(cell));
    keptText[place] |= mark || NO_MARK_BIT;
  };
  return {
    put(row, place, text, from, to, line) {
      const kind = reader.read(text, from, to);
      const { marks } = reader;
      store(row, place, kind | marks, reader.value);
      if (kind === CELL.number) tally.add(marks);
      const mark = marks & (POINT | COMMA);
      if ((kind === CELL.text || mark !== UNMARKED) && !(keptText[place] & (mark || NO_MARK_BIT))) {
        keepText(mark, row, place, text.slice(from, to), line);
      }
    },
    putKind(row, place, kind, value, line, cell) {
      store(row, place, kind, value);
      if (kind === CELL.text && !(keptText[place] & NO_MARK_BIT)) keepText(UNMARKED, row, place, cell, line);
    },
    finish(rows, decimal) {
      const other = decimal === "." ? COMMA : POINT;
      const room = columnRoom(rows, width);
      let counts: readonly number[] = [];
      let thousandsLike: string | undefined;
      const columns = names.map((name, place): TableColumn => {
        const column = room();
        const found = [0, 0, 0, 0];
        let [seen, thousands] = [0, Number.NaN];
        let hasWhole = false;
        let row = 0;
        for (const { values, codes } of blocks) {
          const end = Math.min(rows, row + blockRows);
          for (let at = place; row < end; row++, at += width) {
            const code = codes[at];
            const kind = code & other ? CELL.text : code & KIND_BITS;
            column.kinds[row] = kind;
            column.values[row] = kind === CELL.number ? values[at] : Number.NaN;
            found[kind] += 1;
            if (kind !== CELL.number) continue;
            if (code & THOUSANDS && Number.isNaN(thousands)) thousands = values[at];
            if (code === WHOLE) hasWhole = true;
            seen |= code;
          }
        }
        const isDoubtful = decimal === "," || (hasWhole && !(seen & DECIMAL));
        if (isDoubtful && !Number.isNaN(thousands)) thousandsLike ??= thousands.toFixed(3).replace(".", decimal);
        // Most columns of a table share one list of counts.
        if (found.some((count, kind) => count !== counts[kind])) counts = found;
        const firstText = firstOf(firsts[UNMARKED], firsts[other >> 2], place);
        return { name, ...column, counts, ...(firstText && { firstText }) };
      });
      return { columns, ...(thousandsLike !== undefined && { thousandsLike }) };
    },
  };
}

/** Columns of few rows share buffers of this many bytes: one buffer each would take more memory than the cells. */
const SHARED_BYTES = 65_536;
const CELL_BYTES = 9;

/** Hands out room for `columns` columns of `rows` rows. */
function columnRoom(rows: number, columns: number): () => Pick<TableColumn, "values" | "kinds"> {
  const many = Math.max(1, Math.min(columns, Math.floor(SHARED_BYTES / (CELL_BYTES * rows))));
  let values = new Float64Array();
  let kinds = new Uint8Array();
  return () => {
    if (values.length === 0) [values, kinds] = [new Float64Array(many * rows), new Uint8Array(many * rows)];
    const column = { values: values.subarray(0, rows), kinds: kinds.subarray(0, rows) };
    [values, kinds] = [values.subarray(rows), kinds.subarray(rows)];
    return column;
  };
}

/** The first texts of columns, by their places; a place without one is empty. */
interface FirstTexts {
  readonly rows: number[];
  readonly lines: number[];
  readonly cells: string[];
}

function firstOf(a: FirstTexts, b: FirstTexts, place: number): TableColumn["firstText"] {
  const first = (a.rows[place] ?? Infinity) <= (b.rows[place] ?? Infinity) ? a : b;
  const cell = first.cells[place];
  return cell === undefined ? undefined : { line: first.lines[place], cell };
}

/** The same text without the long one of which it is a part and which it would keep in memory. */
function copied(part: string): string {
  return ` ${part}`.slice(1);
}
