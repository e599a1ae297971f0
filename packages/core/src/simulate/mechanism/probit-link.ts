import { exp, log } from "../../numeric/elementary.js";
import { lowerNormalQuantile, normalLogDensity, normalShare } from "../../numeric/normal.js";
import { type MonotoneMap, softplus } from "../law/monotone-map.js";

/**
 * Φ⁻¹(sigmoid(w)), odd in w: nearly w·0.627 at the center, and √(2|w|) in the tails, which it shortens.
 *
 * Computed from the smaller of the two shares and its logarithm, so that large |w| keep their digits.
 * @paper tab:synthetic_params (Sigmoid)     @cost about 5 µs a call
 */
export function probitLink(): MonotoneMap {
  // Value, slope and curvature are asked for at the same point in turn: the last solution is kept.
  let [lastW, lastQ] = [0, 0];
  const value = (w: number) => {
    if (w === lastW) return lastQ;
    const lower = lowerNormalQuantile(-softplus(Math.abs(w)));
    [lastW, lastQ] = [w, w > 0 ? -lower : lower];
    return lastQ;
  };
  // sigmoid′ = σ(1 − σ), so q′ = σ(1 − σ)/φ(q) and (ln q′)′ = 1 − 2σ + q·q′.
  const slopeAt = (w: number, q: number) => exp(-softplus(w) - softplus(-w) - normalLogDensity(q));
  return {
    value,
    slope: (w) => slopeAt(w, value(w)),
    curvature: (w) => {
      const q = value(w);
      const slope = slopeAt(w, q);
      const twoSigmoidMinusOne = 1 - 2 / (1 + exp(w));
      return slope * (q * slope - twoSigmoidMinusOne);
    },
    // w = ln Φ(q) − ln Φ(−q).
    inverse: (q) => {
      [lastW, lastQ] = [log(normalShare(q)) - log(normalShare(-q)), q];
      return lastW;
    },
  };
}
