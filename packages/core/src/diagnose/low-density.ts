import { takeRows } from "../data/resample.js";
import type { Column } from "../numeric/column.js";
import { type ComputeOptions, computeOptions } from "../numeric/compute-options.js";
import { silvermanBandwidths } from "../score/bandwidth.js";
import type { Check } from "./check.js";
import { judged } from "./judged.js";
import { type PairEstimates, spacedRows } from "./pair-estimates.js";
import { percent } from "./wording.js";

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
