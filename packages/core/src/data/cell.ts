/** What a table cell holds. The numbers are stored one byte a cell. */
export const CELL = { number: 0, missing: 1, infinite: 2, text: 3 } as const;
export type CellKind = (typeof CELL)[keyof typeof CELL];

/** Markers of a missing value, compared without regard to case. */
export const MISSING_MARKERS: readonly string[] = [
  "",
  "na",
  "n/a",
  "#n/a",
  "<na>",
  "nan",
  "none",
  "null",
  "?",
  "-",
  ".",
];

export type DecimalMark = "." | ",";

/** Reads cells of one table; `value` is meaningful for numbers only. */
export interface CellReader {
  read(cell: string): CellKind;
  /** What a number is in this table: one that marks a missing value is missing, and one too large infinite. */
  kindOf(value: number): CellKind;
  readonly value: number;
}

const POINT_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA_NUMBER = /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d+)?$/;
const INFINITE = /^[+-]?inf(?:inity)?$/i;
const UNICODE_MINUS = "\u2212";

/**
 * A reader for a decimal mark and extra missing markers; a marker that is a number, such as -999, stands for every way
 * to write it.
 *
 * Numbers are plain decimals with an optional exponent: no thousands separators, units, percent or hexadecimal, which
 * would have to be guessed. A number too large for a double counts as infinite.
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
