import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import { fitVelocity, type VelocityFitOptions } from "@causal-velocity/core/fit/fit-velocity.js";
import { costOf, gofResidualInto, meanSquare, type Rule } from "@causal-velocity/core/fit/gof.js";
import { type Oriented, orient } from "@causal-velocity/core/fit/orient.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { pairScores, type ScoreEstimator } from "@causal-velocity/core/score/pair-scores.js";
import type { VelocityClass, VelocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { type SimulateOptions, simulate } from "../simulate/simulate.js";
import { trueVelocity } from "../simulate/truth.js";
import { trueOrientation } from "./mechanism-error.js";
import { audrc, type JudgedPair } from "./metrics.js";

export interface KnownScoreOptions
  extends ComputeOptions,
    Pick<SimulateOptions, "seed" | "asPublished">,
    Pick<VelocityFitOptions, "fit"> {
  /** A simulator that knows the scores of both columns. */
  readonly kind: string;
  readonly velocity: VelocityClass;
  readonly estimator: ScoreEstimator;
  /** How residuals become the cost of a direction; by default `squared`. */
  readonly rule?: Rule | undefined;
  /** Seed of the parameters that training starts from. */
  readonly trainingSeed?: number | undefined;
}

/** The costs of both directions, on standardized columns. */
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
   * @paper thm:consistency, eq:loss_split
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

export interface KnownScoreStudyOptions extends KnownScoreOptions {
  /** The sample sizes. */
  readonly sizes: readonly number[];
  /** Simulated pairs of each size; every one has its own distributions and mechanism. */
  readonly pairs: number;
}

/** Decisions with one kind of scores, one entry for each pair. */
export interface StudyOutcome {
  /** Goodness of fit in the causal and in the anticausal direction, on standardized columns. */
  readonly causal: Column;
  readonly anticausal: Column;
  /** Share of pairs whose causal fit is better. */
  readonly accuracy: number;
  /** Area under the decision rate curve, ranked by the difference of the two fits. */
  readonly audrc: number;
}

/** All pairs of one size. Columns have one entry for each pair. */
export interface KnownScoreSize {
  readonly rows: number;
  readonly withTrueScores: StudyOutcome;
  readonly withEstimates: StudyOutcome;
  /** Mean squared error of the estimated scores; of the joint one, of both its components together. */
  readonly scoreError: { readonly cause: Column; readonly effect: Column; readonly joint: Column };
  /**
   * L̂ₙ(v) − L(v) for the *true* velocity v, whose L(v) is 0: what estimating the scores adds to the loss.
   *
   * @paper thm:consistency
   */
  readonly lossGap: Column;
}

/**
 * How much a decision loses because scores are estimated: pairs with known scores, decided with the known and with
 * estimated scores, at several sizes.
 *
 * With true scores and a class that contains the true velocity, the causal loss is orders of magnitude below the
 * anticausal one. With a class that does not contain it, the comparison may be wrong in most pairs: a polynomial
 * velocity fits the anticausal direction of an additive noise model better.
 * @paper fig:gof_gt, tab:sample_size_anm, tab:sample_size_lsnm, thm:consistency     @throws InputError `wrong-option`
 */
export function knownScoreStudy(options: KnownScoreStudyOptions): readonly KnownScoreSize[] {
  return options.sizes.map((rows) => {
    const pairs = Array.from({ length: options.pairs }, (_, k) => knownScorePair(options, rows, k + 1));
    const column = (of: (pair: KnownScorePair) => number) => Float64Array.from(pairs, of);
    return {
      rows,
      withTrueScores: studyOutcome(pairs.map(({ known }) => known)),
      withEstimates: studyOutcome(pairs.map(({ estimated }) => estimated)),
      scoreError: {
        cause: column(({ scoreError }) => scoreError.cause),
        effect: column(({ scoreError }) => scoreError.effect),
        joint: column(({ scoreError }) => scoreError.joint),
      },
      lossGap: column(({ lossGap }) => lossGap),
    };
  });
}

/** Fits, accuracy and AUDRC of some pairs, all of which have their cause first. */
export function studyOutcome(costs: readonly BothCosts[]): StudyOutcome {
  const judged = costs.map(({ causal, anticausal }): JudgedPair => {
    const margin = anticausal - causal;
    return { truth: "x->y", verdict: margin > 0 ? "x->y" : "y->x", margin, weight: 1 };
  });
  return {
    causal: Float64Array.from(costs, (cost) => cost.causal),
    anticausal: Float64Array.from(costs, (cost) => cost.anticausal),
    accuracy: judged.filter(({ margin }) => margin > 0).length / judged.length,
    audrc: audrc(judged),
  };
}
