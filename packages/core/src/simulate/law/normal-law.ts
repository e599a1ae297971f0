import { normalLogDensity } from "../../numeric/normal.js";
import type { ProbabilityLaw } from "./probability-law.js";

/** The standard normal: the paper's Gaussian noise, with score −t. @paper appx:experiment:syndetails (Analytic Score) */
export function normalLaw(): ProbabilityLaw {
  return {
    name: "normal",
    smooth: true,
    draw: (rng) => rng.normal(),
    logDensity: normalLogDensity,
    score: (t) => -t,
    substitute: (s) => ({ value: s, logWeight: normalLogDensity(s) }),
  };
}
