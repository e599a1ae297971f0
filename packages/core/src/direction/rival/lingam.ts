import type { Column } from "../../numeric/column.js";
import { exp, log } from "../../numeric/elementary.js";
import { NORMAL_ENTROPY } from "../../numeric/normal.js";
import type { DirectionCost } from "../cost-method.js";

/** Weights of the maximum-entropy approximation, and the mean of ln cosh of a standard normal. */
const PEAKEDNESS_WEIGHT = 79.047;
const SKEWNESS_WEIGHT = 7.4129;
const NORMAL_LOG_COSH = 0.37457;
/** A residual variance below this is rounding: the columns are each other's line. */
const NOISELESS = 1e-12;

/**
 * Entropy of the cause plus that of the standardized residual of the effect's regression line: minus the log likelihood
 * of the linear model, up to what both directions share (pairwise LiNGAM).
 *
 * Both columns being standardized, both residuals have variance 1 − r², so that no logarithms of scales remain.
 * @reference Hyvärinen & Smith 2013; entropies as in Hyvärinen 1998     @cost O(n)
 */
export function lingamCost(cause: Column, effect: Column): DirectionCost {
  let correlation = 0;
  for (let i = 0; i < cause.length; i++) correlation += cause[i] * effect[i];
  correlation /= cause.length;
  const variance = 1 - correlation * correlation;
  if (!(variance > NOISELESS)) return { cost: approximateEntropy(cause), scale: NORMAL_ENTROPY };
  const scale = 1 / Math.sqrt(variance);
  const residual = effect.map((value, i) => (value - correlation * cause[i]) * scale);
  return { cost: approximateEntropy(cause) + approximateEntropy(residual), scale: 2 * NORMAL_ENTROPY };
}

/** Entropy of a standardized column: a normal's, less what its peakedness and skewness take. */
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
