import type { Column } from "../../numeric/column.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import { kernelFactor, ridgeResidual } from "../../numeric/kernel-ridge.js";
import type { DirectionCost } from "../cost-method.js";
import { residualDependence } from "./residual-dependence.js";

/** Kernel exp(−d²/2) in standard units, ridge on its matrix: common settings, no tuning. */
const BANDWIDTH = 1;
const RIDGE = 0.1;

/**
 * Dependence of the cause and what kernel ridge regression leaves of the effect: regression with subsequent independence
 * test.
 *
 * @reference Peters et al. 2014     @cost O(n·rank²), rank about 30
 */
export function resitCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  const residual = ridgeResidual(kernelFactor(cause, BANDWIDTH, compute), effect, RIDGE, compute);
  return { cost: residualDependence(cause, residual, compute) };
}
