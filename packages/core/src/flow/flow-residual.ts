import { wrongOption } from "../errors/wrong-option.js";
import type { Oriented } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";
import { flow, type LostCurve } from "./flow.js";
import type { FlowOptions } from "./follower-of.js";
import type { Velocity } from "./velocity.js";

export interface ResidualOptions extends FlowOptions {
  /** The cause at which noise is read off, standardized; the median of the cause unless told otherwise. */
  readonly baseline?: number;
}

/** A velocity and the rows whose noise is asked for; every `VelocityFit` is one. */
export type FittedVelocity = Velocity & { readonly oriented: Pick<Oriented, "cause" | "effect"> };

/** The noise of every row: its effect, had its cause been the baseline. */
export interface FlowResidual {
  readonly baseline: number;
  /** φ_{cause→baseline}(effect), NaN in the rows that are lost. */
  readonly noise: Column;
  /** log ∂noise/∂effect: minus the integral of ∂v/∂effect along the curve from baseline to cause. */
  readonly logJacobian: Column;
  /** Rows whose curve reaches the baseline. */
  readonly rows: Uint32Array;
  /** The others, and where their curves end. */
  readonly lost: readonly LostCurve[];
}

/**
 * Brings every row to one value of the cause along its causal curve: ε̂ = φ_{x→x₀}(y). Independent of the cause if the
 * velocity is the true one.
 *
 * Another baseline maps all noise by one increasing function, so ranks of the noise do not depend on it.
 * @paper sec:velocity:discovery (ε̂_y), eqn:logjointdecomposition (residual map)
 * @cost as `flow` to a common cause     @throws InputError `wrong-option`
 */
export function flowResidual(fit: FittedVelocity, options: ResidualOptions = {}): FlowResidual {
  const { cause, effect } = fit.oriented;
  const { baseline = quantileOfSorted(sorted(cause), 0.5) } = options;
  if (!Number.isFinite(baseline)) throw wrongOption("baseline", baseline, "a finite value of the cause");
  const moved = flow(fit, { effect, from: cause, to: baseline }, options);
  const isLost = new Set(moved.lost.map(({ row }) => row));
  const rows = Uint32Array.from(cause, (_, row) => row).filter((row) => !isLost.has(row));
  return { baseline, noise: moved.effect, logJacobian: moved.logJacobian, rows, lost: moved.lost };
}
