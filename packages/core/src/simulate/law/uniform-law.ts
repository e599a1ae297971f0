import { log } from "../../numeric/elementary.js";
import { normalLogDensity, normalShare } from "../../numeric/normal.js";
import type { ProbabilityLaw } from "./probability-law.js";

/** Uniform on (−√3, √3), with variance 1. It ends abruptly, so that the theorem's full support does not hold. */
export function uniformLaw(): ProbabilityLaw {
  const half = Math.sqrt(3);
  const logHeight = -log(2 * half);
  return {
    name: "uniform",
    smooth: false,
    draw: (rng) => half * (2 * rng.uniform() - 1),
    logDensity: (t) => (Math.abs(t) < half ? logHeight : -Infinity),
    score: () => 0,
    substitute: (s) => ({ value: half * (2 * normalShare(s) - 1), logWeight: normalLogDensity(s) }),
  };
}
