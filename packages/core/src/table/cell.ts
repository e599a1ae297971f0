/**
 * The kinds of table cells, stored as one byte per cell; `aside` in every cell of a row that is set aside while reading.
 * The last two are never read: an expression has no value, and a condition excludes the row.
 */
export const CELL = { number: 0, missing: 1, infinite: 2, text: 3, aside: 4, undefined: 5, where: 6 } as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

export type DecimalMark = "." | ",";

/**
 * What is known of a cell before its column is decided, in one byte. The lowest two bits are the kind. In a number, bits
 * say under which decimal mark it is one, and how it is written. In a text, the other bits are one of `DATE`.
 */
export const CODE = {
  kindBits: 3,
  /** The only mark in the number: it is the decimal mark or, in 1.234 and 1,234, may separate thousands. */
  point: 4,
  comma: 8,
  /** Written like a thousand: 1,234; not 3,5 or 0,125. */
  thousands: 16,
  /** No thousand: only the mark that is named can be the decimal mark; without one, there is an exponent. */
  decimal: 32,
  /** With a unit, a currency or a percent sign. */
  unit: 64,
  /** In parentheses, as accountants write negative numbers. */
  parentheses: 128,
  /** Of every cell of a row that is set aside: no number has both marks. */
  aside: 12,
} as const;

const date = (kind: number): number => CELL.text | (kind << 2);

/** Codes of texts that are dates or times, if their column allows it. */
export const DATE = {
  /** A day, and a day with a time. */
  day: date(1),
  dayTime: date(2),
  /** 31/12/2020: a day only if days come first; 12/31/2020: if months do; 5/6/2020: either. */
  dayFirst: date(3),
  dayFirstTime: date(4),
  monthFirst: date(5),
  monthFirstTime: date(6),
  either: date(7),
  eitherTime: date(8),
  /** A month or a quarter. */
  month: date(9),
  /** A time without a day: with seconds, or 13:45. */
  time: date(10),
  shortTime: date(11),
} as const;
