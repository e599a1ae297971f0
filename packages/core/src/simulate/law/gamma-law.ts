import { exp, log } from "../../numeric/elementary.js";
import { logGamma } from "../../numeric/special.js";
import { drawGamma } from "../draw-gamma.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** A density of e^{−40}, or less, at the ends of the integrals. */
const LOG_NEGLIGIBLE = 40;

/**
 * The gamma law of the given shape, shifted and scaled to mean 0 and variance 1: skewed to the right by 2/√shape, with
 * nothing below −√shape, so that the theorem's full support does not hold.
 */
export function gammaLaw(shape: number): ProbabilityLaw {
  const sd = Math.sqrt(shape);
  const logConstant = -logGamma(shape);
  /** The plain gamma variable behind a value. */
  const plain = (t: number) => shape + sd * t;
  // g = e^{u − e^{−u}}: the weight then falls faster than any exponential of u at both ends.
  const low = -log(1 + LOG_NEGLIGIBLE / shape);
  const high = log(LOG_NEGLIGIBLE + 10 * shape);
  const stretch = (high - low) / (2 * REACH);
  return {
    name: "gamma",
    smooth: false,
    draw: (rng) => (drawGamma(rng, shape, 1) - shape) / sd,
    logDensity: (t) => {
      const g = plain(t);
      return g > 0 ? (shape - 1) * log(g) - g + logConstant + log(sd) : -Infinity;
    },
    score: (t) => sd * ((shape - 1) / plain(t) - 1),
    substitute: (s) => {
      const u = 0.5 * (low + high) + stretch * s;
      const bend = exp(-u);
      const logG = u - bend;
      const g = exp(logG);
      return { value: (g - shape) / sd, logWeight: shape * logG - g + logConstant + log((1 + bend) * stretch) };
    },
  };
}
