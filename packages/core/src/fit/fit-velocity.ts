import { InputError } from "../errors/input-error.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import {
  type FittableModel,
  type VelocityClass,
  type VelocityModel,
  velocityField,
} from "../velocity/velocity-model.js";
import { fitLinear } from "./fit-linear.js";
import { fitProduct } from "./fit-product.js";
import { gofResidualInto, meanSquare } from "./gof.js";
import type { Oriented } from "./orient.js";
import { trainVelocity } from "./train-velocity.js";

/** How a velocity is fitted: at the minimum of its loss, or where the published training ends. */
export const FITS = ["exact", "paper"] as const;
export type Fit = (typeof FITS)[number];

export interface VelocityFitOptions extends ComputeOptions {
  /** `exact` unless told otherwise; `paper` for networks, which have no exact fit. */
  readonly fit?: Fit | undefined;
  /** Of the parameters that training starts from. */
  readonly seed?: number | undefined;
}

/** A velocity fitted to one direction. */
export interface VelocityFit {
  readonly oriented: Oriented;
  readonly model: VelocityModel;
  readonly theta: Float64Array;
  /** Residual of the continuity equation at the rows. */
  readonly residual: Column;
  /** Mean squared residual; lower is better. */
  readonly gof: number;
  /** Of an exact fit: directions of theta that the data determine; the others are 0 (minimum norm). */
  readonly rank?: number;
  /** Of a trained fit: how far the training came. */
  readonly training?: Training;
}

export interface Training {
  readonly steps: number;
  /** Whether the loss had come to rest before the steps ran out. */
  readonly converged: boolean;
  /** What was minimized: the mean squared residual and the penalties. */
  readonly loss: number;
}

/**
 * Fits a class to one direction, exactly or as the paper trains.
 *
 * @paper eqn:loss_est (18), sec:velocity:discovery step 2     @throws InputError `wrong-option`
 */
export function fitVelocity(velocity: VelocityClass, at: Oriented, options: VelocityFitOptions = {}): VelocityFit {
  const model = velocity.modelFor(at.cause, at.effect, options.routines);
  const parameters = parametersOf(model, at, options);
  const field = velocityField(at.cause.length);
  model.evaluateInto(parameters.theta, at.cause, at.effect, field);
  const residual = new Float64Array(at.cause.length);
  gofResidualInto(at, field, residual);
  return { oriented: at, model, ...parameters, residual, gof: meanSquare(residual) };
}

function parametersOf(
  model: FittableModel,
  at: Oriented,
  { fit, seed = 0, ...compute }: VelocityFitOptions,
): Pick<VelocityFit, "theta" | "rank" | "training"> {
  if (fit !== "paper" && model.kind === "linear") return fitLinear(model, at, compute);
  if (fit !== "paper" && model.kind === "product") return fitProduct(model, at, compute);
  if (fit === "exact") throw noExactFit(model.name);
  const { theta, ...training } = trainVelocity(model, at, { seed });
  return { theta, training };
}

/** The error of an exact fit where only training exists. */
export function noExactFit(name: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: "option fit",
    value: '"exact"',
    expected: `"paper": ${name} is made of networks, which only training fits`,
    remedy: "Leave the option out, or take a method with splines or a basis.",
  });
}
