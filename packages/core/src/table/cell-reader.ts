import { CELL, type CellKind, CODE, type DecimalMark } from "./cell.js";
import { type DateReader, dateReader } from "./written-date.js";
import { isDashAmount, writtenNumber } from "./written-number.js";

/** Markers of a missing value, compared without regard to case, but for the last two. */
const MISSING_MARKERS: readonly string[] = [
  ...[
    "",
    "na",
    "n/a",
    "n.a.",
    "<na>",
    "nan",
    "none",
    "null",
    "?",
    "-",
    "--",
    "---",
    "\u2013",
    "\u2014",
    ".",
    "..",
    ":",
  ],
  ...["#n/a", "#div/0!", "#ref!", "#value!", "#num!", "#name?", "#null!", "NaT", "\\N"],
];

/** How a number without a mark is written. */
const [UNMARKED, WHOLE] = [0, 0];

/** Reads cells of one table; what it says is about the last cell read. */
export interface CellReader {
  /** The kind of the cell between two places of a text, all of it by default, by the rules for plain numbers. */
  read(text: string, from?: number, to?: number): CellKind;
  /** The `CODE` of a cell, which may also be a number as people write it, or a date. */
  code(text: string, from?: number, to?: number): number;
  /** The kind of a number in this table: missing if it is a marker of missing values, infinite if it is too large. */
  kindOf(value: number): CellKind;
  /** The same as `read` for cells that hold plain numbers; NaN for all others. */
  scan(text: string, from: number, to: number): number;
  /** Whether the cell is a plain number; its value is not made. */
  isNumber(text: string, from: number, to: number): boolean;
  /** Only meaningful for numbers and dates, these in seconds since 1970-01-01. */
  readonly value: number;
  /** The mark and the way a plain number is written: the bits of `CODE` beside the kind. */
  readonly marks: number;
  /** The text of a cell that is no plain number, without blanks around it. */
  readonly cell: string;
  /** The unit of a number that has one. */
  readonly unit: string;
  /** Whether the number has separators between thousands, or its minus comes last; of plain numbers such as 1,234 it is not known. */
  readonly isGrouped: boolean;
}

const INFINITE = /^[+-]?inf(?:inity)?$/i;
/** Powers of ten that are exact doubles, and the largest number to which one more digit can be added within 53 bits. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const LARGEST_EXACT = 900_719_925_474_098;
/** Any number of so many digits, without an exponent, is finite. */
const FINITE_DIGITS = 300;
const [BLANK, PLUS, COMMA_CODE, MINUS, POINT_CODE, ZERO, NINE, LAST_ASCII] = [32, 43, 44, 45, 46, 48, 57, 127];
const [UNICODE_MINUS, EN_DASH] = [0x2212, 0x2013];

/**
 * A reader for a decimal mark, or for both marks, and extra missing markers; a marker that is a number, such as -999,
 * matches every way to write it.
 *
 * Plain numbers are decimals with an optional exponent. A number too large for a double counts as infinite. Up to 15
 * digits are read in place, as a whole number divided by a power of ten, both exact, so that the quotient is the nearest
 * double; longer numbers and those with an exponent are checked and passed to `Number`. `code` also reads what
 * `writtenNumber` and `dateReader` read.
 * @cost no allocation for plain numbers of up to 15 digits
 */
export function cellReader(decimal: DecimalMark | undefined, missing: readonly string[] = []): CellReader {
  const markers = new Set([...MISSING_MARKERS, ...missing.map((marker) => marker.trim().toLowerCase())]);
  const longestMarker = Math.max(...Array.from(markers, ({ length }) => length));
  const dates: DateReader = dateReader();
  const reader = { value: 0, marks: 0, cell: "", unit: "", isGrouped: false, kindOf, scan, isNumber, read, code };
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
    return judge(scan(text, from, to), text, from, to);
  }

  /** The kind of a cell by its value as a plain number, NaN if it is none. */
  function judge(value: number, text: string, from: number, to: number): CellKind {
    reader.value = value;
    if (!Number.isNaN(value) && (missingNumbers.size === 0 || !missingNumbers.has(value))) {
      return Number.isFinite(value) ? CELL.number : CELL.infinite;
    }
    const cell = text.slice(from, to).trim();
    reader.cell = cell;
    const isMarker = cell.length <= longestMarker && (markers.has(cell.toLowerCase()) || markers.has(cell));
    // A marker that is written as given is one whatever the decimal mark is.
    if (isMarker || Number.isNaN(value)) reader.marks = UNMARKED;
    if (isMarker || !Number.isNaN(value)) return CELL.missing;
    return INFINITE.test(cell) ? CELL.infinite : CELL.text;
  }

  function code(text: string, from = 0, to = text.length): number {
    reader.isGrouped = false;
    const kind = judge(scan(text, from, to), text, from, to);
    if (kind !== CELL.text) return kind | reader.marks;
    if (mayBeWritten(text, from, to)) return writtenCode(reader.cell);
    const { cell } = reader;
    if (cell.length > LONGEST_DASH || !mayBeDash(cell) || !isDashAmount(cell)) return CELL.text;
    reader.value = 0;
    reader.unit = cell.replace(/\s*[-\u2013\u2014]+\s*/, "");
    return CODE.unit;
  }

  /** The code of a cell that is no plain number. */
  function writtenCode(cell: string): number {
    const date = dates.read(cell);
    if (date !== CELL.text) {
      reader.value = dates.seconds;
      return date;
    }
    const number = writtenNumber(cell);
    if (!number) return CELL.text;
    reader.value = number.value;
    reader.unit = number.unit;
    reader.isGrouped = number.isGrouped;
    return number.code | kindOf(number.value);
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
    const isNegative = sign === MINUS || sign === UNICODE_MINUS || sign === EN_DASH;
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
    const mark = markAt < 0 ? UNMARKED : text.charCodeAt(markAt) === POINT_CODE ? CODE.point : CODE.comma;
    // "1." is a number, but "1," is not.
    if (digits === 0 || (mark === CODE.comma && fraction === 0)) return Number.NaN;
    if (at < end && !isExponent(text, at, end)) return Number.NaN;
    const isLikeThousands =
      fraction === 3 && digits > 3 && digits <= 6 && at === end && text.charCodeAt(first) !== ZERO;
    const isWhole = mark === UNMARKED && at === end;
    reader.marks = mark | (isLikeThousands ? CODE.thousands : isWhole ? WHOLE : CODE.decimal);
    if (!isExact && at === end && digits <= FINITE_DIGITS) return 0;
    if (at < end || !exact || !isExact || fraction >= POWERS_OF_TEN.length) {
      const size = Number(text.slice(first, end).replace(",", "."));
      return isNegative ? -size : size;
    }
    const size = mantissa / POWERS_OF_TEN[fraction];
    return isNegative ? -size : size;
  }
}

/** Longer cells are no currency with a dash, as "R$  -" is. */
const LONGEST_DASH = 12;

/** A quick look: whether a dash comes first or last. */
function mayBeDash(cell: string): boolean {
  const [first, last] = [cell.charCodeAt(0), cell.charCodeAt(cell.length - 1)];
  return first === MINUS || last === MINUS || first === EN_DASH || last === EN_DASH;
}

/** No number or date that people write is longer. */
const LONGEST_WRITTEN = 60;

/** A quick look: whether a cell that is no plain number is short and has a digit. */
export function mayBeWritten(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST_WRITTEN || to - from < 2) return false;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) return true;
  }
  return false;
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
