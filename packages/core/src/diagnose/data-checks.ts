import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { FEW_ROWS as NOT_CALIBRATED_BELOW } from "../decide/default-method.js";
import { isDiscrete, withoutExtremes } from "../decide/gate.js";
import { byRole, type Direction } from "../fit/orient.js";
import { countDistinct, MANY_TIES, FEW_ROWS as OFTEN_WRONG_BELOW } from "../pair/inspect.js";
import { takeRows } from "../pair/resample.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { quantileOfSorted, robustSpread, sorted } from "../primitives/quantiles.js";
import { silvermanBandwidths } from "../score/kernel.js";
import { tieStep } from "../statistics/ranks.js";
import { type Check, type Judgment, judged, percent, roleNames, shown } from "./check.js";
import { type PairEstimates, spacedRows } from "./pair-estimates.js";

/** `sample-size`: rows behind everything else. Fails where the default gives few rows as its reason, warns below 200. */
export function sampleSizeCheck(pair: StandardPair): Check {
  const value = pair.x.length;
  const status: Judgment = value >= OFTEN_WRONG_BELOW ? "pass" : value >= NOT_CALIBRATED_BELOW ? "warn" : "fail";
  return {
    name: "sample-size",
    status,
    value,
    sentence: `${value} rows of "${pair.names.x}" and "${pair.names.y}" were looked at.`,
    advice: status === "pass" ? "" : `Collect more rows: below ${OFTEN_WRONG_BELOW} the direction is often wrong.`,
  };
}

/**
 * `ties`: share of the rows that repeat an earlier value, in the column with more of them, and the step to which it
 * seems rounded. Fails where the default's gate calls a column discrete.
 *
 * @cost O(n log n)
 */
export function tiesCheck(pair: StandardPair): Check {
  const [x, y] = (["x", "y"] as const).map((axis) => ({
    name: pair.names[axis],
    share: 1 - countDistinct(pair[axis]) / pair[axis].length,
    step: tieStep(sorted(pair[axis])) * pair.scale[axis].sd,
    isDiscrete: isDiscrete(pair[axis]),
  }));
  const isFirstWorse = x.isDiscrete === y.isDiscrete ? x.share >= y.share : x.isDiscrete;
  const worse = isFirstWorse ? x : y;
  const value = Math.max(x.share, y.share);
  const grid = worse.step > 0 ? `, as if rounded to ${shown(worse.step)}` : "";
  const kind = worse.isDiscrete ? "; it has too few values, or one far more often than any other" : "";
  const isPassed = !worse.isDiscrete && value <= MANY_TIES;
  return {
    name: "ties",
    status: worse.isDiscrete ? "fail" : isPassed ? "pass" : "warn",
    value,
    sentence: `${percent(worse.share)} of the rows repeat a value of "${worse.name}"${grid}${kind}.`,
    advice: isPassed ? "" : "Densities of such a column are distorted: use values before rounding if there are any.",
  };
}

/** Of 1,000 rows the farthest lies 3.3 spreads out for a normal, 7 for a Laplace law, 9 for an exponential one. */
const FAR = 12;

/** Distance of the farthest value from the median, in spreads: the smaller of standard deviation and IQR/1.34. */
export function farthestValue(column: Column): number {
  const { center, spread, ascending } = robustSpread(column);
  return Math.max(center - ascending[0], ascending[ascending.length - 1] - center) / spread;
}

/** `tails`: how far out the farthest value of either column lies. Fails where one row has most of a column's variance. */
export function tailsCheck(pair: StandardPair): Check {
  const [x, y] = [farthestValue(pair.x), farthestValue(pair.y)];
  const value = Math.max(x, y);
  const name = x >= y ? pair.names.x : pair.names.y;
  const isPassed = value <= FAR;
  // Without its one other value an atom would be a constant column; `ties` speaks of those.
  const isDecisive = !(isDiscrete(pair.x) || isDiscrete(pair.y)) && withoutExtremes(pair) !== undefined;
  return {
    name: "tails",
    status: isDecisive ? "fail" : isPassed ? "pass" : "warn",
    value,
    sentence: `The farthest value of "${name}" lies ${shown(value)} robust standard deviations from its median${isDecisive ? ", and one row has most of a column's variance" : ""}.`,
    advice: isPassed && !isDecisive ? "" : "Check the farthest rows; take logarithms if the values are positive.",
  };
}

/** The middle of a column: its 1 % to 99 % quantiles. */
const TAIL = 0.01;
const WIDE = 0.15;
const VERY_WIDE = 0.35;

/** The largest gap between neighboring values within the middle 98 % of a column, relative to the range of that middle. */
export function largestGap(column: Column): number {
  const ascending = sorted(column);
  const [low, high] = [quantileOfSorted(ascending, TAIL), quantileOfSorted(ascending, 1 - TAIL)];
  let [previous, widest] = [low, 0];
  for (const value of ascending) {
    if (value <= low) continue;
    const here = Math.min(value, high);
    widest = Math.max(widest, here - previous);
    previous = here;
    if (value >= high) break;
  }
  // A column whose middle is one value has no middle to have gaps in.
  return high > low ? widest / (high - low) : 1;
}

/** `support`: whether the cause leaves a stretch empty, across which causal curves are guesses. */
export function supportCheck(pair: StandardPair, direction: Direction): Check {
  const value = largestGap(byRole(pair, direction).cause);
  const { cause } = roleNames(pair, direction);
  const status = judged(value, WIDE, VERY_WIDE);
  return {
    name: "support",
    direction,
    status,
    value,
    sentence: `The widest gap of ${cause} takes ${percent(value)} of the range of its middle 98 %.`,
    advice:
      status === "pass"
        ? ""
        : `Nothing is known of ${cause} in the gap: study the groups on either side by themselves.`,
  };
}

/** Rows that are looked at: plain routines take one exponential for every two of them. */
const MOST_ROWS = 2000;
/** A row whose neighbors add up to less than one at its own place has nothing from which to take a slope. */
const ONE_NEIGHBOR = 1;
const FEW = 0.05;
const MANY = 0.2;

/**
 * Share of the rows with little density around them: those whose neighbors, each counted by a Gaussian kernel of
 * Silverman's width, add up to less than one. There the slope of an estimated density is that of the kernel.
 *
 * @param columns standardized     @cost O(n²) with plain routines, of 2,000 rows at most
 */
export function lowDensityShare(columns: readonly Column[], compute: ComputeOptions = {}): number {
  const { routines, memoryLimit } = computeOptions(compute);
  const rows = spacedRows(Uint32Array.from(columns[0].keys()), MOST_ROWS);
  const taken = columns.map((column) => takeRows(column, rows));
  const bandwidths = silvermanBandwidths(taken);
  const points = taken.map((column, j) => column.map((value) => value / bandwidths[j]));
  const { density } = routines.kernelSums({ kernel: "gaussian", points, memoryLimit });
  // A row counts as 1 in its own sum.
  return density.filter((sum) => sum - 1 < ONE_NEIGHBOR).length / rows.length;
}

/** `low-density`: the share of rows at which scores are guesses. */
export function lowDensityCheck({ pair, compute }: Pick<PairEstimates, "pair" | "compute">): Check {
  const value = lowDensityShare([pair.x, pair.y], compute);
  const status = judged(value, FEW, MANY);
  return {
    name: "low-density",
    status,
    value,
    sentence: `${percent(value)} of the rows have hardly a neighbor in the plane of "${pair.names.x}" and "${pair.names.y}".`,
    advice: status === "pass" ? "" : "Scores are guesses there: take logarithms, or compare with option trim at 0.05.",
  };
}
