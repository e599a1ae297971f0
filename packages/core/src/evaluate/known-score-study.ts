import type { Column } from "../numeric/column.js";
import { audrc } from "./audrc.js";
import type { JudgedPair } from "./judged-pair.js";
import { type BothCosts, type KnownScoreOptions, type KnownScorePair, knownScorePair } from "./known-score-pair.js";

export interface KnownScoreStudyOptions extends KnownScoreOptions {
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
  /** Area under the decision rate curve, ranked by how far the two fits are apart. */
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
    const score = anticausal - causal;
    return { truth: "x->y", verdict: score > 0 ? "x->y" : "y->x", score, weight: 1 };
  });
  return {
    causal: Float64Array.from(costs, (cost) => cost.causal),
    anticausal: Float64Array.from(costs, (cost) => cost.anticausal),
    accuracy: judged.filter(({ score }) => score > 0).length / judged.length,
    audrc: audrc(judged),
  };
}
