import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { withoutExtremes } from "../decide/extreme-rows.js";
import { byRole, type Direction } from "../fit/orient.js";
import { isDiscrete, repeatsFinding, tailsFinding } from "../pair/inspect.js";
import { takeRows } from "../pair/resample.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { option, percent, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import { silvermanBandwidths } from "../score/kernel.js";
import { judged, type PairEstimates, roleNames, spacedRows } from "./pair-estimates.js";

/** `ties` or `discrete`, of the column with more repeated values; a discrete one comes first. */
export function tiesFinding(pair: StandardPair, compute: ComputeOptions): Finding {
  const [x, y] = (["x", "y"] as const).map((axis) =>
    repeatsFinding(pair[axis], pair.names[axis], compute, pair.scale[axis].sd),
  );
  if (x.code !== y.code) return x.code === "discrete" ? x : y;
  return (x.value ?? 0) >= (y.value ?? 0) ? x : y;
}

/** `heavy-tails` of the column whose farthest value lies farther out. Fails where one row has most of a column's variance. */
export function heavierTailsFinding(pair: StandardPair, compute: ComputeOptions): Finding {
  const [x, y] = (["x", "y"] as const).map((axis) =>
    tailsFinding(pair[axis], pair.names[axis], compute, pair.scale[axis]),
  );
  const worse = (x.value ?? 0) >= (y.value ?? 0) ? x : y;
  // Without its one other value an atom would be a constant column; `discrete` is about those.
  const isDecisive =
    !(isDiscrete(pair.x, compute) || isDiscrete(pair.y, compute)) && withoutExtremes(pair) !== undefined;
  if (!isDecisive) return worse;
  return {
    ...worse,
    severity: "fail",
    sentence: worse.sentence.replace(/\.$/, ", and one row has most of a column's variance."),
    advice: "Check the farthest rows; take logarithms if the values are positive.",
  };
}

/** The middle of a column: its 1% to 99% quantiles. */
const TAIL = 0.01;
const WIDE = 0.15;
const VERY_WIDE = 0.35;

/** The largest gap between neighboring values within the middle 98% of a column, relative to the range of that middle. */
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
export function supportFinding(pair: StandardPair, direction: Direction): Finding {
  const value = largestGap(byRole(pair, direction).cause);
  const { cause } = roleNames(pair, direction);
  const severity = judged(value, WIDE, VERY_WIDE);
  return {
    code: "support",
    direction,
    severity,
    value,
    sentence: `The widest gap of ${cause} takes ${percent(value)} of the range of its middle 98%.`,
    advice:
      severity === "pass"
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
export function lowDensityFinding({ pair, compute }: Pick<PairEstimates, "pair" | "compute">): Finding {
  const value = lowDensityShare([pair.x, pair.y], compute);
  const severity = judged(value, FEW, MANY);
  return {
    code: "low-density",
    severity,
    value,
    sentence:
      value === 0
        ? "No isolated rows."
        : `${percent(value)} of the rows are isolated: they have few neighbors in the plane of "${pair.names.x}" and "${pair.names.y}".`,
    advice:
      severity === "pass"
        ? ""
        : text`Scores are guesses there: take logarithms, or compare with ${option("trim")} at 0.05.`,
  };
}
