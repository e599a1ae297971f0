import { exp, log } from "../../numeric/elementary.js";
import { logGamma } from "../../numeric/special.js";
import { drawGamma } from "../draw-gamma.js";
import { softplus } from "./monotone-map.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** A weight of e^{−40} at the ends of the integrals. */
const LOG_NEGLIGIBLE = 40;

/**
 * The beta law of shapes a and b, shifted and scaled to mean 0 and variance 1. Shapes below 1 pile the values up at
 * their end: U-shaped where both are, J-shaped where one is. It ends on both sides, so that the theorem's full support
 * does not hold.
 */
export function betaLaw(a: number, b: number): ProbabilityLaw {
  const total = a + b;
  const mean = a / total;
  const sd = Math.sqrt((mean * (1 - mean)) / (total + 1));
  const logConstant = logGamma(total) - logGamma(a) - logGamma(b);
  /** The share in (0, 1) behind a value. */
  const plain = (t: number) => mean + sd * t;
  // In the log-odds of the share the weight falls like e^{−a|u|} to the left and e^{−b|u|} to the right.
  const [low, high] = [-LOG_NEGLIGIBLE / a, LOG_NEGLIGIBLE / b];
  const stretch = (high - low) / (2 * REACH);
  return {
    name: "beta",
    smooth: false,
    draw: (rng) => {
      const first = drawGamma(rng, a, 1);
      return (first / (first + drawGamma(rng, b, 1)) - mean) / sd;
    },
    logDensity: (t) => {
      const share = plain(t);
      if (!(share > 0 && share < 1)) return -Infinity;
      return (a - 1) * log(share) + (b - 1) * log(1 - share) + logConstant + log(sd);
    },
    score: (t) => sd * ((a - 1) / plain(t) - (b - 1) / (1 - plain(t))),
    substitute: (s) => {
      const logOdds = 0.5 * (low + high) + stretch * s;
      const value = (1 / (1 + exp(-logOdds)) - mean) / sd;
      return { value, logWeight: logConstant - a * softplus(-logOdds) - b * softplus(logOdds) + log(stretch) };
    },
  };
}
