import { type StandardPair, standardize } from "../data/standardize.js";
import { byRole } from "../fit/by-role.js";
import { type Oriented, orientScale } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import type { SimulatedPair } from "../simulate/simulated-pair.js";
import { trueScores } from "../simulate/true-scores.js";

/** A simulated pair, standardized, as both directions see it with its true scores. */
export interface TrueOrientation {
  readonly pair: StandardPair;
  readonly causal: Oriented;
  /** Absent where the effect's marginal score is not known. */
  readonly anticausal?: Oriented;
}

/**
 * The true scores of a simulated pair in the units of its standardized columns, ready to be fitted; undefined where its law
 * is not known.
 *
 * @cost as `trueScores`     @throws InputError as `standardize`
 */
export function trueOrientation(simulated: SimulatedPair): TrueOrientation | undefined {
  const scores = trueScores(simulated);
  if (!scores) return undefined;
  const pair = standardize(simulated.pair);
  const direction = simulated.truth === "y->x" ? "y->x" : "x->y";
  const { cause, effect } = orientScale(pair, direction);
  const causal: Oriented = {
    direction,
    ...byRole(pair, direction),
    scoreCause: times(scores.scoreCause, cause.sd),
    jointCause: times(scores.jointCause, cause.sd),
    jointEffect: times(scores.jointEffect, effect.sd),
  };
  if (!scores.scoreEffect) return { pair, causal };
  return { pair, causal, anticausal: reversed(causal, times(scores.scoreEffect, effect.sd)) };
}

/** The other direction's view of the same scores. */
function reversed(at: Oriented, scoreEffect: Column): Oriented {
  return {
    direction: at.direction === "x->y" ? "y->x" : "x->y",
    cause: at.effect,
    effect: at.cause,
    scoreCause: scoreEffect,
    jointCause: at.jointEffect,
    jointEffect: at.jointCause,
  };
}

function times(column: Column, factor: number): Column {
  return column.map((value) => factor * value);
}
