import type { VelocityFit } from "./fit-velocity.js";
import { independenceResidualInto, meanAbsolute, meanSquare } from "./gof.js";

/** How residuals become the cost of a direction. */
export const RULES = ["squared", "absolute", "relative"] as const;
export type Rule = (typeof RULES)[number];

/**
 * Cost of a fitted direction; lower is better. `squared`: mean squared residual, units 1/sd². `absolute`: mean
 * absolute residual, what the published tables used. `relative`: squared, as a share of the loss of v ≡ 0.
 *
 * @paper sec:experiments (Evaluation)     @deviates docs/decisions/0007-decision-rule.md
 */
export function costOf(fit: VelocityFit, rule: Rule): number {
  if (rule === "absolute") return meanAbsolute(fit.residual);
  if (rule === "squared") return fit.gof;
  const independence = new Float64Array(fit.residual.length);
  independenceResidualInto(fit.oriented, independence);
  const yardstick = meanSquare(independence);
  // With nothing to explain, v ≡ 0 is as good as any velocity.
  return yardstick > 0 ? fit.gof / yardstick : 1;
}

/** Size of the terms that cancel in the residual, as a cost: costs below its rounding error are zero. */
export function costScale(fit: VelocityFit, rule: Rule): number {
  if (rule === "relative") return 1;
  return rule === "absolute" ? meanAbsolute(fit.oriented.jointCause) : meanSquare(fit.oriented.jointCause);
}
