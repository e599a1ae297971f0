import { takeRows } from "../../data/resample.js";
import type { Column } from "../../numeric/column.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import { fitGaussianProcess } from "../../numeric/gaussian-process-fit.js";
import { kernelFactor, ridgeResidual } from "../../numeric/kernel-ridge.js";
import type { DirectionCost } from "../cost-method.js";
import { residualDependence } from "./residual-dependence.js";

/** The defaults of published code: kernel exp(−d²/2), no noise but this on the diagonal. */
const LENGTH_SCALE = 1;
const JITTER = 1e-10;
/** Rows that published code measures the dependence on, spread evenly over the file. */
const PUBLISHED_ROWS = 200;

/**
 * Dependence of the cause and what a Gaussian process of fixed shape leaves of the effect: additive-noise test.
 *
 * Published code measures it on 200 rows, times their number, and so depends on the order of the file; ours on all.
 * @reference Hoyer et al. 2009, as in the Causal Discovery Toolbox     @cost O(n·rank²), rank about 30
 */
export function anmGpCost(cause: Column, effect: Column, asPublished: boolean, compute: ComputeOptions): DirectionCost {
  const residual = ridgeResidual(kernelFactor(cause, LENGTH_SCALE, compute), effect, JITTER, compute);
  if (!asPublished) return { cost: residualDependence(cause, residual, compute) };
  const rows = spreadRows(cause.length, PUBLISHED_ROWS);
  const [someCauses, someResiduals] = [takeRows(cause, rows), takeRows(residual, rows)];
  return { cost: rows.length * residualDependence(someCauses, someResiduals, compute) };
}

/** Rows at even steps from the first to the last. */
function spreadRows(n: number, wanted: number): Uint32Array {
  if (n <= wanted) return Uint32Array.from({ length: n }, (_, i) => i);
  const step = (n - 1) / (wanted - 1);
  return Uint32Array.from({ length: wanted }, (_, k) => Math.floor(k * step));
}

/**
 * The same with length scale, signal and noise of the Gaussian process by maximum likelihood.
 *
 * @reference Hoyer et al. 2009; Rasmussen & Williams 2006     @cost some 30 times that of `anmGpCost`
 */
export function anmGpLikelihoodCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  return { cost: residualDependence(cause, fitGaussianProcess(cause, effect, compute).residual, compute) };
}
