import { InputError } from "../errors/input-error.js";
import { affineFollower } from "./affine-follower.js";
import type { CurveFollower } from "./curve-follower.js";
import { dormandPrince } from "./dormand-prince.js";
import type { OdeSolver } from "./ode-solver.js";
import { solvedFollower } from "./solved-follower.js";
import type { Velocity } from "./velocity.js";

export interface FlowOptions {
  /** For velocities without a closed form; `dormandPrince()` unless told otherwise. */
  readonly solver?: OdeSolver;
}

/**
 * The closed form where the class has one, else the solver.
 *
 * @throws InputError `length-mismatch` where theta is not the model's
 */
export function followerOf(velocity: Velocity, { solver = dormandPrince() }: FlowOptions = {}): CurveFollower {
  const { model, theta } = velocity;
  if (theta.length !== model.parameterCount) {
    throw new InputError({
      code: "length-mismatch",
      place: `parameters of the velocity "${model.name}"`,
      value: `${theta.length} numbers`,
      expected: `${model.parameterCount}`,
      remedy: "Pass a fit, or the theta that was fitted with this model.",
    });
  }
  const affine = velocity.model.affine?.(velocity.theta);
  return affine ? affineFollower(affine) : solvedFollower(velocity, solver);
}
