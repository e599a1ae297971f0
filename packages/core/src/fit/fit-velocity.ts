import type { Column } from "../numeric/column.js";
import { leastSquares } from "../numeric/least-squares.js";
import { matrix } from "../numeric/matrix.js";
import { basisPoint, type LinearVelocityModel, type VelocityClass, velocityField } from "../velocity/velocity-model.js";
import { gofResidualInto, independenceResidualInto, meanSquare } from "./gof.js";
import type { Oriented } from "./orient.js";

/** A velocity fitted to one direction. */
export interface VelocityFit {
  readonly oriented: Oriented;
  readonly model: LinearVelocityModel;
  readonly theta: Float64Array;
  /** Residual of the continuity equation at the rows. */
  readonly residual: Column;
  /** Mean squared residual; lower is better. */
  readonly gof: number;
  /** Directions of theta that the data determine; the others are 0 (minimum norm). */
  readonly rank: number;
}

/**
 * Minimizes the goodness of fit over a class that is linear in its parameters: exact, no seed, no learning rate.
 *
 * With v = Σ a_k Φ_k the residual is b − A·a, b = s_cause − s_cause(joint), A = ∂Φ/∂effect + Φ·s_effect(joint).
 * @paper eqn:loss_est (18), sec:velocity:discovery step 2
 * @cost O(n·K²) for K parameters
 * @deviates docs/decisions/0002-exact-fit.md: exact least squares instead of 100 steps of Adam
 */
export function fitVelocity(velocity: VelocityClass, at: Oriented): VelocityFit {
  const model = velocity.modelFor(at.cause);
  const n = at.cause.length;
  const k = model.parameterCount;
  const design = matrix(n, k);
  const point = basisPoint(k);
  for (let i = 0; i < n; i++) {
    model.basisInto(at.effect[i], at.cause[i], point);
    for (let j = 0; j < k; j++) design.data[i * k + j] = point.dEffect[j] + point.value[j] * at.jointEffect[i];
  }
  const target = new Float64Array(n);
  independenceResidualInto(at, target);
  const { coefficients: theta, rank } = leastSquares(design, target, model.ridge);
  const field = velocityField(n);
  model.evaluateInto(theta, at.cause, at.effect, field);
  const residual = new Float64Array(n);
  gofResidualInto(at, field, residual);
  return { oriented: at, model, theta, residual, gof: meanSquare(residual), rank };
}
