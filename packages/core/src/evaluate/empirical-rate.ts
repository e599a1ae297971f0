import type { Column } from "../numeric/column.js";
import { log } from "../numeric/elementary.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";

/** Values measured at one sample size. */
export interface RatePoint {
  readonly rows: number;
  /** One positive value for each repetition. */
  readonly values: Column;
}

/**
 * The exponent r of value ≈ c·rows^(−r): minus the slope of a least-squares line through the logarithms of the medians.
 *
 * thm:consistency says that the loss converges no slower than the scores do, with r at most 1/2.
 * @paper thm:consistency
 */
export function empiricalRate(points: readonly RatePoint[]): number {
  const at = points.map(({ rows, values }) => ({ u: log(rows), w: log(quantileOfSorted(sorted(values), 0.5)) }));
  const mean = (of: (point: { u: number; w: number }) => number) =>
    at.reduce((sum, point) => sum + of(point), 0) / at.length;
  const [u, w] = [mean((point) => point.u), mean((point) => point.w)];
  return -mean((point) => (point.u - u) * (point.w - w)) / mean((point) => (point.u - u) * (point.u - u));
}
