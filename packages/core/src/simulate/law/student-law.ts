import { exp, log } from "../../numeric/elementary.js";
import { logGamma } from "../../numeric/special.js";
import { drawGamma } from "../draw-gamma.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** Student's law scaled to variance 1, for more than 2 degrees of freedom: heavy tails, t^{−degrees−1}. */
export function studentLaw(degrees: number): ProbabilityLaw {
  const scale = Math.sqrt((degrees - 2) / degrees);
  const logConstant =
    logGamma(0.5 * (degrees + 1)) - logGamma(0.5 * degrees) - 0.5 * log(degrees * Math.PI) - log(scale);
  const logDensity = (t: number) => {
    const u = t / scale;
    return logConstant - 0.5 * (degrees + 1) * log(1 + (u * u) / degrees);
  };
  // t = sinh(stretch·s) grows fast enough for a tail of t^{−degrees}: e^{−36} of the law lies beyond its ends.
  const stretch = 36 / degrees / REACH + 0.2;
  return {
    name: "student",
    smooth: true,
    draw: (rng) => (scale * rng.normal()) / Math.sqrt(drawGamma(rng, 0.5 * degrees, 2 / degrees)),
    logDensity,
    score: (t) => {
      const u = t / scale;
      return (-(degrees + 1) * u) / ((degrees + u * u) * scale);
    },
    substitute: (s) => {
      const growth = exp(stretch * s);
      const value = 0.5 * (growth - 1 / growth);
      return { value, logWeight: logDensity(value) + log(0.5 * stretch * (growth + 1 / growth)) };
    },
  };
}
