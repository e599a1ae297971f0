import { exp, log, tanh } from "../../numeric/elementary.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** √3/π: the scale that gives a logistic law variance 1. */
const SCALE = Math.sqrt(3) / Math.PI;
/** A density of e^{−40} at the ends of the integrals. */
const STRETCH = (40 * SCALE) / REACH;

/** The logistic law with variance 1: bell-shaped, with tails that fall like e^{−|t|/scale}. */
export function logisticLaw(): ProbabilityLaw {
  const logDensity = (t: number) => {
    const size = Math.abs(t) / SCALE;
    return -size - 2 * log(1 + exp(-size)) - log(SCALE);
  };
  return {
    name: "logistic",
    smooth: true,
    draw: (rng) => {
      // 1 − u lies in (0, 1]; a draw of exactly 1, of probability 2⁻⁵³, would be infinite.
      const share = Math.min(1 - rng.uniform(), LARGEST_SHARE);
      return SCALE * (log(share) - log(1 - share));
    },
    logDensity,
    score: (t) => -tanh((0.5 * t) / SCALE) / SCALE,
    substitute: (s) => ({ value: STRETCH * s, logWeight: logDensity(STRETCH * s) + log(STRETCH) }),
  };
}

/** The largest double below 1. */
const LARGEST_SHARE = 1 - 1.1102230246251565e-16;
