import { shortCell } from "../primitives/output-text.js";
import type { TableColumn } from "./table.js";

/** The kinds of table cells, stored as one byte per cell. */
export const CELL = { number: 0, missing: 1, infinite: 2, text: 3 } as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Markers of a missing value, compared without regard to case. */
const MISSING_MARKERS: readonly string[] = ["", "na", "n/a", "#n/a", "<na>", "nan", "none", "null", "?", "-", "."];

export type DecimalMark = "." | ",";

/** Reads cells of one table; `value` is only meaningful for numbers. */
export interface CellReader {
  read(cell: string): CellKind;
  /** The kind of a number in this table: missing if it is a marker of missing values, infinite if it is too large. */
  kindOf(value: number): CellKind;
  readonly value: number;
}

const POINT_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA_NUMBER = /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d+)?$/;
const INFINITE = /^[+-]?inf(?:inity)?$/i;
const UNICODE_MINUS = "\u2212";

/**
 * A reader for a decimal mark and extra missing markers; a marker that is a number, such as -999, matches every way to
 * write it.
 *
 * Numbers are plain decimals with an optional exponent: no thousands separators, units, percent signs or hexadecimal,
 * which could only be guessed. A number too large for a double counts as infinite.
 */
export function cellReader(decimal: DecimalMark, missing: readonly string[] = []): CellReader {
  const markers = new Set([...MISSING_MARKERS, ...missing.map((marker) => marker.trim().toLowerCase())]);
  const grammar = decimal === "." ? POINT_NUMBER : COMMA_NUMBER;
  const toNumber = (text: string) => Number(decimal === "." ? text : text.replace(",", "."));
  const missingNumbers = new Set(missing.filter((marker) => grammar.test(marker.trim())).map(toNumber));
  const reader = {
    value: 0,
    kindOf(value: number): CellKind {
      if (missingNumbers.has(value)) return CELL.missing;
      return Number.isFinite(value) ? CELL.number : CELL.infinite;
    },
    read(cell: string): CellKind {
      let text = cell.trim();
      if (markers.has(text) || markers.has(text.toLowerCase())) return CELL.missing;
      if (text.startsWith(UNICODE_MINUS)) text = `-${text.slice(1)}`;
      if (!grammar.test(text)) return INFINITE.test(text) ? CELL.infinite : CELL.text;
      reader.value = toNumber(text);
      return reader.kindOf(reader.value);
    },
  };
  return reader;
}

/** How a number is written, to distinguish a decimal mark from a thousands separator. */
export const SHAPE = { whole: 0, thousands: 1, decimal: 2 } as const;

/** Reads plain numbers in place; `shape` is that of the last one read. */
export interface NumberScanner {
  /** The number between two places of a text, without blanks around it; NaN if there is anything else. */
  scan(text: string, from: number, to: number): number;
  readonly shape: (typeof SHAPE)[keyof typeof SHAPE];
}

/** Powers of ten that are exact doubles, and the largest number to which one more digit can be added within 53 bits. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const LARGEST_EXACT = 900_719_925_474_098;
const [TAB, BLANK, PLUS, MINUS, ZERO, NINE] = [9, 32, 43, 45, 48, 57];

/**
 * A fast path for plain numbers, with the same bits as `cellReader`: up to 15 digits are a whole number divided by a
 * power of ten, both exact, so that the quotient is the nearest double. Longer numbers and those with an exponent are
 * checked and passed to `Number`. All other cells are left to `cellReader`.
 *
 * @cost no allocation for up to 15 digits
 */
export function numberScanner(decimal: DecimalMark): NumberScanner {
  const mark = decimal.charCodeAt(0);
  const scanner = {
    shape: SHAPE.whole as NumberScanner["shape"],
    scan(text: string, from: number, to: number): number {
      let [start, end] = [from, to];
      while (start < end && isBlank(text.charCodeAt(start))) start++;
      while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
      const sign = text.charCodeAt(start);
      const first = sign === MINUS || sign === PLUS ? start + 1 : start;
      let mantissa = 0;
      let exact = true;
      let markAt = -1;
      let at = first;
      for (; at < end; at++) {
        const code = text.charCodeAt(at);
        if (code >= ZERO && code <= NINE) {
          if (mantissa > LARGEST_EXACT) exact = false;
          mantissa = 10 * mantissa + (code - ZERO);
        } else if (code === mark && markAt < 0) markAt = at;
        else break;
      }
      const digits = at - first - (markAt < 0 ? 0 : 1);
      const fraction = markAt < 0 ? 0 : at - markAt - 1;
      // As in `cellReader`: "1." is a number, but "1," is not.
      if (digits === 0 || (markAt >= 0 && fraction === 0 && decimal === ",")) return Number.NaN;
      if (at < end) {
        if (!isExponent(text, at, end)) return Number.NaN;
        scanner.shape = SHAPE.decimal;
        return toNumber(text.slice(start, end), decimal);
      }
      scanner.shape = shapeOf(markAt < 0, fraction, digits - fraction, text.charCodeAt(first));
      if (!exact || fraction >= POWERS_OF_TEN.length) return toNumber(text.slice(start, end), decimal);
      const size = mantissa / POWERS_OF_TEN[fraction];
      return sign === MINUS ? -size : size;
    },
  };
  return scanner;
}

function isBlank(code: number): boolean {
  return code === BLANK || code === TAB;
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

function shapeOf(isWhole: boolean, fraction: number, integerDigits: number, first: number): NumberScanner["shape"] {
  if (isWhole) return SHAPE.whole;
  const like = fraction === 3 && integerDigits >= 1 && integerDigits <= 3 && first !== ZERO;
  return like ? SHAPE.thousands : SHAPE.decimal;
}

function toNumber(text: string, decimal: DecimalMark): number {
  return Number(decimal === "." ? text : text.replace(",", "."));
}

/** How the cells of a column use the decimal mark. */
interface DecimalEvidence {
  /** A cell such as 1,234 that may mean one thousand two hundred thirty-four; empty if there is none. */
  readonly thousandsLike: string;
  /** Whether some cell, such as 3,5 or 0,125, cannot be a thousand. */
  readonly decimalLike: boolean;
  /** Whether some cell is a whole number without any mark. */
  readonly whole: boolean;
}

/** Collects the cells of one column, in blocks, so that a column of unknown length is never in memory twice. */
export interface ColumnBuilder {
  append(cell: string, line: number): void;
  /** The same for the cell between two places of a text. */
  appendSpan(text: string, from: number, to: number, line: number): void;
  /** The same for a cell whose kind is known; `cell` is the text that messages quote. */
  appendKind(kind: CellKind, value: number, line: number, cell: string): void;
  /** The column; the builder drops its blocks and cannot be used again. */
  finish(): TableColumn;
  evidence(): DecimalEvidence;
}

/** Blocks grow with the column, between these numbers of rows. */
const [SMALLEST_BLOCK, LARGEST_BLOCK] = [1024, 262_144];
const DECIMAL_OR_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const WHOLE_CELL = /^[+-]?\d+$/;

interface Block {
  readonly values: Float64Array;
  readonly kinds: Uint8Array;
}

export function columnBuilder(name: string, reader: CellReader, scanner: NumberScanner): ColumnBuilder {
  const full: Block[] = [];
  let { values, kinds } = block(SMALLEST_BLOCK);
  let used = 0;
  let length = 0;
  const counts = [0, 0, 0, 0];
  let firstText: TableColumn["firstText"];
  const seen = { thousandsLike: "", decimalLike: false, whole: false };
  const observe = (cell: string): void => {
    // One certain decimal is enough for the column.
    if (seen.decimalLike) return;
    const text = cell.trim();
    if (WHOLE_CELL.test(text)) seen.whole = true;
    else if (DECIMAL_OR_THOUSANDS.test(text)) seen.thousandsLike ||= text;
    else seen.decimalLike = true;
  };
  const add = (kind: CellKind, value: number): void => {
    if (used === values.length) {
      full.push({ values, kinds });
      ({ values, kinds } = block(Math.min(length, LARGEST_BLOCK)));
      used = 0;
    }
    kinds[used] = kind;
    values[used] = kind === CELL.number ? value : Number.NaN;
    counts[kind] += 1;
    used += 1;
    length += 1;
  };
  const appendKind = (kind: CellKind, value: number, line: number, cell: string): void => {
    add(kind, value);
    if (kind === CELL.text && !firstText) firstText = { line, cell: shortCell(cell) };
  };
  const append = (cell: string, line: number): void => {
    const kind = reader.read(cell);
    appendKind(kind, reader.value, line, cell);
    if (kind === CELL.number) observe(cell);
  };
  return {
    evidence: () => seen,
    append,
    appendKind,
    appendSpan(text, from, to, line) {
      const value = scanner.scan(text, from, to);
      if (Number.isNaN(value)) {
        append(text.slice(from, to), line);
        return;
      }
      const kind = reader.kindOf(value);
      add(kind, value);
      if (kind !== CELL.number || seen.decimalLike) return;
      if (scanner.shape === SHAPE.whole) seen.whole = true;
      else if (scanner.shape === SHAPE.decimal) seen.decimalLike = true;
      else seen.thousandsLike ||= text.slice(from, to).trim();
    },
    finish() {
      const column = block(length);
      let at = 0;
      for (const part of [...full, { values: values.subarray(0, used), kinds: kinds.subarray(0, used) }]) {
        column.values.set(part.values, at);
        column.kinds.set(part.kinds, at);
        at += part.values.length;
      }
      full.length = 0;
      ({ values, kinds } = block(0));
      return { name, ...column, counts, ...(firstText ? { firstText } : {}) };
    },
  };
}

function block(rows: number): Block {
  return { values: new Float64Array(rows), kinds: new Uint8Array(rows) };
}
