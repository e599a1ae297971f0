import { grouped, InputError, option, type Text, text, valueWords, wrongOption } from "../primitives/errors.js";

/** How much of a table is read at most. What is beyond is an error as soon as it is met, before it is kept. */
export interface ReadingLimits {
  /** Bytes of a text file or stream, uncompressed. */
  readonly bytes: number;
  /** Cells of the columns that are kept, 9 bytes each. */
  readonly cells: number;
  readonly columns: number;
  /** Characters of a row. */
  readonly line: number;
  /** Characters of a cell. */
  readonly cell: number;
}

export type LimitName = keyof ReadingLimits;

export const DEFAULT_LIMITS: ReadingLimits = {
  bytes: 4_000_000_000,
  cells: 50_000_000,
  columns: 1_000_000,
  line: 64_000_000,
  cell: 1_000_000,
};

const UNITS: Readonly<Record<LimitName, string>> = {
  bytes: "bytes",
  cells: "cells in the columns to read",
  columns: "columns",
  line: "characters in a row",
  cell: "characters in a cell",
};

/** The limits, those that were given in place of the defaults. @throws InputError `wrong-option` */
export function readingLimits(given: Partial<ReadingLimits> = {}): ReadingLimits {
  const names = Object.keys(DEFAULT_LIMITS);
  if (typeof given !== "object" || given === null)
    throw wrongOption("limit", given, "an object such as { cells: 1e8 }");
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw wrongOption("limit", name, `limits of ${names.join(", ")}`);
    if (!(Number.isSafeInteger(value) && value > 0)) {
      throw wrongOption("limit", `${name}: ${valueWords(value)}`, "a whole number from 1, below 2^53");
    }
  }
  return { ...DEFAULT_LIMITS, ...given };
}

/** Checks a size that has been reached. @throws InputError `limit-exceeded` */
export function requireWithin(limits: ReadingLimits, name: LimitName, size: number, place: Text): void {
  if (size > limits[name]) throw limitExceeded(name, limits[name], place);
}

/** The error for what is larger than a limit. */
export function limitExceeded(name: LimitName, limit: number, place: Text): InputError {
  const quote = name === "line" || name === "cell" ? 'Look for a " that is never closed. ' : "";
  const fewer = name === "cells" ? "Name the columns you need. " : "";
  return new InputError({
    code: "limit-exceeded",
    place,
    value: `more than ${grouped(limit)} ${limit === 1 ? UNITS[name].replace(/s\b/, "") : UNITS[name]}`,
    expected: "a smaller table",
    remedy: text`${quote}${fewer}If the table is right, raise the limit ${name} with ${option("limit")}, such as ${name}=${2 * limit}.`,
  });
}
