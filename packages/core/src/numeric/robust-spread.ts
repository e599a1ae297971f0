import type { Column } from "./column.js";
import { quantileOfSorted, sorted } from "./quantile.js";

/** Ratio of a normal's interquartile range to its standard deviation. */
const NORMAL_IQR = 1.34;

/**
 * A column's median and standard deviation, and its spread: the smaller of that and IQR/1.34, so that a few outliers do
 * not widen a bandwidth; the standard deviation where more than half the rows share one value and the IQR is 0.
 */
export function robustSpread(column: Column): {
  readonly center: number;
  readonly sd: number;
  readonly spread: number;
  /** The column sorted, for whoever needs it besides. */
  readonly ascending: Column;
} {
  const n = column.length;
  const ascending = sorted(column);
  // Squares of values around 10²⁰⁰ or 10⁻²⁰⁰ would not be doubles: deviations are taken as shares of the range.
  const range = ascending[n - 1] - ascending[0];
  let mean = 0;
  for (const value of column) mean += value / n;
  let variance = 0;
  for (const value of column) {
    const share = (value - mean) / range;
    variance += (share * share) / n;
  }
  const sd = range > 0 ? range * Math.sqrt(variance) : 0;
  const iqr = quantileOfSorted(ascending, 0.75) - quantileOfSorted(ascending, 0.25);
  return {
    center: quantileOfSorted(ascending, 0.5),
    sd,
    spread: iqr > 0 ? Math.min(sd, iqr / NORMAL_IQR) : sd,
    ascending,
  };
}
