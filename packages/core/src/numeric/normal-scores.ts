import type { Column } from "./column.js";
import { log } from "./elementary.js";
import { lowerNormalQuantile } from "./normal.js";
import { type PiecewiseChebyshev, piecewiseChebyshev } from "./piecewise-chebyshev.js";
import { unitRanks } from "./ranks.js";

/** The smallest share that ranks of any column in memory have. */
const SMALLEST_SHARE = 1e-10;
const TOLERANCE = 1e-12;

/** The lower half of the normal quantile as a function of ln 2p: made once, as Newton's steps for every row are slow. */
let quantiles: PiecewiseChebyshev | undefined;

/**
 * What a standard normal sample would have in place of each value: Φ⁻¹((rank − ½)/n); equal values share their mean rank.
 *
 * Whatever the law of the column, its scores have the same one, so that what is computed from them under independence
 * has a distribution that depends on n alone.
 * @cost O(n log n), and milliseconds for the first call     @error 10⁻¹¹
 */
export function normalScores(column: Column): Column {
  quantiles ??= piecewiseChebyshev((t) => lowerNormalQuantile(t - Math.LN2), log(2 * SMALLEST_SHARE), 0, TOLERANCE);
  const lower = quantiles;
  return unitRanks(column).map((share) => (share < 0.5 ? lower.at(log(2 * share)) : -lower.at(log(2 * (1 - share)))));
}
