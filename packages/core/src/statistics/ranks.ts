import { plainRoutines } from "../compute/plain-routines.js";
import type { Routines } from "../compute/routines.js";
import { type PiecewiseChebyshev, piecewiseChebyshev } from "../primitives/chebyshev.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { lowerNormalQuantile } from "../primitives/special.js";

/** (rank − ½)/n of every value, between 0 and 1; equal values share the mean of their ranks. @cost O(n log n) */
export function unitRanks(column: Column, routines: Routines = plainRoutines): Column {
  return byRank(column, routines, (rank) => rank);
}

/** A function of the rank of every value, called once for values that are equal. */
function byRank(column: Column, routines: Routines, value: (unitRank: number) => number): Column {
  const n = column.length;
  const order = routines.ascendingOrder(column);
  const out = new Float64Array(n);
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && column[order[to]] === column[order[from]]) to += 1;
    // The mean of from + ½, …, to − ½.
    const shared = value((from + to) / 2 / n);
    for (let place = from; place < to; place++) out[order[place]] = shared;
    from = to;
  }
  return out;
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

/** A share smaller than that of any rank of a column in memory. */
const SMALLEST_RANK_SHARE = 1e-10;
const QUANTILE_TOLERANCE = 1e-12;

/**
 * The lower half of the normal quantile as a function of ln 2p: tabulated once, because Newton's steps for every row
 * are slow.
 */
let quantiles: PiecewiseChebyshev | undefined;

/**
 * The normal score of each value, Φ⁻¹((rank − ½)/n); equal values share their mean rank.
 *
 * Their distribution is the same for every column, so that under independence a statistic of two such columns has a
 * distribution that depends only on n.
 * @cost O(n log n), and milliseconds for the first call     @error 10⁻¹¹
 */
export function normalScores(column: Column, routines: Routines = plainRoutines): Column {
  return byRank(column, routines, normalQuantile);
}

/** Φ⁻¹(share) from a table, for shares between 10⁻¹⁰ and 1 − 10⁻¹⁰. @error 10⁻¹¹ */
export function normalQuantile(share: number): number {
  quantiles ??= piecewiseChebyshev(
    (t) => lowerNormalQuantile(t - Math.LN2),
    log(2 * SMALLEST_RANK_SHARE),
    0,
    QUANTILE_TOLERANCE,
  );
  return share < 0.5 ? quantiles.at(log(2 * share)) : -quantiles.at(log(2 * (1 - share)));
}

/**
 * The step of a column that was rounded or measured on a grid, in its units: the median, over rows, of the distance
 * from a tied value to the nearest different one; 0 if less than half of the rows are tied, or all are equal.
 *
 * A rounded column gives its step. A few repeated values in a continuous column change nothing.
 * @param ascending sorted     @cost O(n), sorting one column
 */
export function tieStep(ascending: Column): number {
  const n = ascending.length;
  const middle = Math.floor((n - 1) / 2);
  let untied = 0;
  for (let i = 0; i < n; i++) if (ascending[i] !== ascending[i - 1] && ascending[i] !== ascending[i + 1]) untied += 1;
  if (untied > middle) return 0;
  const steps = new Float64Array(n);
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && ascending[to] === ascending[from]) to += 1;
    if (to - from > 1) {
      const below = from > 0 ? ascending[from] - ascending[from - 1] : Infinity;
      const above = to < n ? ascending[to] - ascending[from] : Infinity;
      const nearest = Math.min(below, above);
      steps.fill(nearest === Infinity ? 0 : nearest, from, to);
    }
    from = to;
  }
  return steps.sort()[middle];
}
