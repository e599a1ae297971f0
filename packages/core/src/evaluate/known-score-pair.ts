import { wrongOption } from "../errors/wrong-option.js";
import { fitVelocity, type VelocityFitOptions } from "../fit/fit-velocity.js";
import { gofResidualInto, meanSquare } from "../fit/gof.js";
import { type Oriented, orient } from "../fit/orient.js";
import { costOf, type Rule } from "../fit/rule.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { pairScores } from "../score/pair-scores.js";
import type { ScoreEstimator } from "../score/score-estimator.js";
import { type SimulateOptions, simulate } from "../simulate/simulate.js";
import { trueVelocity } from "../simulate/true-velocity.js";
import type { VelocityClass, VelocityField } from "../velocity/velocity-model.js";
import { trueOrientation } from "./true-orientation.js";

export interface KnownScoreOptions
  extends ComputeOptions,
    Pick<SimulateOptions, "seed" | "asPublished">,
    Pick<VelocityFitOptions, "fit"> {
  /** A simulator that knows the scores of both columns. */
  readonly kind: string;
  readonly velocity: VelocityClass;
  readonly estimator: ScoreEstimator;
  /** How residuals become the cost of a direction; `squared` unless told otherwise. */
  readonly rule?: Rule | undefined;
  /** Of the parameters that training starts from. */
  readonly trainingSeed?: number | undefined;
}

/** The costs of fitting both ways, on standardized columns. */
export interface BothCosts {
  readonly causal: number;
  readonly anticausal: number;
}

/** One simulated pair decided with its true scores and with estimates. */
export interface KnownScorePair {
  readonly known: BothCosts;
  readonly estimated: BothCosts;
  /** Mean squared error of the estimated scores; of the joint one, of both its components together. */
  readonly scoreError: { readonly cause: number; readonly effect: number; readonly joint: number };
  /**
   * L̂ₙ(v) − L(v) for the *true* velocity v, whose L(v) is 0: what estimating the scores adds to the loss.
   *
   * @paper thm:consistency
   */
  readonly lossGap: number;
}

/**
 * Simulates pair `number` of a kind, at a size, and decides it with its true scores and with estimated ones.
 *
 * @paper fig:gof_gt     @throws InputError `wrong-option` for a kind whose scores are not known
 */
export function knownScorePair(options: KnownScoreOptions, rows: number, number: number): KnownScorePair {
  const { kind, velocity, estimator, seed, asPublished, rule = "squared" } = options;
  const { routines, memoryLimit, fit, trainingSeed } = options;
  const how: VelocityFitOptions = { routines, memoryLimit, fit, seed: trainingSeed };
  const simulated = simulate(kind, { n: rows, seed, number, asPublished });
  const known = trueOrientation(simulated);
  const field = trueVelocity(simulated);
  if (!known?.anticausal || !field) {
    throw wrongOption("kind", kind, "a simulator that knows the scores of both columns, such as gaussian-anm");
  }
  const { pair, causal, anticausal } = known;
  const guesses = pairScores(pair, estimator);
  const estimated = orient(pair, guesses, "x->y");
  const costsOf = (forward: Oriented, backward: Oriented): BothCosts => ({
    causal: costOf(fitVelocity(velocity, forward, how), rule),
    anticausal: costOf(fitVelocity(velocity, backward, how), rule),
  });
  return {
    known: costsOf(causal, anticausal),
    estimated: costsOf(estimated, orient(pair, guesses, "y->x")),
    scoreError: {
      cause: meanSquaredGap(estimated.scoreCause, causal.scoreCause),
      effect: meanSquaredGap(guesses.y, anticausal.scoreCause),
      joint:
        meanSquaredGap(estimated.jointCause, causal.jointCause) +
        meanSquaredGap(estimated.jointEffect, causal.jointEffect),
    },
    lossGap: lossOf(standardField(field, pair.scale.x.sd, pair.scale.y.sd), estimated),
  };
}

/** A velocity in the units of standardized columns. */
function standardField(field: VelocityField, causeSd: number, effectSd: number): VelocityField {
  return {
    v: times(field.v, causeSd / effectSd),
    dvDEffect: times(field.dvDEffect, causeSd),
    dvDCause: times(field.dvDCause, (causeSd * causeSd) / effectSd),
  };
}

function lossOf(field: VelocityField, at: Oriented): number {
  const residual = new Float64Array(at.cause.length);
  gofResidualInto(at, field, residual);
  return meanSquare(residual);
}

function times(column: Column, factor: number): Column {
  return column.map((value) => factor * value);
}

function meanSquaredGap(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / a.length;
}
