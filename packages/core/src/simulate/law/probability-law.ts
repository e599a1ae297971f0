import { log } from "../../numeric/elementary.js";
import type { Rng } from "../../numeric/rng.js";

/**
 * The law of one random quantity: cause or noise.
 *
 * Implementations: `normalLaw`, `uniformLaw`, `laplaceLaw`, `logisticLaw`, `gumbelLaw`, `studentLaw`, `mixtureLaw`,
 * `wideNormalLaw`, `monotoneLaw`, `gammaLaw`, `betaLaw`; and of others, `shiftedLaw` and `mirroredLaw`.
 */
export interface ProbabilityLaw {
  readonly name: string;
  /** Whether the density is positive and differentiable on the whole line, so that the theorem applies. */
  readonly smooth: boolean;
  draw(rng: Rng): number;
  logDensity(t: number): number;
  /** d log p/dt. */
  score(t: number): number;
  /** A substitution for integrals over the law; s runs over |s| ≤ `REACH`. */
  substitute(s: number): Substitution;
}

export interface Substitution {
  /** t(s), increasing in s. */
  readonly value: number;
  /** log(p(t(s))·t′(s)): what the law weighs per unit of s. */
  readonly logWeight: number;
}

/**
 * Half the width of the integrals over a law, in units of its substitution, chosen such that less than 10⁻¹⁵ of the law
 * lies outside (of a normal 2·10⁻¹⁹).
 */
export const REACH = 9;

/** The law of scale·T + location. */
export function shiftedLaw(law: ProbabilityLaw, scale: number, location = 0): ProbabilityLaw {
  const logScale = log(scale);
  const standard = (t: number) => (t - location) / scale;
  return {
    name: law.name,
    smooth: law.smooth,
    draw: (rng) => location + scale * law.draw(rng),
    logDensity: (t) => law.logDensity(standard(t)) - logScale,
    score: (t) => law.score(standard(t)) / scale,
    substitute: (s) => {
      const { value, logWeight } = law.substitute(s);
      return { value: location + scale * value, logWeight };
    },
  };
}
