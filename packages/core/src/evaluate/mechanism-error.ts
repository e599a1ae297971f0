import { toStandardUnits } from "../data/units.js";
import { wrongOption } from "../errors/wrong-option.js";
import { type FlowOptions, followerOf } from "../flow/follower-of.js";
import type { Velocity } from "../flow/velocity.js";
import { meanAndSd } from "../numeric/mean-and-sd.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";
import { rolesOf, type SimulatedPair } from "../simulate/simulated-pair.js";

/** How far counterfactuals of a fit are from the true ones. */
export interface MechanismError {
  /** Root mean square difference, in standard deviations of the effect; NaN where a curve of the fit is lost. */
  readonly error: number;
  /** Share of counterfactuals that the fit's curves do not reach. */
  readonly lostShare: number;
}

/** Observations asked what they would have been: the first rows, which are as good as any. */
const OBSERVATIONS = 200;
/** Values of the cause imagined for each, at equally spaced quantiles: (k + ½)/25, so from 2 % to 98 %. */
const IMAGINED_CAUSES = 25;

/**
 * How well the flow of a velocity recovers a true mechanism: φ_{x→x'}(y) against f(x', ε), for observations (x, y) with
 * noise ε and values x' of the cause drawn from its own law. As x' is independent of ε, the true counterfactuals are
 * spread like the data, and so the error is measured where there are data.
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
