import type { Direction } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import { meanAndSd } from "../numeric/mean-and-sd.js";
import type { Check } from "./check.js";
import type { PairEstimates } from "./pair-estimates.js";
import { innerCurvature } from "./velocity-equation.js";
import { roleNames, shown } from "./wording.js";

/** At 1,000 rows additive Gaussian pairs have a median of 0.05 to 0.25, other pairs one of 0.45 to 0.7. */
const NOT_CONSTANT = 0.4;

/**
 * Variance of ∂²_yπ as a share of its mean square, from 0 to 1: 0 for additive Gaussian noise, whose log density has the
 * same curvature −1/σ² everywhere.
 *
 * @paper sec:appendix:scorebasedanm (∂_y s_y = −σ⁻²)     @reference Rolland et al. 2022 (SCORE)
 */
export function curvatureVariation(dEffectEffect: Column): number {
  const { mean, sd } = meanAndSd(dEffectEffect);
  return (sd * sd) / (mean * mean + sd * sd);
}

/** `anm-curvature`: whether noise may be additive and Gaussian. Other noise is no fault, so that it only warns. */
export function anmCurvatureCheck(estimates: PairEstimates, direction: Direction): Check {
  const value = curvatureVariation(innerCurvature(estimates, direction).dEffectEffect);
  const { cause, effect } = roleNames(estimates.pair, direction);
  const isPassed = value < NOT_CONSTANT;
  return {
    name: "anm-curvature",
    direction,
    status: isPassed ? "pass" : "warn",
    value,
    sentence: `From ${cause} to ${effect}, ${shown(value)} of the mean squared curvature of the log density along ${effect} is variance; additive Gaussian noise has 0.`,
    advice: isPassed ? "" : "Do not rely on method score, which assumes additive Gaussian noise.",
  };
}
