import { type Column, requireColumns } from "../primitives/columns.js";
import type { VelocityField } from "../velocity/velocity-model.js";
import type { VelocityFit } from "./fit-velocity.js";
import type { Oriented } from "./orient.js";

/**
 * residual = s_cause − ∂v/∂effect − s_v: zero everywhere if and only if v is the velocity of a structural model that
 * generates the data. s_v, the score along the causal curve, is jointCause + v·jointEffect.
 *
 * @param from row of `at` that `field` and `out` begin with
 * @paper eqn:gof_raw (23), eqn:directionaldx (16), eqn:directionaldx2 and eqn:chain_totaldx (s_v along a curve), thm:id,
 *   eq:joint:id (its equation), eq:cond:score:continuity and eq:log:continuity (the same, with jointCause − scoreCause
 *   as the score of the conditional density)
 */
export function gofResidualInto(at: Oriented, field: VelocityField, out: Column, from = 0): void {
  requireColumns({ scoreCause: at?.scoreCause, v: field?.v, out });
  const { scoreCause, jointCause, jointEffect } = at;
  for (let i = 0; i < out.length; i++) {
    const row = from + i;
    const scoreAlongCurve = jointCause[row] + field.v[i] * jointEffect[row];
    out[i] = scoreCause[row] - field.dvDEffect[i] - scoreAlongCurve;
  }
}

/** The residual of v ≡ 0: cause and effect are independent. */
function independenceResidualInto(at: Oriented, out: Column): void {
  for (let i = 0; i < out.length; i++) out[i] = at.scoreCause[i] - at.jointCause[i];
}

/**
 * Mean of the squared residuals: the loss of a fit.
 *
 * @paper eqn:loss (15), eqn:loss:rev (17), eqn:loss_est (18), eq:rad and eq:rad_decomp (of the squared residual)
 */
export function meanSquare(residual: Column): number {
  requireColumns({ residual });
  let sum = 0;
  for (let i = 0; i < residual.length; i++) sum += residual[i] * residual[i];
  return sum / residual.length;
}

/** Mean of the absolute residuals: the loss of the published tables; the paper's text has the squared one. */
export function meanAbsolute(residual: Column): number {
  requireColumns({ residual });
  let sum = 0;
  for (let i = 0; i < residual.length; i++) sum += Math.abs(residual[i]);
  return sum / residual.length;
}

/** How residuals become the cost of a direction; see `costOf`. */
export const RULES = ["squared", "absolute", "relative"] as const;
/** One of `RULES`: how residuals become a cost. */
export type Rule = (typeof RULES)[number];

/**
 * Cost of a fitted direction; lower is better. `squared`: mean squared residual, units 1/sd². `absolute`: mean absolute
 * residual, as in the published tables. `relative`: squared, as a share of the loss of v ≡ 0.
 *
 * @paper sec:experiments (Evaluation)     @deviates docs/decisions/0007-decision-rule.md
 */
export function costOf(fit: VelocityFit, rule: Rule): number {
  requireColumns({ residual: fit?.residual });
  if (rule === "absolute") return meanAbsolute(fit.residual);
  if (rule === "squared") return fit.gof;
  const independence = new Float64Array(fit.residual.length);
  independenceResidualInto(fit.oriented, independence);
  const yardstick = meanSquare(independence);
  // If there is nothing to explain, v ≡ 0 is as good as any velocity.
  return yardstick > 0 ? fit.gof / yardstick : 1;
}

/** Size of the terms that cancel in the residual, as a cost: costs below its rounding error are zero. */
export function costScale(fit: VelocityFit, rule: Rule): number {
  if (rule === "relative") return 1;
  return rule === "absolute" ? meanAbsolute(fit.oriented.jointCause) : meanSquare(fit.oriented.jointCause);
}
