import { takeRows } from "../data/resample.js";
import type { VelocityFit } from "../fit/fit-velocity.js";
import type { Column } from "../numeric/column.js";
import type { FlowResidual } from "./flow-residual.js";

/** The parts of a fit's description length per row, in nats. */
export interface FlowEntropy {
  /** H(cause) + H(noise) − mean log ∂noise/∂effect; lower is better. NaN where no row reaches the baseline. */
  readonly cost: number;
  readonly cause: number;
  readonly noise: number;
  readonly meanLogJacobian: number;
  /** Rows behind these numbers: those whose curve reaches the baseline. */
  readonly rows: number;
  /** Rows left out because their curve is lost. A cost with many of them says little. */
  readonly lost: number;
}

/**
 * Entropy of the structural model that a fit describes: minus its mean log likelihood with noise of any density.
 *
 * p(effect | cause) = p_noise(ε̂)·∂ε̂/∂effect, so −E log p(cause, effect) = H(cause) + H(ε̂) − E log ∂ε̂/∂effect. It is
 * the joint entropy plus the mutual information of cause and noise: smallest for the true velocity, for which it does
 * not depend on the baseline.
 * @paper eqn:logjointdecomposition (its mean, negated)
 * @param entropy estimates the differential entropy of a column, in nats
 */
export function flowEntropy(
  fit: VelocityFit,
  residual: FlowResidual,
  entropy: (column: Column) => number,
): FlowEntropy {
  const { rows } = residual;
  const lost = residual.lost.length;
  if (rows.length === 0) return { cost: NaN, cause: NaN, noise: NaN, meanLogJacobian: NaN, rows: 0, lost };
  const cause = entropy(takeRows(fit.oriented.cause, rows));
  const noise = entropy(takeRows(residual.noise, rows));
  let sum = 0;
  for (const row of rows) sum += residual.logJacobian[row];
  const meanLogJacobian = sum / rows.length;
  return { cost: cause + noise - meanLogJacobian, cause, noise, meanLogJacobian, rows: rows.length, lost };
}
