import type { Column } from "./columns.js";
import { log } from "./elementary.js";

/** An ascending copy. @cost O(n log n) time, 8n bytes */
export function sorted(column: Column): Column {
  return column.slice().sort();
}

/**
 * The first place of an ascending column at which a condition holds, and holds from there on; its length if there is
 * none.
 */
export function firstPlace(ascending: Column, holds: (value: number) => boolean): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(ascending[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The value at share q of an ascending column: linear between order statistics, position q(n − 1). */
export function quantileOfSorted(ascending: Column, q: number): number {
  const position = q * (ascending.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, ascending.length - 1);
  const low = ascending[below];
  const share = position - below;
  // Equal neighbors and whole positions return the order statistic itself, without rounding.
  return share === 0 || low === ascending[above] ? low : low + (ascending[above] - low) * share;
}

/**
 * The k-th smallest of values[0..count), k counted from 0. Reorders `values`.
 *
 * @cost O(count) on average: partition around the median of three (Hoare's selection)
 */
export function selectInPlace(values: Float64Array, count: number, k: number): number {
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const a = values[left];
    const b = values[(left + right) >>> 1];
    const c = values[right];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swap = values[i];
        values[i] = values[j];
        values[j] = swap;
        i++;
        j--;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else break;
  }
  return values[k];
}

/** `quantileOfSorted(…, 0.5)` of values that are not sorted; reorders them. @cost O(n) on average */
export function medianInPlace(values: Float64Array): number {
  const n = values.length;
  const below = Math.floor((n - 1) / 2);
  const low = selectInPlace(values, n, below);
  if (n % 2 === 1) return low;
  let high = Infinity;
  for (let i = below + 1; i < n; i++) high = Math.min(high, values[i]);
  return low === high ? low : low + (high - low) * 0.5;
}

/** Mean and population standard deviation (divisor n); NaN for no values. */
export function meanAndSd(values: ArrayLike<number>): { readonly mean: number; readonly sd: number } {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  const mean = sum / values.length;
  let square = 0;
  for (let i = 0; i < values.length; i++) square += (values[i] - mean) * (values[i] - mean);
  return { mean, sd: Math.sqrt(square / values.length) };
}

/** Ratio of a normal's interquartile range to its standard deviation. */
const NORMAL_IQR = 1.34;

/**
 * A column's median and standard deviation, and its spread: the smaller of that and IQR/1.34, so that a few outliers do
 * not widen a bandwidth; the standard deviation if more than half of the rows share one value and the IQR is 0.
 */
export function robustSpread(column: Column): Spread & {
  /** The sorted column, for reuse. */
  readonly ascending: Column;
} {
  const ascending = sorted(column);
  return { ...spreadOfSorted(ascending), ascending };
}

/** Where the values of a column are, and how far apart. */
export interface Spread {
  readonly center: number;
  readonly sd: number;
  readonly spread: number;
}

/** `robustSpread` of a column that is sorted. @cost O(n) */
export function spreadOfSorted(ascending: Column): Spread {
  const n = ascending.length;
  // Squares of values around 10²⁰⁰ or 10⁻²⁰⁰ would overflow or underflow: deviations are taken as shares of the range.
  const range = ascending[n - 1] - ascending[0];
  let mean = 0;
  for (let i = 0; i < n; i++) mean += ascending[i] / n;
  let variance = 0;
  for (let i = 0; i < n; i++) {
    const share = (ascending[i] - mean) / range;
    variance += (share * share) / n;
  }
  const sd = range > 0 ? range * Math.sqrt(variance) : 0;
  const iqr = quantileOfSorted(ascending, 0.75) - quantileOfSorted(ascending, 0.25);
  return {
    center: quantileOfSorted(ascending, 0.5),
    sd,
    spread: iqr > 0 ? Math.min(sd, iqr / NORMAL_IQR) : sd,
  };
}

/** Significant digits of a value as large as the scale. */
const SIGNIFICANT_DIGITS = 3;
/** Significant digits of a double. */
const MOST_DIGITS = 15;

/**
 * A value rounded to three digits of a scale, such as the spread of its column: 101325.4 stays 101325.4 with a spread
 * of 12, and becomes 101000 with one of 200,000. The value itself if the scale is not positive.
 */
export function roundedNear(value: number, scale: number): number {
  if (!Number.isFinite(value) || !(scale > 0 && Number.isFinite(scale))) return value;
  const decimals = SIGNIFICANT_DIGITS - 1 - Math.floor(log(scale) / Math.LN10);
  const size = value === 0 ? 0 : Math.floor(log(Math.abs(value)) / Math.LN10);
  const digits = Math.min(Math.max(size + 1 + decimals, 0), MOST_DIGITS);
  // Less than half of the last significant digit.
  if (digits === 0) return 0;
  const rounded = Number(value.toPrecision(digits));
  // Near the largest double fewer digits are no number.
  return Number.isFinite(rounded) ? rounded : value;
}
