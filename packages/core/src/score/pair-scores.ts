import type { StandardPair } from "../data/standardize.js";
import { InputError } from "../errors/input-error.js";
import type { Column } from "../numeric/column.js";
import type { ScoreEstimate, ScoreEstimator } from "./score-estimator.js";

/** The scores a velocity fit needs, at the rows of a pair, and the estimates behind them for use elsewhere. */
export interface PairScores {
  /** Marginal score of x. */
  readonly x: Column;
  /** Marginal score of y. */
  readonly y: Column;
  /** ∂ log p(x, y)/∂x. */
  readonly jointX: Column;
  /** ∂ log p(x, y)/∂y. */
  readonly jointY: Column;
  readonly estimates: { readonly x: ScoreEstimate; readonly y: ScoreEstimate; readonly joint: ScoreEstimate };
}

/**
 * Marginal and joint scores: the first step of the two-step method.
 *
 * @paper sec:velocity:discovery, step 1     @throws InputError `extreme-range`, `too-many-rows`
 */
export function pairScores(pair: StandardPair, estimator: ScoreEstimator): PairScores {
  const x = estimateColumn(estimator, pair.x, pair.names.x);
  const y = estimateColumn(estimator, pair.y, pair.names.y);
  const joint = estimator.estimate([pair.x, pair.y]);
  return {
    x: x.atRows[0],
    y: y.atRows[0],
    jointX: joint.atRows[0],
    jointY: joint.atRows[1],
    estimates: { x, y, joint },
  };
}

/** Estimators know columns only by position: their complaints get the column's name here. */
function estimateColumn(estimator: ScoreEstimator, column: Column, name: string): ScoreEstimate {
  try {
    return estimator.estimate([column]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, value, expected, remedy } = error;
    throw new InputError({ code, place: `column "${name}"`, value, expected, remedy });
  }
}
