import { requireFinite } from "../pair/pair.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { InputError } from "../primitives/errors.js";
import { basisPoint, type LinearVelocityModel, type VelocityModel, velocityField } from "../velocity/velocity-model.js";
import { affineFollower } from "./affine-follower.js";
import { type CurveEnd, type CurveFollower, solvedFollower } from "./curve-follower.js";
import { dormandPrince } from "./dormand-prince.js";
import type { OdeSolver } from "./ode-solver.js";

/** Points, and the cause to move each to along its causal curve; one number means the same cause in every row. */
export interface FlowRequest {
  readonly effect: Column;
  readonly from: Column | number;
  readonly to: Column | number;
}

/** A row whose curve ended before the cause asked for. */
export interface LostCurve extends CurveEnd {
  readonly row: number;
}

/** Points moved along their causal curves. */
export interface FlowResult {
  /** φ_{from→to}(effect), NaN for rows that are lost. */
  readonly effect: Column;
  /** log ∂φ_{from→to}/∂effect: curves never cross, so the derivative is positive. */
  readonly logJacobian: Column;
  /** Rows whose curves end before `to`, in row order; for classes whose flow is global only if numbers overflow. */
  readonly lost: readonly LostCurve[];
}

/**
 * Moves points along their causal curves: what each effect would have been if its cause had been `to` instead of
 * `from`.
 *
 * Flows satisfy φ_{s→s} = id, φ_{t→u} ∘ φ_{s→t} = φ_{s→u}, and so φ_{t→s} undoes φ_{s→t}; they are increasing in the
 * effect.
 * @paper eq:ode:flow:def, eq:scm_flow, def:two:p:flow, thm:ce:solutions (logJacobian is what densities change by)
 * @cost n closed forms for velocities at most linear in the effect (0.2 to 3 µs each); else one adaptive solve a row
 *   (15 to 80 µs; networks 0.7 ms)
 * @throws InputError `length-mismatch`, `not-finite`
 * @deviates docs/decisions/0012-flow-composition.md: the order of composition
 */
export function flow(velocity: Velocity, request: FlowRequest, options: FlowOptions = {}): FlowResult {
  requireColumns({ effect: request?.effect });
  const { effect } = request;
  const n = effect.length;
  const from = causeColumn(request.from, n, "from");
  const to = causeColumn(request.to, n, "to");
  requireFinite(effect, "effect");
  const moved = { effect: new Float64Array(n), logJacobian: new Float64Array(n) };
  const follower = followerOf(velocity, options);
  const lost: LostCurve[] = [];
  for (let row = 0; row < n; row++) {
    const end = follower.follow(effect[row], from[row], to.subarray(row, row + 1), moved, row);
    if (end) lost.push({ row, ...end });
  }
  return { ...moved, lost };
}

function causeColumn(cause: Column | number, rows: number, name: string): Column {
  const column = typeof cause === "number" ? new Float64Array(rows).fill(cause) : cause;
  if (column.length !== rows) {
    throw new InputError({
      code: "length-mismatch",
      place: `columns "effect" and "${name}"`,
      value: `${rows} and ${column.length} values`,
      expected: "one value of each in every row",
      remedy: `Give "${name}" one value a row, or one number for all.`,
    });
  }
  requireFinite(column, name);
  return column;
}

/** Options of everything that follows causal curves: the solver. */
export interface FlowOptions {
  /** For velocities without a closed form; by default `dormandPrince()`. */
  readonly solver?: OdeSolver;
}

/**
 * The closed form if the class has one, otherwise the solver.
 *
 * @throws InputError `length-mismatch` if theta does not belong to the model
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

/** One velocity v(effect, cause): a model at one parameter vector. Every `VelocityFit` is one. */
export interface Velocity {
  readonly model: VelocityModel;
  readonly theta: Float64Array;
}

/** v and ∂v/∂effect at one point, in that order. */
type VelocityAtPoint = (effect: number, cause: number, out: Float64Array) => void;

/** A velocity for one point at a time, without allocation: solvers call it millions of times. */
export function velocityAtPoint({ model, theta }: Velocity): VelocityAtPoint {
  if (isLinear(model)) {
    const point = basisPoint(model.parameterCount);
    return (effect, cause, out) => {
      model.basisInto(effect, cause, point);
      let v = 0;
      let dvDEffect = 0;
      for (let k = 0; k < theta.length; k++) {
        v += theta[k] * point.value[k];
        dvDEffect += theta[k] * point.dEffect[k];
      }
      out[0] = v;
      out[1] = dvDEffect;
    };
  }
  const field = velocityField(1);
  const [effects, causes] = [new Float64Array(1), new Float64Array(1)];
  return (effect, cause, out) => {
    effects[0] = effect;
    causes[0] = cause;
    model.evaluateInto(theta, causes, effects, field);
    out[0] = field.v[0];
    out[1] = field.dvDEffect[0];
  };
}

function isLinear(model: VelocityModel): model is LinearVelocityModel {
  return "basisInto" in model;
}
