import { kept } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import { type PiecewiseChebyshev, piecewiseChebyshev } from "../primitives/chebyshev.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { lowerNormalQuantile } from "../primitives/special.js";
import { atRows, sortedColumn } from "./sorted-column.js";

/**
 * (rank − ½)/n of every value, between 0 and 1; equal values share the mean of their ranks.
 *
 * @cost O(n) for a sorted column
 */
export function unitRanks(column: Column, compute: ComputeOptions = {}): Column {
  return atRows(sortedColumn(column, compute), (from, to) => unitRank(from, to, column.length));
}

/** The mean of from + ½, …, to − ½, as a share of n. */
function unitRank(from: number, to: number, n: number): number {
  return (from + to) / 2 / n;
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
 * @cost O(n) for a sorted column, and milliseconds for the first call; kept by a memo     @error 10⁻¹¹
 */
export function normalScores(column: Column, compute: ComputeOptions = {}): Column {
  requireColumns({ column });
  const n = column.length;
  return kept(compute, "normal scores", [column], () => {
    const untied = untiedScores(n);
    return atRows(sortedColumn(column, compute), (from, to) =>
      to - from === 1 ? untied[from] : normalQuantile(unitRank(from, to, n)),
    );
  });
}

/** Those of the last number of rows: columns of a table share them. */
let lastScores: Column = new Float64Array(0);

/** The normal scores of a column of n different values, in ascending order. */
export function untiedScores(n: number): Column {
  if (lastScores.length !== n) {
    lastScores = new Float64Array(n);
    for (let place = 0; place < n; place++) lastScores[place] = normalQuantile(unitRank(place, place + 1, n));
  }
  return lastScores;
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
 * @param ascending sorted     @cost O(n); O(n log n) where half of the rows are tied
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
