import type { Column } from "../../numeric/column.js";
import { type ComputeOptions, computeOptions } from "../../numeric/compute-options.js";
import { hsic, hsicFeatures } from "../../numeric/hsic.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";

/** A residual below this, in standard deviations of the effect, is no noise but what rounding and jitter leave. */
const NOISELESS = 1e-6;

/**
 * HSIC of cause and residual, each with a Gaussian kernel of the median distance over √2: 0 if independent.
 *
 * A residual of nothing but rounding depends on nothing: 0.
 * @cost O(n log n)     @throws InputError `memory-exceeded`
 */
export function residualDependence(cause: Column, residual: Column, compute: ComputeOptions = {}): number {
  if (meanAndSd(residual).sd < NOISELESS) return 0;
  const { routines } = computeOptions(compute);
  const [a, b] = [cause, residual].map((column) =>
    hsicFeatures(column, routines.medianOfDistances(column) / Math.SQRT2, compute),
  );
  return hsic(a, b);
}
