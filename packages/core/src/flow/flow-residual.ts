import type { VelocityFit } from "../fit/fit-velocity.js";
import type { Oriented } from "../fit/orient.js";
import { takeRows } from "../pair/resample.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { wrongOption } from "../primitives/errors.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import { type FlowOptions, flow, type LostCurve, type Velocity } from "./flow.js";

export interface ResidualOptions extends FlowOptions {
  /** The cause to which rows are moved, standardized; by default the median of the cause. */
  readonly baseline?: number;
}

/** A velocity and the rows whose noise is wanted; every `VelocityFit` is one. */
export type FittedVelocity = Velocity & { readonly oriented: Pick<Oriented, "cause" | "effect"> };

/** The noise of every row: its effect if its cause were the baseline. */
export interface FlowResidual {
  readonly baseline: number;
  /** φ_{cause→baseline}(effect), NaN for rows that are lost. */
  readonly noise: Column;
  /** log ∂noise/∂effect: minus the integral of ∂v/∂effect along the curve from baseline to cause. */
  readonly logJacobian: Column;
  /** Rows whose curve reaches the baseline. */
  readonly rows: Uint32Array;
  /** The others, and where their curves end. */
  readonly lost: readonly LostCurve[];
}

/**
 * Moves every row to one value of the cause along its causal curve: ε̂ = φ_{x→x₀}(y). The result is independent of the
 * cause if the velocity is the true one.
 *
 * Another baseline maps all noise by one increasing function, so ranks of the noise do not depend on it.
 * @paper sec:velocity:discovery (ε̂_y), eqn:logjointdecomposition (residual map)
 * @cost as `flow` to a common cause     @throws InputError `wrong-option`
 */
export function flowResidual(fit: FittedVelocity, options: ResidualOptions = {}): FlowResidual {
  requireColumns({ cause: fit?.oriented?.cause });
  const { cause, effect } = fit.oriented;
  const { baseline = quantileOfSorted(sorted(cause), 0.5) } = options;
  if (!Number.isFinite(baseline)) throw wrongOption("baseline", baseline, "a finite value of the cause");
  const moved = flow(fit, { effect, from: cause, to: baseline }, options);
  const isLost = new Set(moved.lost.map(({ row }) => row));
  const rows = Uint32Array.from(cause, (_, row) => row).filter((row) => !isLost.has(row));
  return { baseline, noise: moved.effect, logJacobian: moved.logJacobian, rows, lost: moved.lost };
}

/** The parts of a fit's description length per row, in nats. */
export interface FlowEntropy {
  /** H(cause) + H(noise) − mean log ∂noise/∂effect; lower is better. NaN if no row reaches the baseline. */
  readonly cost: number;
  readonly cause: number;
  readonly noise: number;
  readonly meanLogJacobian: number;
  /** Rows behind these numbers: those whose curve reaches the baseline. */
  readonly rows: number;
  /** Rows left out because their curve is lost. If there are many, the cost says little. */
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
  requireColumns({ cause: fit?.oriented?.cause, noise: residual?.noise });
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
