import type { Column } from "../numeric/column.js";
import type { CausalCurve } from "./causal-curve.js";

/** The two densities that, with a velocity, make a structural model: the cause's, and the effect's at one cause. */
export interface ModelLogDensities {
  /** log p(cause). */
  cause(cause: number): number;
  /** log p(effect | the cause where the curve starts): the log density of the noise. */
  noise(effect: number): number;
}

/**
 * log p(cause, effect) at the points of a causal curve.
 *
 * log p(x, y(x)) = log p(x) + log p(y(x₀) | x₀) + log |∂φ_{x→x₀}/∂y|, with x₀ where the curve starts: the noise term is
 * the same all along the curve, and the last one is minus the curve's own `logJacobian`.
 * @paper eqn:logjointdecomposition, eqn:totaldx (its derivative: s_cause − ∂v/∂effect)
 */
export function logDensityAlongCurve(curve: CausalCurve, logDensity: ModelLogDensities): Column {
  const noise = logDensity.noise(curve.start.effect);
  return curve.cause.map((cause, i) => logDensity.cause(cause) + noise - curve.logJacobian[i]);
}
