import type { ComputeOptions, Routines } from "../compute/routines.js";
import { type Column, MOST_ROWS } from "../primitives/columns.js";
import { wrongOption } from "../primitives/errors.js";
import type { PiecewisePolynomial } from "../primitives/piecewise-polynomial.js";
import type { SplineBasis } from "./spline.js";

/** A velocity and its derivatives at n points. Units: sd of effect per sd of cause, and that per sd of either. */
export interface VelocityField {
  readonly v: Column;
  readonly dvDEffect: Column;
  readonly dvDCause: Column;
}

/**
 * Whether every causal curve exists for every value of the cause. `global`: |v(y, x)| ≤ a(x)|y| + b(x).
 * `may-blow-up`: v grows faster in the effect, and a curve may reach infinity at a finite cause.
 *
 * @paper sec:appendix:regularity, assumption 3(b); thm:ode:flow
 */
export type FlowExtent = "global" | "may-blow-up";

/**
 * A velocity at most linear in the effect, v = offset(cause) + slope(cause)·effect, whose curves have a closed form.
 */
export interface AffineVelocity {
  /** Units: sd of effect per sd of cause. */
  readonly offset: PiecewisePolynomial;
  /** Units: 1/sd of cause. Breaks are those of `offset`. */
  readonly slope: PiecewisePolynomial;
}

/** Velocities v(effect, cause), one for each parameter vector theta. */
export interface VelocityModel {
  readonly name: string;
  readonly parameterCount: number;
  readonly flow: FlowExtent;
  /** Writes v and its derivatives at the points (effect[i], cause[i]). */
  evaluateInto(theta: Float64Array, cause: Column, effect: Column, out: VelocityField): void;
  /** The same velocity as polynomials in the cause, if the class is at most linear in the effect. */
  affine?(theta: Float64Array): AffineVelocity;
}

/**
 * Turns the velocity at some rows into the derivatives of a loss by it: `field` and `cotangent` hold the rows from
 * `from` on, as many as they are long. ∂loss/∂v goes to `cotangent.v`, and so on.
 */
export type RowLoss = (from: number, field: VelocityField, cotangent: VelocityField) => void;

/** One pass over rows: evaluates the velocity there, calls the loss, and adds its derivatives by theta. */
export type VelocityPass = (theta: Float64Array, loss: RowLoss, gradient: Float64Array) => void;

/** Parameters theta[from … to − 1] that are factors: weight decay penalizes their mean square. */
export interface WeightTensor {
  readonly from: number;
  readonly to: number;
}

/** A model that can be trained by gradients. */
export interface TrainableModel extends VelocityModel {
  /** The tensors that weight decay penalizes; offsets are not among them. */
  readonly decayed: readonly WeightTensor[];
  /** Smallest values of the parameters, if there are any: training stays above them. */
  readonly least?: Float64Array;
  /** Where the published training starts. */
  start(seed: number): Float64Array;
  /** Prepares passes over these rows; memory does not grow with their number beyond a bound. */
  passOver(cause: Column, effect: Column): VelocityPass;
}

/** Values and derivatives of all basis functions at one point; arrays of length `parameterCount`. */
export interface BasisPoint {
  readonly value: Float64Array;
  readonly dEffect: Float64Array;
  readonly dCause: Float64Array;
}

/** Values of all basis functions at some rows, and their derivatives by the effect: a column for each function. */
export interface BasisColumns {
  readonly value: readonly Column[];
  readonly dEffect: readonly Column[];
}

/** Splines of the cause, each as it is and, if `timesEffect`, once more times the effect: basis functions in this order. */
export interface CauseSplines {
  readonly spline: SplineBasis;
  readonly timesEffect: boolean;
}

/** A model linear in theta: v = Σ theta_k·basis_k. Its goodness of fit has one exact minimizer. */
export interface LinearVelocityModel extends TrainableModel {
  readonly kind: "linear";
  /** Penalty on |theta|² relative to the mean squared residual, for bases that need one. */
  readonly ridge: number;
  /** Names of the basis functions, if the user chose them: for errors and findings. */
  readonly terms?: readonly string[];
  /** Writes every basis function at one point; arguments in the paper's order v(y, x). */
  basisInto(effect: number, cause: number, out: BasisPoint): void;
  /** Writes every basis function at some rows, at most as many as the columns of `out` are long. */
  columnsInto(effect: Column, cause: Column, out: BasisColumns): void;
  /** What the basis functions are, if they are splines of the cause: only four of them differ from 0 at a row. */
  readonly causeSplines?: CauseSplines;
}

/**
 * A model v = c(effect)·d(cause) with c > 0, two splines: theta holds the coefficients of c, then those of d. It is
 * linear in each of them, not in both.
 */
export interface ProductVelocityModel extends TrainableModel {
  readonly kind: "product";
  readonly effectSpline: SplineBasis;
  readonly causeSpline: SplineBasis;
  /** Mean of each spline of the effect over the rows: the mean of c over the rows, which is 1, is their sum. */
  readonly effectMeans: Float64Array;
  /** Smallest coefficient of c, as a share of its mean. */
  readonly floor: number;
  /** Penalty on the mean squared coefficients, relative to the mean squared residual. */
  readonly ridge: number;
}

/** A model made of neural networks: only training fits it. */
export interface NetworkVelocityModel extends TrainableModel {
  readonly kind: "network";
}

/** Every kind of model, by how it is fitted. */
export type FittableModel = LinearVelocityModel | ProductVelocityModel | NetworkVelocityModel;

/** A class of velocities. Some, such as splines with quantile knots, take their shape from the columns. */
export interface VelocityClass<M extends FittableModel = FittableModel> {
  readonly name: string;
  readonly flow: FlowExtent;
  /** Whether there is no exact fit, only training. */
  readonly trainedOnly?: boolean;
  /** Rows up to which training takes seconds, if fewer than usual. */
  trainingRows?(routines?: Routines): number;
  /** The model for two columns; routines evaluate an expensive one, by default in plain TypeScript. */
  modelFor(cause: Column, effect: Column, compute?: ComputeOptions): M;
}

/** Allocates the basis values of one point. */
export function basisPoint(size: number): BasisPoint {
  return { value: new Float64Array(size), dEffect: new Float64Array(size), dCause: new Float64Array(size) };
}

/** Allocates the basis functions at n points. */
export function basisColumns(size: number, rows: number): BasisColumns {
  const columns = () => Array.from({ length: size }, () => new Float64Array(rows));
  return { value: columns(), dEffect: columns() };
}

/** Allocates a velocity at n points. @throws InputError `wrong-option` */
export function velocityField(rows: number): VelocityField {
  if (!(Number.isSafeInteger(rows) && rows >= 0 && rows <= MOST_ROWS)) {
    throw wrongOption("rows", rows, `a whole number from 0 to ${MOST_ROWS}`);
  }
  return { v: new Float64Array(rows), dvDEffect: new Float64Array(rows), dvDCause: new Float64Array(rows) };
}
