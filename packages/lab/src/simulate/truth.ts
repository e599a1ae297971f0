import { piecewiseChebyshev } from "@causal-velocity/core/primitives/chebyshev.js";
import { type Column, requireColumns } from "@causal-velocity/core/primitives/columns.js";
import { type VelocityField, velocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { type EffectMarginal, jointScore } from "./joint-density.js";
import { mechanismJet, velocityOf } from "./mechanism.js";
import { rolesOf, type SimulatedPair } from "./simulator.js";

/** The true scores at the rows of a simulated pair, named by role as in `Oriented`; units 1/cause and 1/effect. */
export interface TrueScores {
  /** Marginal score of the cause, or of x if there is no direction. */
  readonly scoreCause: Column;
  /** ∂ log p(cause, effect)/∂cause. */
  readonly jointCause: Column;
  /** ∂ log p(cause, effect)/∂effect. */
  readonly jointEffect: Column;
  /** Marginal score of the effect, the only one without a closed form; absent if quadrature cannot compute it. */
  readonly scoreEffect?: Column;
  /** Bound of the error of `scoreEffect`. */
  readonly effectError?: number;
}

/** Up to this many rows each has its own integral; with more rows they share a table of the marginal score. */
const ROWS_WITHOUT_TABLE = 200;
/** Relative accuracy of that table. */
const SCORE_TABLE_TOLERANCE = 1e-6;

/**
 * True scores of a simulated pair; undefined if its density is not known.
 *
 * The joint score is the cause's marginal score plus that of the conditional distribution, in the corrected form; the
 * effect's marginal score is an integral over the cause. The velocities and these scores satisfy the continuity
 * equation.
 * @paper appx:experiment:syndetails, thm:id     @deviates docs/decisions/0015-true-scores.md
 * @cost O(n) and about 1,000 integrals of 150 to 2,000 densities
 */
export function trueScores(simulated: SimulatedPair): TrueScores | undefined {
  requireColumns({ x: simulated?.pair?.x });
  const { density, noise } = simulated;
  if (!density || !noise) return undefined;
  const { cause, effect } = rolesOf(simulated);
  const { model } = density;
  const n = cause.length;
  const [jointCause, jointEffect] = [new Float64Array(n), new Float64Array(n)];
  const jet = mechanismJet();
  for (let i = 0; i < n; i++) {
    model.mechanism.jetInto(cause[i], noise[i], jet);
    const score = jointScore(model, cause[i], noise[i], jet);
    jointCause[i] = score.cause;
    jointEffect[i] = score.effect;
  }
  const scores = { scoreCause: cause.map((value) => density.causeScore(value)), jointCause, jointEffect };
  return density.effectMarginal ? { ...scores, ...marginalScores(density.effectMarginal(), effect) } : scores;
}

function marginalScores(marginal: EffectMarginal, effect: Column): { scoreEffect: Column; effectError: number } {
  let error = 0;
  const scoreAt = (value: number): number => {
    const point = marginal.at(value);
    error = Math.max(error, point.error);
    return point.score;
  };
  if (effect.length <= ROWS_WITHOUT_TABLE) {
    const scoreEffect = effect.map(scoreAt);
    return { scoreEffect, effectError: error };
  }
  let low = Infinity;
  let high = -Infinity;
  let size = 0;
  for (const value of effect) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const table = piecewiseChebyshev(scoreAt, low, high, SCORE_TABLE_TOLERANCE);
  const scoreEffect = effect.map((value) => table.at(value));
  for (const score of scoreEffect) size = Math.max(size, Math.abs(score));
  return { scoreEffect, effectError: error + table.error * size };
}

/**
 * The true velocity at the rows of a simulated pair, in its units; undefined if the kind has no known mechanism.
 *
 * @paper tab:examples
 */
export function trueVelocity(simulated: SimulatedPair): VelocityField | undefined {
  requireColumns({ x: simulated?.pair?.x });
  const { mechanism, noise } = simulated;
  if (!mechanism || !noise) return undefined;
  const { cause } = rolesOf(simulated);
  const field = velocityField(cause.length);
  const jet = mechanismJet();
  for (let i = 0; i < cause.length; i++) {
    mechanism.jetInto(cause[i], noise[i], jet);
    const { v, dvDEffect, dvDCause } = velocityOf(jet);
    field.v[i] = v;
    field.dvDEffect[i] = dvDEffect;
    field.dvDCause[i] = dvDCause;
  }
  return field;
}
