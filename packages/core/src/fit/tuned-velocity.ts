import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import { type Column, matrix } from "../primitives/columns.js";
import { InputError, option, wrongOption } from "../primitives/errors.js";
import {
  type BasisPoint,
  basisPoint,
  type FittableModel,
  type LinearVelocityModel,
  type VelocityClass,
  velocityField,
} from "../velocity/velocity-model.js";
import type { Tuning } from "./fit-velocity.js";
import { gofResidualInto } from "./gof.js";
import type { Oriented } from "./orient.js";

/** A penalty on the mean square of dᵏy/dxᵏ along the causal curves. */
export interface CurvePenalty {
  /** k: 1 for slopes, 2 for curvature, up to 5; splines take up to 4, trained velocities 1 or 2. */
  readonly order: number;
  /** Weight beside the mean squared residual. */
  readonly strength: number;
}

/** How a velocity is fitted, where that is not as usual. */
export interface VelocityTuning {
  /** Most steps of training; default 100. */
  readonly steps?: number | undefined;
  /** Length of a step; default 0.1/ln of the number of parameters. */
  readonly rate?: number | undefined;
  /** Factor of the parameters at which training starts; default 1. */
  readonly init?: number | undefined;
  /** For exact fits none by default, for training { order: 2, strength: 0.0001 }. */
  readonly penalty?: CurvePenalty | undefined;
}

const MOST_STEPS = 1_000_000;
const MOST_ORDER = 5;
const MOST_TRAINED_ORDER = 2;
/** A velocity of cubic splines has three derivatives between knots: the fourth of curves is the last that splines shape. */
const MOST_SPLINE_ORDER = 4;

/**
 * The same class, fitted in another way. The paper penalizes dᵏy/dxᵏ too, k = 2 in practice, where it trains.
 *
 * @see docs/decisions/0002-exact-fit.md     @throws InputError `wrong-option`
 */
export function tunedVelocity(velocity: VelocityClass, tuning: VelocityTuning): VelocityClass {
  const { steps, rate, init, penalty } = checkedTuning(tuning);
  if (Object.values({ steps, rate, init, penalty }).every((value) => value === undefined)) return velocity;
  const named = Object.entries({ steps, rate, init }).filter(([, value]) => value !== undefined);
  const tuned: Tuning = {
    training() {
      if (penalty && penalty.order > MOST_TRAINED_ORDER) {
        const expected = `order 1 or ${MOST_TRAINED_ORDER}: others only with an exact fit`;
        throw wrongOption("penalty", `order ${penalty.order}`, expected);
      }
      return {
        ...Object.fromEntries(named),
        ...(penalty && { curvatureWeight: penalty.strength, curvatureOrder: penalty.order }),
      };
    },
    exact(model, at, start) {
      for (const [name, value] of named) throw wrongOption(name, value, "nothing: an exact fit is not trained");
      return penalty ? penalizedFit(model, at, penalty, start) : start;
    },
  };
  return { ...velocity, modelFor: (...columns) => ({ ...velocity.modelFor(...columns), tuned }) };
}

function checkedTuning(tuning: VelocityTuning): VelocityTuning {
  const { steps, rate, init, penalty } = tuning;
  if (steps !== undefined && !(Number.isSafeInteger(steps) && steps >= 1 && steps <= MOST_STEPS)) {
    throw wrongOption("steps", steps, `a whole number from 1 to ${MOST_STEPS}`);
  }
  for (const [name, value] of Object.entries({ rate, init })) {
    if (value !== undefined && !(value > 0 && value < Infinity)) throw wrongOption(name, value, "a number above 0");
  }
  if (penalty !== undefined) {
    const { order, strength } = penalty;
    if (!(Number.isInteger(order) && order >= 1 && order <= MOST_ORDER)) {
      throw wrongOption("penalty", order, `an order from 1 to ${MOST_ORDER}, such as 2 of 2:0.001`);
    }
    if (!(strength >= 0 && strength < Infinity)) throw wrongOption("penalty", strength, "a strength of at least 0");
  }
  return tuning;
}

/** "2:0.001" as order and strength. @throws InputError `wrong-option` */
export function parsePenalty(text: string): CurvePenalty {
  const [, order, strength] = /^\s*(\d+)\s*:\s*(\d*\.?\d+(?:[eE][+-]?\d+)?)\s*$/.exec(text) ?? [];
  if (order === undefined || strength === undefined) {
    throw wrongOption("penalty", `"${text}"`, "ORDER:STRENGTH, such as 2:0.001");
  }
  return { order: Number(order), strength: Number(strength) };
}

/** Rounds of the search for a minimum at most; most need ten. */
const MOST_ROUNDS = 200;
/** The search ends when a round moves no parameter by more than this share of the largest. */
const SETTLED = 1e-11;
/** Damping relative to the diagonal: at the start, and by how much it grows or falls. */
const FIRST_DAMPING = 1e-6;
const DAMPING_STEP = 10;
const MOST_DAMPING = 1e12;
/** Keeps directions that the data do not determine where they are. */
const LEAST_DIAGONAL = 1e-12;

/**
 * The parameters that minimize mean r² + ridge·|θ|² + strength·mean (dᵏy/dxᵏ)² from those that minimize the first two:
 * by damped Gauss-Newton steps. The residual r is linear in θ; dᵏy/dxᵏ is for k = 1, and for velocities of the cause
 * alone, so that one step is the minimum; else it is a polynomial in θ, and the result a local minimum.
 *
 * @cost O(n·K²) a round for K parameters; beyond k = 2 2K·2^(k−2) evaluations of the velocity
 */
function penalizedFit(model: FittableModel, at: Oriented, penalty: CurvePenalty, start: Float64Array): Float64Array {
  if (model.kind !== "linear") throw notLinear(model);
  if (model.causeSplines && penalty.order > MOST_SPLINE_ORDER) {
    const expected = `order 1 to ${MOST_SPLINE_ORDER}: ${model.name} is made of cubic splines`;
    throw wrongOption("penalty", `order ${penalty.order}`, expected);
  }
  const count = model.parameterCount;
  const n = at.cause.length;
  const basis = basisAtRows(model, at);
  const weight = Math.sqrt(penalty.strength);
  const residualColumns = basis.map(({ v, dvDEffect }) =>
    v.map((value, i) => -dvDEffect[i] - value * at.jointEffect[i]),
  );
  const termsOf = (theta: Float64Array): [residual: Column, bend: Column] => {
    const field = velocityField(n);
    model.evaluateInto(theta, at.cause, at.effect, field);
    const residual = new Float64Array(n);
    gofResidualInto(at, field, residual);
    return [residual, derivativeAlong(model, theta, penalty.order, at.cause, at.effect)];
  };
  const lossOf = ([residual, bend]: readonly [Column, Column], theta: Float64Array): number =>
    (squares(residual) + penalty.strength * squares(bend)) / n + model.ridge * squares(theta);

  let theta = start.slice();
  let terms = termsOf(theta);
  let loss = lossOf(terms, theta);
  let damping = FIRST_DAMPING;
  for (let round = 0; round < MOST_ROUNDS && damping < MOST_DAMPING; round++) {
    const bends = bendColumns(model, theta, penalty.order, at, basis).map((column) => column.map((b) => weight * b));
    const normal = matrix(count, count);
    const slope = new Float64Array(count);
    const [residual, bend] = terms;
    for (let a = 0; a < count; a++) {
      slope[a] = -(dot(residualColumns[a], residual) + weight * dot(bends[a], bend)) / n - model.ridge * theta[a];
      for (let b = 0; b <= a; b++) {
        const sum = (dot(residualColumns[a], residualColumns[b]) + dot(bends[a], bends[b])) / n;
        normal.data[a * count + b] = normal.data[b * count + a] = sum + (a === b ? model.ridge : 0);
      }
    }
    let largest = 0;
    for (let a = 0; a < count; a++) largest = Math.max(largest, normal.data[a * count + a]);
    for (let a = 0; a < count; a++) {
      normal.data[a * count + a] += damping * normal.data[a * count + a] + LEAST_DIAGONAL * largest;
    }
    choleskyInPlace(normal);
    choleskySolveInPlace(normal, slope);
    const next = theta.map((value, k) => value + slope[k]);
    const nextTerms = termsOf(next);
    const nextLoss = lossOf(nextTerms, next);
    const isSettled = largestOf(slope) <= SETTLED * Math.max(largestOf(theta), 1);
    if (nextLoss <= loss) {
      [theta, terms, loss] = [next, nextTerms, nextLoss];
      damping /= DAMPING_STEP;
    } else damping *= DAMPING_STEP;
    if (isSettled) break;
  }
  return theta;
}

/** Every basis function and its derivatives at the rows. */
function basisAtRows(model: LinearVelocityModel, { cause, effect }: Oriented) {
  const fields = Array.from({ length: model.parameterCount }, () => velocityField(cause.length));
  const point: BasisPoint = basisPoint(model.parameterCount);
  for (let i = 0; i < cause.length; i++) {
    model.basisInto(effect[i], cause[i], point);
    fields.forEach((field, k) => {
      field.v[i] = point.value[k];
      field.dvDEffect[i] = point.dEffect[k];
      field.dvDCause[i] = point.dCause[k];
    });
  }
  return fields;
}

/** Half the distance, in standard deviations, over which derivatives beyond the second are differences. */
const HALF_STEP = 1e-3;

/**
 * dᵏy/dxᵏ along the causal curves: v, then the derivative of the one before by the cause, and by the effect times v.
 * Of splines, which are constant beyond their outer knots, at places that lie so far within these that no difference
 * reaches beyond.
 */
export function derivativeAlong(
  model: LinearVelocityModel,
  theta: Float64Array,
  order: number,
  cause: Column,
  effect: Column,
): Column {
  const breaks = model.causeSplines?.spline.breaks;
  if (!breaks || order <= 2) return derivativeAt(model, theta, order, cause, effect);
  const reach = (order - 2) * HALF_STEP;
  const [low, high] = [breaks[0] + reach, breaks[breaks.length - 1] - reach];
  const within = cause.map((value) => Math.min(Math.max(value, low), high));
  return derivativeAt(model, theta, order, within, effect);
}

function derivativeAt(
  model: LinearVelocityModel,
  theta: Float64Array,
  order: number,
  cause: Column,
  effect: Column,
): Column {
  const { v, dvDEffect, dvDCause } = velocityField(cause.length);
  model.evaluateInto(theta, cause, effect, { v, dvDEffect, dvDCause });
  if (order === 1) return v;
  if (order === 2) return dvDCause.map((value, i) => value + v[i] * dvDEffect[i]);
  const moved = (by: number): Column =>
    derivativeAt(
      model,
      theta,
      order - 1,
      cause.map((value) => value + by),
      effect.map((value, i) => value + by * v[i]),
    );
  const [ahead, behind] = [moved(HALF_STEP), moved(-HALF_STEP)];
  return ahead.map((value, i) => (value - behind[i]) / (2 * HALF_STEP));
}

/** Relative step by which the derivatives of polynomials in a parameter are differences. */
const PARAMETER_STEP = 1e-4;

/** Derivatives of dᵏy/dxᵏ at the rows by every parameter. */
function bendColumns(
  model: LinearVelocityModel,
  theta: Float64Array,
  order: number,
  at: Oriented,
  basis: ReturnType<typeof basisAtRows>,
): Column[] {
  if (order === 1) return basis.map(({ v }) => v);
  if (order === 2) {
    const { v, dvDEffect, dvDCause } = velocityField(at.cause.length);
    model.evaluateInto(theta, at.cause, at.effect, { v, dvDEffect, dvDCause });
    return basis.map((term) =>
      term.dvDCause.map((value, i) => value + term.v[i] * dvDEffect[i] + v[i] * term.dvDEffect[i]),
    );
  }
  return Array.from(theta, (value, k) => {
    const step = PARAMETER_STEP * Math.max(1, Math.abs(value));
    const moved = (by: number): Column => {
      const other = theta.slice();
      other[k] += by;
      return derivativeAlong(model, other, order, at.cause, at.effect);
    };
    const [up, down] = [moved(step), moved(-step)];
    return up.map((high, i) => (high - down[i]) / (2 * step));
  });
}

function notLinear(model: FittableModel): InputError {
  return new InputError({
    code: "wrong-option",
    place: [option("fit")],
    value: '"exact", with a penalty',
    expected: `"paper" for ${model.name}, or a velocity that is a sum of functions, such as v-lsnm or a basis`,
    remedy: "Train the velocity, or choose another.",
  });
}

function dot(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function squares(column: Column): number {
  return dot(column, column);
}

function largestOf(column: Column): number {
  let largest = 0;
  for (const value of column) largest = Math.max(largest, Math.abs(value));
  return largest;
}
