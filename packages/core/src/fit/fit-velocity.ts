import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { type VelocityClass, type VelocityModel, velocityField } from "../velocity/velocity-model.js";
import { fitLinear } from "./fit-linear.js";
import { gofResidualInto, meanSquare } from "./gof.js";
import type { Oriented } from "./orient.js";

/** A velocity fitted to one direction. */
export interface VelocityFit {
  readonly oriented: Oriented;
  readonly model: VelocityModel;
  readonly theta: Float64Array;
  /** Residual of the continuity equation at the rows. */
  readonly residual: Column;
  /** Mean squared residual; lower is better. */
  readonly gof: number;
  /** Directions of theta that the data determine; the others are 0 (minimum norm). */
  readonly rank: number;
}

/**
 * Fits a class to one direction, in the way its kind of model is fitted.
 *
 * @paper eqn:loss_est (18), sec:velocity:discovery step 2
 */
export function fitVelocity(velocity: VelocityClass, at: Oriented, compute: ComputeOptions = {}): VelocityFit {
  const model = velocity.modelFor(at.cause);
  const { theta, rank } = fitLinear(model, at, compute);
  const field = velocityField(at.cause.length);
  model.evaluateInto(theta, at.cause, at.effect, field);
  const residual = new Float64Array(at.cause.length);
  gofResidualInto(at, field, residual);
  return { oriented: at, model, theta, residual, gof: meanSquare(residual), rank };
}
