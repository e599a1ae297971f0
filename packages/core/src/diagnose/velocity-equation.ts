import { meanSquare } from "../fit/gof.js";
import type { Direction } from "../fit/orient.js";
import type { Velocity } from "../flow/flow.js";
import { takeRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { velocityField } from "../velocity/velocity-model.js";
import { judged, type PairEstimates, roleNames } from "./pair-estimates.js";

/** A quarter of the mean square is left: five in six anm, lsnm and an pairs stay below at 1,000 rows, 2 in 5 normal ones. */
const HALF_EXPLAINED = 0.5;
/** What v ≡ 0 leaves. */
const NOTHING_EXPLAINED = 1;
/** Of the difference quotient, in standard deviations: its truncation is then some 10⁻⁷, and rounding less. */
const STEP = 1e-3;

/** Second derivatives of a joint log density, and its slope along the effect, at points. */
export interface JointCurvature {
  /** ∂_y π, units 1/effect. */
  readonly jointEffect: Column;
  /** ∂²_y π, units 1/effect². */
  readonly dEffectEffect: Column;
  /** ∂ₓ∂_y π, units 1/(cause·effect). */
  readonly dCauseEffect: Column;
}

/** A velocity and its first two derivatives along the effect at the same points. */
export interface VelocityCurvature {
  readonly v: Column;
  readonly dvDEffect: Column;
  readonly d2vDEffect2: Column;
}

/**
 * How far one direction's side of the identifiability equation, ∂²_y v + ∂_y(v·∂_yπ), is from −∂ₓ∂_yπ: the root mean
 * square of their sum relative to that of ∂ₓ∂_yπ. 0: this velocity explains all dependence between the columns; 1: no
 * better than v ≡ 0.
 *
 * There is no direction to find where both directions have velocities with 0. That their sides agree, as the paper puts
 * it, is not enough: v ≡ 0 in both directions makes them agree for every density.
 * @paper prop:velocity:id, eq:id:main, eq:id:forward, eq:id:backward
 * @deviates docs/decisions/0039-diagnostics.md: ∂_y(v·∂_yπ) for the printed ∂_y(v·π), and each side by itself
 * @returns NaN where ∂ₓ∂_yπ is 0 everywhere
 */
export function velocityEquation({ v, dvDEffect, d2vDEffect2 }: VelocityCurvature, at: JointCurvature): number {
  const { jointEffect, dEffectEffect, dCauseEffect } = at;
  const sum = v.map(
    (value, i) => d2vDEffect2[i] + dvDEffect[i] * jointEffect[i] + value * dEffectEffect[i] + dCauseEffect[i],
  );
  return Math.sqrt(meanSquare(sum) / meanSquare(dCauseEffect));
}

/** v, ∂_y v and ∂²_y v of a velocity at points; the last is 0 for classes linear in the effect, else a difference. */
export function velocityCurvature({ model, theta }: Velocity, cause: Column, effect: Column): VelocityCurvature {
  const at = (shift: number) => {
    const field = velocityField(cause.length);
    model.evaluateInto(theta, cause, shift === 0 ? effect : effect.map((value) => value + shift), field);
    return field;
  };
  const { v, dvDEffect } = at(0);
  if (model.affine) return { v, dvDEffect, d2vDEffect2: new Float64Array(v.length) };
  const [above, below] = [at(STEP).dvDEffect, at(-STEP).dvDEffect];
  return { v, dvDEffect, d2vDEffect2: above.map((value, i) => (value - below[i]) / (2 * STEP)) };
}

/**
 * Second derivatives of the estimated log density at the inner rows, by role. The mixed one is that of the score along the
 * cause, ∂_y(∂ₓπ), as in the derivative of the residual: Stein estimates are not gradients, and the other one differs.
 */
export function innerCurvature(
  { scores, inner }: Pick<PairEstimates, "scores" | "inner">,
  direction: Direction,
): JointCurvature {
  const { rows, jacobian } = inner;
  const [joint, along, mixed] =
    direction === "x->y" ? [scores.jointY, jacobian[3], jacobian[1]] : [scores.jointX, jacobian[0], jacobian[2]];
  return { jointEffect: takeRows(joint, rows), dEffectEffect: along, dCauseEffect: mixed };
}

/** `velocity-equation`: how much of the dependence, as the mixed derivative of the log density, a velocity explains. */
export function velocityEquationFinding(estimates: PairEstimates, direction: Direction): Finding {
  const { rows } = estimates.inner;
  const { oriented, ...velocity } = estimates.fits[direction];
  const curvature = velocityCurvature(velocity, takeRows(oriented.cause, rows), takeRows(oriented.effect, rows));
  const value = velocityEquation(curvature, innerCurvature(estimates, direction));
  const { cause, effect } = roleNames(estimates.pair, direction);
  const severity = judged(value, HALF_EXPLAINED, NOTHING_EXPLAINED);
  return {
    code: "velocity-equation",
    direction,
    severity,
    value,
    sentence: `The velocity from ${cause} to ${effect} misses the mixed derivative of the log density by ${shown(value)} of its size.`,
    advice: severity === "pass" ? "" : "The velocity does not explain the dependence: try another class, or more rows.",
  };
}
