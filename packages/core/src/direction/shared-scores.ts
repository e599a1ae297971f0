import type { StandardPair } from "../data/standardize.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { type PairScores, pairScores } from "../score/pair-scores.js";
import { type ScoreName, scoreEstimators } from "../score/score-estimators.js";

export interface SharedScores {
  readonly scores: PairScores;
  /** The largest relative error among the estimates that can measure theirs. */
  readonly error: number | undefined;
}

/** Scores of a pair, from the memo where another method has asked for the same before. */
export function sharedScores(pair: StandardPair, score: ScoreName, compute: ComputeOptions): SharedScores {
  const make = () => withError(pairScores(pair, scoreEstimators[score](compute)));
  return compute.memo?.(`scores ${score}`, [pair.x, pair.y], make) ?? make();
}

function withError(scores: PairScores): SharedScores {
  const { x, y, joint } = scores.estimates;
  const errors = [x, y, joint].flatMap((estimate) => estimate.measureError?.() ?? []);
  return { scores, error: errors.length > 0 ? Math.max(...errors) : undefined };
}
