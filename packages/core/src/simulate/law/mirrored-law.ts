import type { ProbabilityLaw } from "./probability-law.js";

/** The law of −T: skewed to the other side. */
export function mirroredLaw(law: ProbabilityLaw): ProbabilityLaw {
  return {
    name: law.name,
    smooth: law.smooth,
    draw: (rng) => -law.draw(rng),
    logDensity: (t) => law.logDensity(-t),
    score: (t) => -law.score(-t),
    substitute: (s) => {
      const { value, logWeight } = law.substitute(-s);
      return { value: -value, logWeight };
    },
  };
}
