import { log } from "../../numeric/elementary.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** A density of e^{−40} at the ends of the integrals. */
const STRETCH = 40 / Math.SQRT2 / REACH;

/** Laplace's double exponential with variance 1. Its density has a kink at 0, where the score jumps. */
export function laplaceLaw(): ProbabilityLaw {
  const logDensity = (t: number) => -Math.SQRT2 * Math.abs(t) - 0.5 * Math.LN2;
  return {
    name: "laplace",
    smooth: false,
    draw: (rng) => {
      const sign = rng.uniform() < 0.5 ? -1 : 1;
      return (-sign * log(1 - rng.uniform())) / Math.SQRT2;
    },
    logDensity,
    score: (t) => -Math.SQRT2 * Math.sign(t),
    substitute: (s) => ({ value: STRETCH * s, logWeight: logDensity(STRETCH * s) + log(STRETCH) }),
  };
}
