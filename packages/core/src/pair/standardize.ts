import { type Column, requireColumns } from "../primitives/columns.js";
import { InputError } from "../primitives/errors.js";
import { type Pair, requireFinite } from "./pair.js";
import { takeRows } from "./resample.js";

/** Mean and standard deviation of a column before standardizing. */
export interface Scale {
  readonly mean: number;
  /** Population standard deviation (divisor n). */
  readonly sd: number;
}

declare const standardized: unique symbol;

/**
 * A pair with mean 0 and population standard deviation 1 in both columns. Only `standardize` makes one, and methods
 * accept nothing else: the loss of x→y has units 1/x² and that of y→x 1/y², so raw losses cannot be compared.
 */
export interface StandardPair extends Pair {
  readonly scale: { readonly x: Scale; readonly y: Scale };
  readonly [standardized]: true;
}

/**
 * Standardized values are whole multiples of 2⁻⁶⁰. That is below their own rounding, changes no value above 0.01, and
 * makes two values either equal or 10⁻¹⁸ apart, so that nothing computed from distances underflows.
 */
const GRID = 1.152921504606847e18;

/**
 * Smallest number of rows: fewer say nothing about the slope of a density, and the smallest splines have 8
 * coefficients.
 */
export const MINIMUM_ROWS = 20;

/**
 * Shifts and scales both columns to mean 0 and standard deviation 1; the input is not changed.
 *
 * @throws InputError `too-few-rows`, `constant-column`, `extreme-range`, `not-finite`
 */
export function standardize(pair: Pair): StandardPair {
  requireColumns({ x: pair?.x, y: pair?.y });
  requireRows(pair);
  const x = standardizeColumn(pair.x, pair.names.x);
  const y = standardizeColumn(pair.y, pair.names.y);
  const { names, rows, findings } = pair;
  return { names, rows, findings, x: x.values, y: y.values, scale: { x: x.scale, y: y.scale } } as StandardPair;
}

/**
 * Some rows of a standardized pair, standardized again; `scale` still gives the user's units.
 *
 * @throws InputError as `standardize`
 */
export function standardizeRows(pair: StandardPair, rows: ArrayLike<number>): StandardPair {
  const again = standardize({ ...pair, x: takeRows(pair.x, rows), y: takeRows(pair.y, rows) });
  return {
    ...again,
    scale: { x: inUserUnits(pair.scale.x, again.scale.x), y: inUserUnits(pair.scale.y, again.scale.y) },
  };
}

/** The scale of a standardized column that was standardized again. @param outer of the first time */
export function inUserUnits(outer: Scale, inner: Scale): Scale {
  return { mean: outer.mean + outer.sd * inner.mean, sd: outer.sd * inner.sd };
}

function requireRows(pair: Pair): void {
  if (pair.x.length >= MINIMUM_ROWS) return;
  const { read, dropped } = pair.rows;
  throw new InputError({
    code: "too-few-rows",
    place: `columns "${pair.names.x}" and "${pair.names.y}"`,
    value: `${pair.x.length} usable rows (${read} read, ${dropped} left out)`,
    expected: `at least ${MINIMUM_ROWS}`,
    remedy: "Collect more rows; with fewer than 200 the answer is weak anyway.",
  });
}

/** A column with mean 0 and standard deviation 1, and what it had. @throws InputError as `standardize` */
export function standardizeColumn(column: Column, name: string): { values: Column; scale: Scale } {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < column.length; i++) {
    // NaN stays NaN.
    lowest = Math.min(lowest, column[i]);
    highest = Math.max(highest, column[i]);
  }
  if (!(lowest > -Infinity && highest < Infinity)) requireFinite(column, name);
  if (lowest === highest) throw constantColumn(name, lowest, column.length);
  const unit = exactUnit(Math.max(Math.abs(lowest), Math.abs(highest)));
  const values = new Float64Array(column.length);
  for (let i = 0; i < values.length; i++) values[i] = column[i] / unit;
  const mean = meanOf(values);
  for (let i = 0; i < values.length; i++) values[i] -= mean;
  // The first mean has a rounding error in its last digit; a second pass subtracts what is left.
  const remainder = meanOf(values);
  let sumOfSquares = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] -= remainder;
    sumOfSquares += values[i] * values[i];
  }
  const sd = Math.sqrt(sumOfSquares / values.length);
  if (!(sd > 0)) throw constantColumn(name, lowest, column.length);
  for (let i = 0; i < values.length; i++) values[i] = Math.round((values[i] / sd) * GRID) / GRID;
  requireDistinct(column, values, name);
  return { values, scale: { mean: (mean + remainder) * unit, sd: sd * unit } };
}

/**
 * A power of two that brings a column of extreme size near 1, so that no square over- or underflows; 1 otherwise.
 * Dividing by it is exact.
 */
export function exactUnit(largest: number): number {
  const HUGE = 1e150;
  if (largest < HUGE && largest > 1 / HUGE) return 1;
  let unit = 1;
  while (largest / unit >= 2) unit *= 2;
  while (largest / unit < 1) unit /= 2;
  return unit;
}

/**
 * Next to a value of 1e300 all ordinary numbers become the same double: such a column has lost its data. The sign of it
 * is neighboring rows that differed before and are equal now.
 */
function requireDistinct(raw: Column, standardized: Column, name: string): void {
  let differed = 0;
  let lost = 0;
  for (let i = 1; i < raw.length; i++) {
    if (raw[i] === raw[i - 1]) continue;
    differed += 1;
    if (standardized[i] === standardized[i - 1]) lost += 1;
  }
  if (2 * lost <= differed) return;
  throw new InputError({
    code: "extreme-range",
    place: `column "${name}"`,
    value: `values of such different size that ${lost} of ${differed} steps from row to row are lost next to the largest`,
    expected: "values of comparable size",
    remedy: "A few rows are much larger than all others: remove them, or take logarithms.",
  });
}

function meanOf(column: Column): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i];
  return sum / column.length;
}

function constantColumn(name: string, value: number, rows: number): InputError {
  return new InputError({
    code: "constant-column",
    place: `column "${name}"`,
    value: `${value} in all ${rows} rows`,
    expected: "values that vary",
    remedy: "A constant column has no cause and no effect: choose another column.",
  });
}

/** Converts standardized values to the units of the user's column. */
export function toUserUnits(column: Column, { mean, sd }: Scale): Column {
  requireColumns({ column });
  return column.map((value) => mean + sd * value);
}

/** Converts values in the user's units to standard deviations from the mean. */
export function toStandardUnits(column: Column, { mean, sd }: Scale): Column {
  requireColumns({ column });
  return column.map((value) => (value - mean) / sd);
}
