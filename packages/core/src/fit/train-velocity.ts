import { log } from "../numeric/elementary.js";
import type { RowLoss, TrainableModel } from "../velocity/velocity-model.js";
import { type AdamOptions, adam, type Trained } from "./adam.js";
import { gofResidualInto } from "./gof.js";
import type { Oriented } from "./orient.js";
import { curvatureAt, decayInto, PAPER_PENALTIES, type PenaltyWeights } from "./penalty.js";

export interface TrainOptions extends Partial<AdamOptions>, Partial<PenaltyWeights> {
  /** Of the start; both directions of a pair start from the same parameters. */
  readonly seed?: number;
}

const PAPER_STEPS = 100;
const PAPER_TOLERANCE = 1e-6;
/** Rate of a model, times the logarithm of its parameters' number. */
const PAPER_RATE = 0.1;

/** 0.1/ln K; of one parameter, whose logarithm is 0, as of two. */
function paperRate(parameters: number): number {
  return PAPER_RATE / log(Math.max(2, parameters));
}

/**
 * Trains a model as the paper does: Adam on all rows, 100 steps from small random parameters, on the mean squared
 * residual with two penalties (weight decay, curvature). Not the minimum: where a hundred steps lead.
 *
 * @paper eqn:loss_est (18), appx:experiment (Velocity Parametrization and Training)
 * @cost O(n·K) a step for K parameters, 101 evaluations
 */
export function trainVelocity(model: TrainableModel, at: Oriented, options: TrainOptions = {}): Trained {
  const {
    seed = 0,
    rate = paperRate(model.parameterCount),
    steps = PAPER_STEPS,
    tolerance = PAPER_TOLERANCE,
    weightDecay = PAPER_PENALTIES.weightDecay,
    curvatureWeight = PAPER_PENALTIES.curvatureWeight,
  } = options;
  const lossInto = trainingLoss(model, at, { weightDecay, curvatureWeight });
  return adam(lossInto, model.start(seed), { rate, steps, tolerance, least: model.least });
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
  { weightDecay, curvatureWeight }: PenaltyWeights = PAPER_PENALTIES,
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
        const curvature = curvatureAt(field, i);
        const bend = curvatureWeight * curvature;
        sum += r * r + bend * curvature;
        cotangent.v[i] = (2 / n) * (bend * field.dvDEffect[i] - r * at.jointEffect[from + i]);
        cotangent.dvDEffect[i] = (2 / n) * (bend * field.v[i] - r);
        cotangent.dvDCause[i] = (2 / n) * bend;
      }
    };
    gradient.fill(0);
    pass(theta, rowLoss, gradient);
    return sum / n + decayInto(model, theta, weightDecay, gradient);
  };
}
