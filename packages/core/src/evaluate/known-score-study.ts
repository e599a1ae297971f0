import { standardize } from "../data/standardize.js";
import { wrongOption } from "../errors/wrong-option.js";
import { fitVelocity, type VelocityFit } from "../fit/fit-velocity.js";
import { gofResidualInto, meanSquare } from "../fit/gof.js";
import { type Oriented, orient } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { pairScores } from "../score/pair-scores.js";
import type { ScoreEstimator } from "../score/score-estimator.js";
import { type SimulateOptions, simulate } from "../simulate/simulate.js";
import { trueScores } from "../simulate/true-scores.js";
import { trueVelocity } from "../simulate/true-velocity.js";
import type { VelocityClass, VelocityField } from "../velocity/velocity-model.js";

export interface KnownScoreStudyOptions extends ComputeOptions, Pick<SimulateOptions, "seed" | "asPublished"> {
  /** A simulator that knows the scores of both columns. */
  readonly kind: string;
  readonly velocity: VelocityClass;
  readonly estimator: ScoreEstimator;
  /** Numbers of rows. */
  readonly sizes: readonly number[];
  /** Simulated pairs of each size; every one has its own laws and mechanism. */
  readonly pairs: number;
}

/** What one way of getting scores led to, one entry for each pair. */
export interface StudyOutcome {
  /** Goodness of fit in the causal and in the anticausal direction, on standardized columns. */
  readonly causal: Column;
  readonly anticausal: Column;
  /** Share of pairs whose causal fit is the better one. */
  readonly accuracy: number;
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
 * How much of the decision is lost by estimating the scores: pairs whose scores are known, decided with the known and
 * with estimated ones, at several sizes.
 *
 * With true scores and a class that holds the truth the causal loss is what the class cannot represent, orders of
 * magnitude below the anticausal one. With a class that does not, the comparison may be wrong in most pairs: a polynomial
 * velocity fits the anticausal direction of an additive noise model better.
 * @paper fig:gof_gt, tab:sample_size_anm, tab:sample_size_lsnm, thm:consistency     @throws InputError `wrong-option`
 */
export function knownScoreStudy(options: KnownScoreStudyOptions): readonly KnownScoreSize[] {
  return options.sizes.map((rows) => {
    const pairs = Array.from({ length: options.pairs }, (_, k) => studyPair(options, rows, k + 1));
    const column = (of: (pair: StudiedPair) => number) => Float64Array.from(pairs, of);
    return {
      rows,
      withTrueScores: outcome(pairs.map(({ known }) => known)),
      withEstimates: outcome(pairs.map(({ estimated }) => estimated)),
      scoreError: {
        cause: column(({ scoreError }) => scoreError.cause),
        effect: column(({ scoreError }) => scoreError.effect),
        joint: column(({ scoreError }) => scoreError.joint),
      },
      lossGap: column(({ lossGap }) => lossGap),
    };
  });
}

interface BothFits {
  readonly causal: VelocityFit;
  readonly anticausal: VelocityFit;
}

interface StudiedPair {
  readonly known: BothFits;
  readonly estimated: BothFits;
  readonly scoreError: { readonly cause: number; readonly effect: number; readonly joint: number };
  readonly lossGap: number;
}

function studyPair(options: KnownScoreStudyOptions, rows: number, number: number): StudiedPair {
  const { kind, velocity, estimator, seed, asPublished } = options;
  const simulated = simulate(kind, { n: rows, seed, number, asPublished });
  const scores = trueScores(simulated);
  const field = trueVelocity(simulated);
  if (!scores?.scoreEffect || !field) {
    throw wrongOption("kind", kind, "a simulator that knows the scores of both columns, such as gaussian-anm");
  }
  const pair = standardize(simulated.pair);
  const { x: cause, y: effect } = pair.scale;
  const known = {
    direction: "x->y" as const,
    cause: pair.x,
    effect: pair.y,
    scoreCause: times(scores.scoreCause, cause.sd),
    jointCause: times(scores.jointCause, cause.sd),
    jointEffect: times(scores.jointEffect, effect.sd),
  };
  const scoreEffect = times(scores.scoreEffect, effect.sd);
  const guesses = pairScores(pair, estimator);
  const estimated = orient(pair, guesses, "x->y");
  const fitBothWays = (causal: Oriented, anticausal: Oriented): BothFits => ({
    causal: fitVelocity(velocity, causal, options),
    anticausal: fitVelocity(velocity, anticausal, options),
  });
  return {
    known: fitBothWays(known, reversed(known, scoreEffect)),
    estimated: fitBothWays(estimated, orient(pair, guesses, "y->x")),
    scoreError: {
      cause: meanSquaredGap(estimated.scoreCause, known.scoreCause),
      effect: meanSquaredGap(guesses.y, scoreEffect),
      joint:
        meanSquaredGap(estimated.jointCause, known.jointCause) +
        meanSquaredGap(estimated.jointEffect, known.jointEffect),
    },
    lossGap: lossOf(standardField(field, cause.sd, effect.sd), estimated),
  };
}

function outcome(fits: readonly BothFits[]): StudyOutcome {
  const causal = Float64Array.from(fits, (fit) => fit.causal.gof);
  const anticausal = Float64Array.from(fits, (fit) => fit.anticausal.gof);
  let correct = 0;
  for (let k = 0; k < fits.length; k++) if (causal[k] < anticausal[k]) correct += 1;
  return { causal, anticausal, accuracy: correct / fits.length };
}

/** The other direction's view of known scores. */
function reversed(at: Oriented, scoreEffect: Column): Oriented {
  return {
    direction: "y->x",
    cause: at.effect,
    effect: at.cause,
    scoreCause: scoreEffect,
    jointCause: at.jointEffect,
    jointEffect: at.jointCause,
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
