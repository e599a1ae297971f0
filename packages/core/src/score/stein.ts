import type { Column } from "../numeric/column.js";
import { type ComputeOptions, computeOptions } from "../numeric/compute-options.js";
import { medianDistance } from "./bandwidth.js";
import { gaussianKernel, type Kernel } from "./kernel.js";
import type { ScoreEstimator } from "./score-estimator.js";
import { steinDense } from "./stein-dense.js";
import { steinLowRank } from "./stein-low-rank.js";

export interface SteinOptions extends ComputeOptions {
  /** The paper and the default use the Gaussian kernel. */
  readonly kernel?: Kernel;
  /** λ, added to the diagonal of the Gram matrix and not multiplied by n. */
  readonly ridge?: number;
  /** `exact`: dense, O(n³), the oracle, and the only way for other kernels. `fast`: 10⁻⁶ instead of 10⁻⁹. */
  readonly accuracy?: "default" | "fast" | "exact";
}

/** λ of the paper. */
const PAPER_RIDGE = 0.1;
/** Linear time: about two seconds in WebAssembly. */
const COMFORTABLE_ROWS = 1_000_000;
/** Cubic time: three seconds on one core. */
const COMFORTABLE_DENSE_ROWS = 2000;

/**
 * Stein gradient estimator: at the rows S = (K + λI)⁻¹B with B_i = Σ_k ∇k(x_i − x_k), one median-distance bandwidth
 * per column. Anywhere else s(z) = (b(z) − k(z, X)S)/λ, which equals S at the rows and differentiates in closed form.
 *
 * Smooth and cheap to tune; flattens in the tails and on ties, so trim *after* estimating.
 * @paper sec:experiments (Score Estimation), appx:experiment (λ = 0.1)
 * @reference Li & Turner 2018, "Gradient estimators for implicit models"
 * @cost linear in n for the Gaussian kernel; O(n³) for others and for `exact`
 * @throws InputError `constant-column`, `extreme-range`, `too-many-rows`, `accuracy-not-reached`
 * @deviates docs/decisions/0004-stein-by-cholesky.md, docs/decisions/0009-low-rank-stein.md
 */
export function stein(options: SteinOptions = {}): ScoreEstimator {
  const { kernel = gaussianKernel, ridge = PAPER_RIDGE, accuracy = "default" } = options;
  const { routines, memoryLimit } = computeOptions(options);
  const dense = accuracy === "exact" || kernel !== gaussianKernel;
  // A pair's columns are estimated alone and together; their bandwidths are the same.
  const known = new WeakMap<Column, number>();
  const bandwidthOf = (column: Column): number => {
    const bandwidth = known.get(column) ?? medianDistance(column, routines);
    known.set(column, bandwidth);
    return bandwidth;
  };
  return {
    name: `stein-${kernel.name}`,
    comfortableRows: dense ? COMFORTABLE_DENSE_ROWS : COMFORTABLE_ROWS,
    estimate(columns: readonly Column[]) {
      const bandwidth = Float64Array.from(columns, bandwidthOf);
      if (dense) return steinDense(columns, bandwidth, kernel, ridge);
      return steinLowRank(columns, bandwidth, { ridge, fast: accuracy === "fast", routines, memoryLimit });
    },
  };
}
