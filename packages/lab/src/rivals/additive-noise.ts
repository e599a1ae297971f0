import { type ComputeOptions, computeOptions } from "@causal-velocity/core/compute/routines.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import { takeRows } from "@causal-velocity/core/pair/resample.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { NORMAL_ENTROPY } from "@causal-velocity/core/primitives/special.js";
import { hsic, hsicFeatures } from "@causal-velocity/core/statistics/hsic.js";
import { kernelFactor, ridgeResidual } from "@causal-velocity/core/statistics/kernel-ridge.js";
import { fitGaussianProcess } from "./gaussian-process-fit.js";

/** The defaults of published code: kernel exp(−d²/2), and only this noise on the diagonal. */
const LENGTH_SCALE = 1;
const JITTER = 1e-10;
/** Rows on which published code measures the dependence, spread evenly over the file. */
const PUBLISHED_ROWS = 200;

/**
 * Dependence of the cause and the residual of the effect after regression by a Gaussian process of fixed shape:
 * additive-noise test.
 *
 * Published code measures it on 200 rows, times their number, and so depends on the order of the file; ours uses all
 * rows.
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
 * As `anmGpCost`, with length scale, signal and noise of the Gaussian process by maximum likelihood.
 *
 * @reference Hoyer et al. 2009; Rasmussen & Williams 2006     @cost about 30 times that of `anmGpCost`
 */
export function anmGpLikelihoodCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  return { cost: residualDependence(cause, fitGaussianProcess(cause, effect, compute).residual, compute) };
}

/** Kernel exp(−d²/2) in standard units, ridge on its matrix: common settings, no tuning. */
const BANDWIDTH = 1;
const RESIT_RIDGE = 0.1;

/**
 * Dependence of the cause and the residual of the effect after kernel ridge regression: regression with subsequent
 * independence test.
 *
 * @reference Peters et al. 2014     @cost O(n·rank²), rank about 30
 */
export function resitCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  const residual = ridgeResidual(kernelFactor(cause, BANDWIDTH, compute), effect, RESIT_RIDGE, compute);
  return { cost: residualDependence(cause, residual, compute) };
}

/** Weights of the maximum-entropy approximation, and the mean of ln cosh of a standard normal. */
const PEAKEDNESS_WEIGHT = 79.047;
const SKEWNESS_WEIGHT = 7.4129;
const NORMAL_LOG_COSH = 0.37457;
/** A residual variance below this is rounding: the rows lie on a line. */
const NOISELESS_VARIANCE = 1e-12;

/**
 * Entropy of the cause plus that of the standardized residual of the effect's regression line: minus the log likelihood
 * of the linear model, up to what both directions share (pairwise LiNGAM).
 *
 * Because both columns are standardized, both residuals have variance 1 − r², and no logarithms of scales remain.
 * @reference Hyvärinen & Smith 2013; entropies as in Hyvärinen 1998     @cost O(n)
 */
export function lingamCost(cause: Column, effect: Column): DirectionCost {
  let correlation = 0;
  for (let i = 0; i < cause.length; i++) correlation += cause[i] * effect[i];
  correlation /= cause.length;
  const variance = 1 - correlation * correlation;
  if (!(variance > NOISELESS_VARIANCE)) return { cost: approximateEntropy(cause), scale: NORMAL_ENTROPY };
  const scale = 1 / Math.sqrt(variance);
  const residual = effect.map((value, i) => (value - correlation * cause[i]) * scale);
  return { cost: approximateEntropy(cause) + approximateEntropy(residual), scale: 2 * NORMAL_ENTROPY };
}

/** Entropy of a standardized column: that of a normal, less terms for its peakedness and skewness. */
function approximateEntropy(column: Column): number {
  let [logCosh, odd] = [0, 0];
  for (const u of column) {
    const size = Math.abs(u);
    logCosh += size + log(1 + exp(-2 * size)) - Math.LN2;
    odd += u * exp(-0.5 * u * u);
  }
  const peakedness = logCosh / column.length - NORMAL_LOG_COSH;
  const skewness = odd / column.length;
  return NORMAL_ENTROPY - PEAKEDNESS_WEIGHT * peakedness * peakedness - SKEWNESS_WEIGHT * skewness * skewness;
}

/** A residual below this, in standard deviations of the effect, is only rounding and jitter, not noise. */
const NOISELESS_RESIDUAL = 1e-6;

/**
 * HSIC of cause and residual, each with a Gaussian kernel of the median distance over √2: 0 if independent.
 *
 * It is also 0 for a residual that is only rounding.
 * @cost O(n log n)     @throws InputError `memory-exceeded`
 */
export function residualDependence(cause: Column, residual: Column, compute: ComputeOptions = {}): number {
  if (meanAndSd(residual).sd < NOISELESS_RESIDUAL) return 0;
  const { routines } = computeOptions(compute);
  const [a, b] = [cause, residual].map((column) =>
    hsicFeatures(column, routines.medianOfDistances(column) / Math.SQRT2, compute),
  );
  return hsic(a, b);
}
