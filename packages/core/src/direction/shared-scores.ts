import type { StandardPair } from "../data/standardize.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { kept } from "../numeric/kept.js";
import { type PairScores, pairScores } from "../score/pair-scores.js";
import type { ScoreEstimate } from "../score/score-estimator.js";
import { type ScoreName, scoreEstimators } from "../score/score-estimators.js";

export interface SharedScores {
  readonly scores: PairScores;
  /** The largest relative error among the estimates that can measure theirs. */
  readonly error: number | undefined;
}

/**
 * Scores of a pair, from the memo where another method has asked for the same before; those of a single column also
 * where another pair has.
 */
export function sharedScores(pair: StandardPair, score: ScoreName, compute: ComputeOptions): SharedScores {
  const estimator = scoreEstimators[score](compute);
  const estimate = (columns: readonly Column[]): ScoreEstimate => {
    const make = () => withMeasuredError(estimator.estimate(columns));
    // The estimate of both is part of what is kept below.
    return columns.length > 1 ? make() : kept(compute, `score ${score}`, columns, make);
  };
  return kept(compute, `scores ${score}`, [pair.x, pair.y], () =>
    withError(pairScores(pair, { ...estimator, estimate })),
  );
}

/** The estimate, which measures its error at most once. */
function withMeasuredError(estimate: ScoreEstimate): ScoreEstimate {
  if (!estimate.measureError) return estimate;
  let error: number | undefined;
  return {
    atRows: estimate.atRows,
    at: (points) => estimate.at(points),
    jacobianAt: (points) => estimate.jacobianAt(points),
    measureError: () => {
      error ??= estimate.measureError?.() ?? 0;
      return error;
    },
  };
}

function withError(scores: PairScores): SharedScores {
  const { x, y, joint } = scores.estimates;
  const errors = [x, y, joint].flatMap((estimate) => estimate.measureError?.() ?? []);
  return { scores, error: errors.length > 0 ? Math.max(...errors) : undefined };
}
