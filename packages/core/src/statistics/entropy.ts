import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { log, power } from "../primitives/elementary.js";
import { constantColumn } from "../primitives/errors.js";
import { sorted, spreadOfSorted } from "../primitives/quantiles.js";
import { digamma, HALF_LOG_TWO_PI } from "../primitives/special.js";
import { tieStep } from "./ranks.js";

/** Bandwidths tried, as shares of the rule of thumb: the one that predicts left-out rows best is used. */
const BANDWIDTH_SHARES = [1.2, 0.8, 0.55, 0.35, 0.2];
/** Where the search begins: the middle. */
const FIRST = 2;
/** Silverman's smaller constant, for densities that may have several modes. */
const RULE_OF_THUMB = 0.9;
/** No bandwidth is below this share of the standard deviation: a column with atoms keeps a finite entropy. */
const SMALLEST_BANDWIDTH_SHARE = 0.01;
/**
 * 1/√(2π): with this share of a grid's step as bandwidth, a kernel is as high as the uniform distribution over one
 * step.
 */
const SHARE_OF_STEP = 0.3989422804014327;
/** The density at a row without neighbors is this share of what one row adds at its own place. */
const LONELY = 0.01;

/**
 * Differential entropy of a column by leave-one-out kernel density, in nats: −max over bandwidths of the mean log
 * density that the other rows give to each row. The search moves from a middle bandwidth outward while that rises.
 *
 * Good to 10⁻⁹, not binned: tiles of one bandwidth take the same time as a grid, and the answer does not depend on the
 * origin or cell width of a grid. Shifting adds nothing, scaling by a adds ln a. Ties: equal rows are neighbors at
 * distance 0, and with a narrow kernel a rounded column would look almost deterministic. The bandwidth is therefore
 * wide enough for the entropy of the quantity before rounding (`tieStep`), and at least 0.01 sd, so that the entropy is
 * never −∞.
 * @cost O(n) for each of three bandwidths, seldom four, sorting aside     @throws InputError `constant-column`
 */
export function kernelEntropy(column: Column, compute: ComputeOptions = {}): number {
  return kernelEntropyOfSorted(computeOptions(compute).routines.sorted(column), compute);
}

/** `kernelEntropy` of a column that is sorted. @cost O(n) for each of three bandwidths, seldom four */
export function kernelEntropyOfSorted(ascending: Column, compute: ComputeOptions = {}): number {
  const { routines } = computeOptions(compute);
  const n = ascending.length;
  const { center, sd, spread } = spreadOfSorted(ascending);
  if (!(sd > 0)) throw constantColumn("entropy", n);
  const narrowest = Math.max(SMALLEST_BANDWIDTH_SHARE * sd, SHARE_OF_STEP * tieStep(ascending));
  const places = new Float64Array(n);
  const meanLogDensity = (share: number): number => {
    const bandwidth = Math.max(share * RULE_OF_THUMB * spread * power(n, -0.2), narrowest);
    placesInto(places, ascending, center, bandwidth);
    const lonely = (LONELY * (n - 1)) / n;
    return routines.meanLogDensity({ places, lonely }) - log((n - 1) * bandwidth) - HALF_LOG_TWO_PI;
  };
  const middle = meanLogDensity(BANDWIDTH_SHARES[FIRST]);
  const wide = climb(middle, BANDWIDTH_SHARES.slice(0, FIRST).reverse(), meanLogDensity);
  return -(wide > middle ? wide : climb(middle, BANDWIDTH_SHARES.slice(FIRST + 1), meanLogDensity));
}

/**
 * Writes (value − center) / bandwidth. Apart from the closure that calls it, because V8 compiles a loop in a closure
 * anew for every column.
 */
function placesInto(places: Column, ascending: Column, center: number, bandwidth: number): void {
  for (let i = 0; i < places.length; i++) places[i] = (ascending[i] - center) / bandwidth;
}

/** The highest value in the order of `places`, up to the first that is lower than the one before. */
function climb(start: number, places: readonly number[], valueAt: (place: number) => number): number {
  let best = start;
  for (const place of places) {
    const value = valueAt(place);
    if (!(value > best)) break;
    best = value;
  }
  return best;
}

/**
 * Differential entropy of a column from the gaps between neighboring values, in nats: mean ln gap + ψ(n) − ψ(1).
 *
 * It needs no bandwidth, but is noisier than `kernelEntropy`. Ties have no gap and are left out of the mean, so that
 * scaling by a still adds ln a; for a column with few different values use `kernelEntropy`. Without ties this is the
 * estimate of the published IGCI.
 * @cost O(n log n)     @reference Kraskov, Stögbauer & Grassberger 2004 (one neighbor)     @throws InputError
 * `constant-column`
 */
export function spacingEntropy(column: Column): number {
  requireColumns({ column });
  const ascending = sorted(column);
  let sum = 0;
  let gaps = 0;
  for (let i = 1; i < ascending.length; i++) {
    const gap = ascending[i] - ascending[i - 1];
    if (gap === 0) continue;
    sum += log(gap);
    gaps += 1;
  }
  if (gaps === 0) throw constantColumn("entropy", column.length);
  return sum / gaps + digamma(column.length) - digamma(1);
}
