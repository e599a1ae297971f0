import { exp, log } from "../../numeric/elementary.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** √6/π: the scale that gives a Gumbel law variance 1. */
const SCALE = Math.sqrt(6) / Math.PI;
/** Euler's constant: the mean of the standard Gumbel law. */
const EULER = 0.5772156649015329;
/** The right tail falls like e^{−t}, the left one faster than any exponential: the integrals run from −4 to 40. */
const MIDDLE = 18;
const HALF_WIDTH = 22;
/** Smallest uniform draw that counts: keeps ln(−ln u) finite. */
const SMALLEST_SHARE = 1.1102230246251565e-16;

/** Gumbel's law of extremes with mean 0 and variance 1: skewed to the right by 1.14. */
export function gumbelLaw(): ProbabilityLaw {
  const standard = (t: number) => t / SCALE + EULER;
  const logDensity = (t: number) => -standard(t) - exp(-standard(t)) - log(SCALE);
  return {
    name: "gumbel",
    smooth: true,
    draw: (rng) => SCALE * (-log(-log(Math.max(rng.uniform(), SMALLEST_SHARE))) - EULER),
    logDensity,
    score: (t) => (exp(-standard(t)) - 1) / SCALE,
    substitute: (s) => {
      const value = SCALE * (MIDDLE + (HALF_WIDTH * s) / REACH - EULER);
      return { value, logWeight: logDensity(value) + log((SCALE * HALF_WIDTH) / REACH) };
    },
  };
}
