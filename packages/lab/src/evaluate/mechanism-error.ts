import { byRole, type Oriented, orientScale } from "@causal-velocity/core/fit/orient.js";
import { type FlowOptions, followerOf, type Velocity } from "@causal-velocity/core/flow/flow.js";
import { type StandardPair, standardize, toStandardUnits } from "@causal-velocity/core/pair/standardize.js";
import { type Column, requireColumns } from "@causal-velocity/core/primitives/columns.js";
import { wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { meanAndSd, quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { rolesOf, type SimulatedPair } from "../simulate/simulator.js";
import { trueScores } from "../simulate/truth.js";

/** How far counterfactuals of a fit are from the true ones. */
export interface MechanismError {
  /** Root mean square difference, in standard deviations of the effect; NaN if a curve of the fit is lost. */
  readonly error: number;
  /** Share of counterfactuals that the fit's curves do not reach. */
  readonly lostShare: number;
}

/** Number of observations whose counterfactuals are compared: the first rows. */
const OBSERVATIONS = 200;
/** Counterfactual values of the cause for each, at equally spaced quantiles: (k + ½)/25, so from 2% to 98%. */
const IMAGINED_CAUSES = 25;

/**
 * How well the flow of a velocity recovers a true mechanism: φ_{x→x'}(y) against f(x', ε), for observations (x, y) with
 * noise ε and values x' of the cause drawn from its own distribution. Because x' is independent of ε, the true
 * counterfactuals are distributed like the data, and the error is measured where there are data.
 *
 * @param velocity of the causal direction, in the units of the standardized pair
 * @paper fig:gt_score_estim, eq:scm_flow
 * @cost 200 curves, each at 25 places     @throws InputError `wrong-option` for a pair without a mechanism
 */
export function mechanismError(
  velocity: Velocity,
  simulated: SimulatedPair,
  options: FlowOptions = {},
): MechanismError {
  requireColumns({ x: simulated?.pair?.x });
  const { mechanism, noise, kind } = simulated;
  if (!mechanism || !noise) throw wrongOption("kind", kind, "a simulator that knows its mechanism, such as anm");
  const { cause, effect } = rolesOf(simulated);
  const [causeScale, effectScale] = [meanAndSd(cause), meanAndSd(effect)];
  const ascending = sorted(cause);
  const imagined = Float64Array.from({ length: IMAGINED_CAUSES }, (_, k) =>
    quantileOfSorted(ascending, (k + 0.5) / IMAGINED_CAUSES),
  );
  const follower = followerOf(velocity, options);
  const observations = Math.min(OBSERVATIONS, cause.length);
  const [from, start] = [toStandardUnits(cause, causeScale), toStandardUnits(effect, effectScale)];
  const stations = toStandardUnits(imagined, causeScale);
  const found = { effect: new Float64Array(IMAGINED_CAUSES), logJacobian: new Float64Array(IMAGINED_CAUSES) };
  let [squares, lost] = [0, 0];
  for (let i = 0; i < observations; i++) {
    const above = stations.findIndex((station) => station >= from[i]);
    const split = above < 0 ? IMAGINED_CAUSES : above;
    follower.follow(start[i], from[i], stations.slice(0, split).reverse(), found, 0);
    found.effect.subarray(0, split).reverse();
    follower.follow(start[i], from[i], stations.subarray(split), found, split);
    for (let k = 0; k < IMAGINED_CAUSES; k++) {
      const gap = found.effect[k] - (mechanism.effect(imagined[k], noise[i]) - effectScale.mean) / effectScale.sd;
      squares += gap * gap;
      if (Number.isNaN(gap)) lost += 1;
    }
  }
  const count = observations * IMAGINED_CAUSES;
  return { error: Math.sqrt(squares / count), lostShare: lost / count };
}

/** A simulated pair, standardized, with its true scores for both directions. */
interface TrueOrientation {
  readonly pair: StandardPair;
  readonly causal: Oriented;
  /** Absent if the effect's marginal score is not known. */
  readonly anticausal?: Oriented;
}

/**
 * The true scores of a simulated pair in the units of its standardized columns, ready to be fitted; undefined if its
 * distribution is not known.
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

/** The same scores for the other direction. */
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
