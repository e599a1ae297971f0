import type { ComputeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { grouped, option, percent, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { type SortedColumn, sortedColumn } from "../statistics/sorted-column.js";
import type { Pair } from "./pair.js";
import type { Scale } from "./standardize.js";

/** Values at an end of a column that may not be measurements, and the rows that have others in both columns. */
export interface SuspiciousValues {
  /** A warning, in the user's units. */
  readonly finding: Finding & { readonly code: "missing-codes" | "piled-up" };
  /** Whether a value of the column is suspicious. */
  isSuspicious(value: number): boolean;
  readonly axis: "x" | "y";
}

/** A different value of a column, and its rows. */
interface Level {
  readonly value: number;
  readonly count: number;
}

/**
 * What is suspicious about the ends of both columns: codes for missing values first, then piled-up values.
 *
 * Only what units, zeros and signs do not change is looked at. In a standardized pair `scale` gives the user's units.
 * @cost constant for sorted columns
 */
export function suspiciousValues(
  pair: Pick<Pair, "x" | "y" | "names"> & { readonly scale?: { readonly x: Scale; readonly y: Scale } },
  compute: ComputeOptions = {},
): SuspiciousValues[] {
  const axes = (["x", "y"] as const).map((axis) => {
    const levels = levelsOf(sortedColumn(pair[axis], compute));
    const codes = codesOf(levels, pair[axis].length);
    const rest = levels.filter((level) => !codes.includes(level));
    return { axis, codes, piles: pilesOf(rest, pair[axis].length), name: pair.names[axis] };
  });
  const shownValues = (axis: "x" | "y", levels: readonly Level[]): string =>
    levels.map(({ value }) => String(userValue(value, pair.scale?.[axis]))).join(" and ");
  const found = (axis: "x" | "y", levels: readonly Level[], finding: SuspiciousValues["finding"]): SuspiciousValues => {
    const values = new Set(levels.map(({ value }) => value));
    return { finding, axis, isSuspicious: (value) => values.has(value) };
  };
  return [
    ...axes
      .filter(({ codes }) => codes.length > 0)
      .map(({ axis, codes, name }) =>
        found(axis, codes, missingCodesFinding(name, rowsOf(codes), shownValues(axis, codes))),
      ),
    ...axes
      .filter(({ piles }) => piles.length > 0)
      .map(({ axis, piles, name }) =>
        found(axis, piles, {
          code: "piled-up",
          severity: "warn",
          column: name,
          value: rowsOf(piles) / pair[axis].length,
          sentence: `${percent(rowsOf(piles) / pair[axis].length)} of the rows have the outermost value of "${name}", ${shownValues(axis, piles)}: as if cut off there.`,
          advice:
            "If that is a detection limit or the end of a scale, the true values are not known: use a wider scale if there is one.",
        }),
      ),
  ];
}

function missingCodesFinding(
  name: string,
  count: number,
  values: string,
): Finding & { readonly code: "missing-codes" } {
  return {
    code: "missing-codes",
    severity: "warn",
    column: name,
    value: count,
    sentence: `${count === 1 ? "One row has" : `${grouped(count)} rows have`} ${values} in "${name}", far outside all others: a code for a missing value?`,
    advice: text`If it is one, set such rows aside: ${option("missing")}=${values.replaceAll(" and ", ",")}.`,
    advised: { missing: values.split(" and ") },
  };
}

/** Numbers that stand for "no value" in many tables: those made of nines, and of eights and sevens for other reasons. */
const KNOWN_CODES: ReadonlySet<number> = new Set(
  ["9", "8", "7"].flatMap((digit) => [2, 3, 4, 5].flatMap((k) => [Number(digit.repeat(k)), -Number(digit.repeat(k))])),
);

/** `missing-codes` of a single row with a well-known code far outside all others, in the user's units. */
export function singleCodeFinding(column: Column, name: string, compute: ComputeOptions = {}): Finding | undefined {
  const levels = levelsOf(sortedColumn(column, compute));
  if (levels.length < FEWEST_OTHERS) return undefined;
  const atEnd = [levels, [...levels].reverse()].find(([outermost, next, ...rest]) => {
    const range = Math.abs(next.value - rest[rest.length - 1].value);
    const isFar = Math.abs(outermost.value - next.value) > VERY_FAR * range;
    return outermost.count === 1 && KNOWN_CODES.has(outermost.value) && isFar;
  });
  return atEnd && missingCodesFinding(name, 1, String(atEnd[0].value));
}

/** A value in the user's units, without the digits that standardizing made up. */
function userValue(value: number, scale: Scale | undefined): number {
  return scale ? Number((scale.mean + scale.sd * value).toPrecision(10)) : value;
}

function rowsOf(levels: readonly Level[]): number {
  return levels.reduce((sum, { count }) => sum + count, 0);
}

/** Different values that are kept from each end: more are never looked at. */
const END_LEVELS = 100;

/** The different values of a column, ascending; of more than 200 the first and the last 100. */
function levelsOf({ ascending, starts, distinct }: SortedColumn): Level[] {
  const kept = Array.from({ length: Math.min(distinct, 2 * END_LEVELS) }, (_, k) =>
    k < END_LEVELS ? k : Math.max(k, distinct - 2 * END_LEVELS + k),
  );
  return kept.map((k) => ({ value: ascending[starts[k]], count: starts[k + 1] - starts[k] }));
}

/** With fewer other values a column is a scale of a few steps, such as doses, whose steps may grow. */
const FEWEST_OTHERS = 12;
/** Codes at one end, such as −99 and −98, and how often what is found is taken away to look again. */
const MOST_CODES = 3;
const MOST_PASSES = 4;
/** More than this share of the rows is no exception. */
const LARGEST_SHARE = 0.2;
/** A gap this many times the range of all other values is far; two rows behind it are enough. */
const VERY_FAR = 1.5;
/**
 * A gap this share of their range, and this many times the widest of the next gaps, with at least three rows behind it;
 * if not more than each of the next values has, the more times.
 */
const FAR = 0.1;
const TIMES_NEXT_GAPS = 3;
const MANY_TIMES_NEXT_GAPS = 10;
const NEXT_GAPS = 5;
const FEWEST_ROWS = 3;

/** The values, at either end, that repeat and lie far outside all others. */
function codesOf(all: readonly Level[], rows: number): Level[] {
  const codes: Level[] = [];
  let levels = all;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const [low, high] = [codesAtStart(levels, rows), codesAtStart([...levels].reverse(), rows)];
    const found = low.length > 0 ? low : high;
    if (found.length === 0) break;
    codes.push(...found);
    levels = levels.filter((level) => !found.includes(level));
  }
  return codes;
}

/** The codes among the first of some levels, which run from one end to the other. */
function codesAtStart(levels: readonly Level[], rows: number): Level[] {
  const gap = (i: number): number => Math.abs(levels[i + 1].value - levels[i].value);
  for (let k = 1; k <= MOST_CODES && levels.length - k >= FEWEST_OTHERS; k++) {
    const [codes, next] = [levels.slice(0, k), levels.slice(k, k + NEXT_GAPS + 1)];
    const count = rowsOf(codes);
    const range = Math.abs(levels[levels.length - 1].value - next[0].value);
    const isTight = Math.abs(codes[0].value - codes[k - 1].value) * TIMES_NEXT_GAPS <= gap(k - 1);
    if (count < 2 * k || count > LARGEST_SHARE * rows || !isTight) continue;
    const isVeryFar = gap(k - 1) > VERY_FAR * range;
    const nextGap = Math.max(...next.slice(0, NEXT_GAPS).map((_, i) => gap(k + i)));
    const isPile = next.slice(0, FEWEST_ROWS).every((level) => level.count * k < count);
    const times = isPile ? TIMES_NEXT_GAPS : MANY_TIMES_NEXT_GAPS;
    const isFar = count >= FEWEST_ROWS * k && gap(k - 1) > FAR * range && gap(k - 1) > times * nextGap;
    if (isVeryFar || isFar) return codes;
  }
  return [];
}

/** From this share of the rows on, and this many of them, a value at an end is a pile; one with more is `discrete`. */
const PILE_SHARE = 0.02;
const PILE_ROWS = 8;
const LARGEST_PILE = 0.1;
/** A pile has this many times the rows of each of the next values: rounding and counting do not do that. */
const PILE_TIMES = 3;
const NEXT_VALUES = 5;

/** The first and the last value, where they have far more rows than the values next to them. */
function pilesOf(levels: readonly Level[], rows: number): Level[] {
  return [levels, [...levels].reverse()].flatMap(([end, ...next]) => {
    if (next.length < FEWEST_OTHERS || end.count > LARGEST_PILE * rows) return [];
    if (end.count < Math.max(PILE_ROWS, PILE_SHARE * rows)) return [];
    return next.slice(0, NEXT_VALUES).every(({ count }) => end.count > PILE_TIMES * count) ? [end] : [];
  });
}
