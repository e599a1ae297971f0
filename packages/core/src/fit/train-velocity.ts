import { log } from "../primitives/elementary.js";
import type { RowLoss, TrainableModel, VelocityField } from "../velocity/velocity-model.js";
import { gofResidualInto } from "./gof.js";
import type { Oriented } from "./orient.js";

export interface TrainOptions extends Partial<AdamOptions>, Partial<PenaltyWeights> {
  /** Factor of the parameters at the start; default 1. */
  readonly init?: number;
  /** Seed of the start; both directions of a pair start from the same parameters. */
  readonly seed?: number;
}

const PAPER_STEPS = 100;
const PAPER_TOLERANCE = 1e-6;
/** Learning rate of a model times the logarithm of its number of parameters. */
const PAPER_RATE = 0.1;

/** 0.1/ln K for K parameters; for one parameter, whose logarithm is 0, as for two. */
function paperRate(parameters: number): number {
  return PAPER_RATE / log(Math.max(2, parameters));
}

/**
 * Trains a model as the paper does: Adam on all rows, 100 steps from small random parameters, on the mean squared
 * residual with two penalties (weight decay, curvature). The result is not the minimum, but the best point of those
 * steps.
 *
 * @paper eqn:loss_est (18), appx:experiment (Velocity Parametrization and Training)
 * @cost O(n·K) a step for K parameters, 101 evaluations
 */
export function trainVelocity(model: TrainableModel, at: Oriented, options: TrainOptions = {}): Trained {
  const {
    seed = 0,
    init = 1,
    rate = paperRate(model.parameterCount),
    steps = PAPER_STEPS,
    tolerance = PAPER_TOLERANCE,
    weightDecay = PAPER_PENALTIES.weightDecay,
    curvatureWeight = PAPER_PENALTIES.curvatureWeight,
    curvatureOrder,
  } = options;
  const lossInto = trainingLoss(model, at, { weightDecay, curvatureWeight, curvatureOrder });
  const start = model.start(seed).map((value) => init * value);
  return adam(lossInto, start, { rate, steps, tolerance, least: model.least });
}

/**
 * What training minimizes, with its gradient: mean r² + weightDecay·Σ mean w² + curvatureWeight·mean (d²y/dx²)².
 *
 * With c = ∂v/∂cause + v·∂v/∂effect, the derivatives of row i's share are
 * 2/n·(−r·s_effect + κ·c·∂v/∂effect) by v, 2/n·(−r + κ·c·v) by ∂v/∂effect, 2/n·κ·c by ∂v/∂cause.
 */
export function trainingLoss(
  model: TrainableModel,
  at: Oriented,
  { weightDecay, curvatureWeight, curvatureOrder = 2 }: PenaltyWeights = PAPER_PENALTIES,
): (theta: Float64Array, gradient: Float64Array) => number {
  const n = at.cause.length;
  const pass = model.passOver(at.cause, at.effect);
  return (theta, gradient) => {
    let sum = 0;
    const rowLoss: RowLoss = (from, field, cotangent) => {
      const residual = new Float64Array(field.v.length);
      gofResidualInto(at, field, residual, from);
      for (let i = 0; i < residual.length; i++) {
        const r = residual[i];
        const isCurvature = curvatureOrder === 2;
        const derivative = isCurvature ? curvatureAt(field, i) : field.v[i];
        const bend = curvatureWeight * derivative;
        sum += r * r + bend * derivative;
        const slope = isCurvature ? field.dvDEffect[i] : 1;
        cotangent.v[i] = (2 / n) * (bend * slope - r * at.jointEffect[from + i]);
        cotangent.dvDEffect[i] = (2 / n) * (isCurvature ? bend * field.v[i] - r : -r);
        cotangent.dvDCause[i] = isCurvature ? (2 / n) * bend : 0;
      }
    };
    gradient.fill(0);
    pass(theta, rowLoss, gradient);
    return sum / n + decayInto(model, theta, weightDecay, gradient);
  };
}

/** Weights of the penalties that training adds to the mean squared residual. */
export interface PenaltyWeights {
  /** Weight of the mean square of each weight tensor. */
  readonly weightDecay: number;
  /** Weight of the mean square of the curvature of the causal curves. */
  readonly curvatureWeight: number;
  /** 1 for the slope in place of the curvature; default 2. */
  readonly curvatureOrder?: number | undefined;
}

/** The weights of the penalties in the published training. */
export const PAPER_PENALTIES: PenaltyWeights = { weightDecay: 1e-4, curvatureWeight: 1e-4 };

/** weightDecay·Σ mean(w²) over the model's weight tensors; adds its derivatives. */
function decayInto(model: TrainableModel, theta: Float64Array, weight: number, gradient: Float64Array): number {
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
 * d²y/dx² along a causal curve at row i of the field, ∂v/∂cause + v·∂v/∂effect: the derivative dᵏy/dxᵏ that the paper
 * penalizes in practice, k = 2.
 *
 * @paper sec:experiments
 */
function curvatureAt({ v, dvDEffect, dvDCause }: VelocityField, i: number): number {
  return dvDCause[i] + v[i] * dvDEffect[i];
}

export interface AdamOptions {
  /** Length of a step where the gradient keeps its sign; above 0. */
  readonly rate: number;
  /** Largest number of steps, at least 1. */
  readonly steps: number;
  /** Training ends when a step changes the loss by less than this. */
  readonly tolerance: number;
  /** Smallest values of the parameters: a step below them ends there. */
  readonly least?: Float64Array | undefined;
}

/** The result of a training. */
interface Trained {
  readonly theta: Float64Array;
  /** Loss at theta, penalties included. */
  readonly loss: number;
  /** Number of steps taken. */
  readonly steps: number;
  /** Whether the loss stopped changing before the steps ran out. */
  readonly converged: boolean;
}

/**
 * Adam on all data. Returns the best point it stepped to. The start is not among these, unless the loss is finite
 * nowhere else.
 *
 * @param lossInto the loss at theta; writes its gradient
 * @cost one evaluation of the loss a step, and one at the start
 */
export function adam(
  lossInto: (theta: Float64Array, gradient: Float64Array) => number,
  start: Float64Array,
  { rate, steps, tolerance, least }: AdamOptions,
): Trained {
  const theta = start.slice();
  const gradient = new Float64Array(theta.length);
  const step = adamStepper(theta.length);
  let previous = lossInto(theta, gradient);
  const best = theta.slice();
  let bestLoss = Infinity;
  let done = 0;
  let converged = false;
  while (done < steps && !converged) {
    done += 1;
    step(theta, gradient, rate);
    if (least) for (let k = 0; k < theta.length; k++) theta[k] = Math.max(least[k], theta[k]);
    const loss = lossInto(theta, gradient);
    converged = Math.abs(previous - loss) < tolerance;
    previous = loss;
    if (loss < bestLoss) {
      bestLoss = loss;
      best.set(theta);
    }
  }
  return { theta: best, loss: bestLoss, steps: done, converged };
}

/** Shares of the past kept by the running means of the gradient and of its square. */
const GRADIENT_MEMORY = 0.9;
const SQUARE_MEMORY = 0.999;
/** Added to the root of the mean square, outside the root. */
const EPSILON = 1e-8;

/**
 * Steps of Adam: each parameter moves against the running mean of its gradient, in units of that gradient's running
 * root mean square, by about `rate`. Moves theta in place.
 *
 * @reference Kingma & Ba 2015, algorithm 1
 */
export function adamStepper(parameters: number): (theta: Float64Array, gradient: Float64Array, rate: number) => void {
  const mean = new Float64Array(parameters);
  const square = new Float64Array(parameters);
  let meanMissing = 1;
  let squareMissing = 1;
  return (theta, gradient, rate) => {
    // Both means start at 0: these shares of their true values are still missing.
    meanMissing *= GRADIENT_MEMORY;
    squareMissing *= SQUARE_MEMORY;
    for (let k = 0; k < parameters; k++) {
      mean[k] = GRADIENT_MEMORY * mean[k] + (1 - GRADIENT_MEMORY) * gradient[k];
      square[k] = SQUARE_MEMORY * square[k] + (1 - SQUARE_MEMORY) * gradient[k] * gradient[k];
      const size = Math.sqrt(square[k] / (1 - squareMissing)) + EPSILON;
      theta[k] -= (rate * (mean[k] / (1 - meanMissing))) / size;
    }
  };
}
