import { exp, log } from "./elementary.js";
import { gammaTail, HALF_LOG_TWO_PI } from "./special.js";

const MOST_STEPS = 60;
const PRECISION = 1e-15;

/** Entropy of the standard normal, ½ ln(2πe): the most that a column of unit variance can have. */
export const NORMAL_ENTROPY = HALF_LOG_TWO_PI + 0.5;

/** ln φ(t), the log density of the standard normal. */
export function normalLogDensity(t: number): number {
  return -0.5 * t * t - HALF_LOG_TWO_PI;
}

/** Φ(t), the share of the standard normal below t: relative error 10⁻¹² down to the smallest double. */
export function normalShare(t: number): number {
  const tail = 0.5 * gammaTail(0.5, 0.5 * t * t);
  return t < 0 ? tail : 1 - tail;
}

/**
 * The t with ln Φ(t) = logShare, for logShare ≤ ln ½: the lower half of the normal quantile, in terms of a logarithm so
 * that shares near 0 keep their digits.
 *
 * Newton's steps on the concave ln Φ rise to the root from any start left of it, such as −√(−2 ln 2p) by the bound
 * Φ(−t) ≤ ½e^{−t²/2}.
 */
export function lowerNormalQuantile(logShare: number): number {
  let t = -Math.sqrt(Math.max(0, -2 * (logShare + Math.LN2)));
  for (let i = 0; i < MOST_STEPS; i++) {
    const logHere = log(normalShare(t));
    const step = (logShare - logHere) * exp(logHere - normalLogDensity(t));
    t += step;
    if (!(Math.abs(step) > PRECISION * Math.max(1, Math.abs(t)))) break;
  }
  return t;
}
