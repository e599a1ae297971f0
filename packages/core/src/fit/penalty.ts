import type { TrainableModel, VelocityField } from "../velocity/velocity-model.js";

/** How much is added to the mean squared residual in training. */
export interface PenaltyWeights {
  /** Times the mean square of each weight tensor. */
  readonly weightDecay: number;
  /** Times the mean square of the curvature of the causal curves. */
  readonly curvatureWeight: number;
}

/** As published. */
export const PAPER_PENALTIES: PenaltyWeights = { weightDecay: 1e-4, curvatureWeight: 1e-4 };

/** weightDecay·Σ mean(w²) over the model's weight tensors; adds its derivatives. */
export function decayInto(model: TrainableModel, theta: Float64Array, weight: number, gradient: Float64Array): number {
  let sum = 0;
  for (const { from, to } of model.decayed) {
    const share = weight / (to - from);
    for (let k = from; k < to; k++) {
      sum += share * theta[k] * theta[k];
      gradient[k] += 2 * share * theta[k];
    }
  }
  return sum;
}

/**
 * d²y/dx² along a causal curve at row i of the field, ∂v/∂cause + v·∂v/∂effect: of the derivatives dᵏy/dxᵏ that could be
 * penalized, the one that the paper uses in practice, k = 2.
 *
 * @paper sec:experiments
 */
export function curvatureAt({ v, dvDEffect, dvDCause }: VelocityField, i: number): number {
  return dvDCause[i] + v[i] * dvDEffect[i];
}
