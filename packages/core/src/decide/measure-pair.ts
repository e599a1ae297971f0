import { kept } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import { fitBoth } from "../fit/fit-velocity.js";
import { meanSquare } from "../fit/gof.js";
import type { Direction } from "../fit/orient.js";
import { learnedLogOdds } from "../learned/learned-log-odds.js";
import { checkedPair, type Pair } from "../pair/pair.js";
import { type StandardPair, standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { sharedScores } from "../score/pair-scores.js";
import { type NormalScoreKernel, normalScoreHsic, normalScoreKernel } from "../statistics/normal-score-kernel.js";
import { sortedColumn } from "../statistics/sorted-column.js";
import { basisVelocity, polynomialTerms } from "../velocity/basis.js";
import { lsnmVelocity } from "../velocity/spline-velocities.js";
import type { Gate } from "./decision.js";
import { describeByFlow } from "./flow-likelihood.js";
import { closedGate } from "./gate.js";

/** What is measured of one direction; lower is better for each. */
export interface DirectionMeasures {
  /** Description length of the rows by the best location-scale flow with noise of any density, in nats. */
  readonly nats: number;
  /**
   * n·HSIC of the normal scores of cause and noise of the largest location-scale class: at most 0.18 on average if they
   * are independent.
   */
  readonly dependence: number;
  /**
   * Mean squared residual of the continuity equation for the location-scale velocity, as a share of the mean square of
   * the joint score of the cause: without it, a rough or rounded cause would count as a bad fit.
   */
  readonly locationScaleShare: number;
  /** Mean squared residual for the velocity that is quadratic in cause and effect, 1/sd². */
  readonly quadraticLoss: number;
}

/** What the default method knows of a pair. */
export interface PairMeasures {
  readonly rows: number;
  readonly directions: Readonly<Record<Direction, DirectionMeasures>>;
  /** Log odds of x->y by the network that was trained on simulated pairs. */
  readonly learned: number;
  /** Different values of the column that has fewer. */
  readonly levels: number;
  /** Normal scores of both columns, prepared for HSIC. */
  readonly kernels: { readonly x: NormalScoreKernel; readonly y: NormalScoreKernel };
  /** Largest measured relative error of the score estimates' linear algebra. */
  readonly scoreError: number | undefined;
}

/** A loss below this share of the terms that cancel in it is rounding. */
const SMALLEST_SHARE = 1e-12;

/**
 * Everything the default method weighs, measured in both directions.
 *
 * Each is a cost that is smallest, in the limit, for the direction whose model class holds: the first three for
 * location-scale noise, the last for a velocity that is quadratic, and in practice for smooth flows of many kinds.
 * @cost O(n): three score estimates, fourteen entropies, twelve regressions, four fits
 */
export function measurePair(pair: StandardPair, compute: ComputeOptions = {}): PairMeasures {
  const { scores, error: scoreError } = sharedScores(pair, "stein-fast", compute);
  const locationScale = fitBoth(lsnmVelocity(), pair, scores, compute);
  const quadratic = fitBoth(basisVelocity("b-quad", polynomialTerms(2)), pair, scores, compute);
  const marginal = (column: Column) =>
    kept(compute, "normal-score kernel", [column], () => normalScoreKernel(column, compute));
  // Nothing else asks for the noise's ranks: they are not kept.
  const unkept = { ...compute, memo: undefined };
  const kernels = { x: marginal(pair.x), y: marginal(pair.y) };
  const measure = (
    direction: Direction,
    cause: Column,
    effect: Column,
    ofCause: NormalScoreKernel,
  ): DirectionMeasures => {
    const { nats, noise } = describeByFlow(cause, effect, compute);
    const ofScore = meanSquare(locationScale[direction].oriented.jointCause);
    return {
      nats,
      dependence: cause.length * normalScoreHsic(ofCause, normalScoreKernel(noise, unkept)),
      locationScaleShare: Math.max(locationScale[direction].gof / ofScore, SMALLEST_SHARE),
      quadraticLoss: Math.max(quadratic[direction].gof, SMALLEST_SHARE * ofScore),
    };
  };
  return {
    rows: pair.x.length,
    directions: {
      "x->y": measure("x->y", pair.x, pair.y, kernels.x),
      "y->x": measure("y->x", pair.y, pair.x, kernels.y),
    },
    learned: learnedLogOdds(pair, compute),
    levels: Math.min(sortedColumn(pair.x, compute).distinct, sortedColumn(pair.y, compute).distinct),
    kernels,
    scoreError,
  };
}

/** What the default method knows of a pair before it weighs anything: for calibrating other weights. */
export interface Measures extends Pick<PairMeasures, "rows" | "directions" | "learned" | "levels"> {
  /** The gate of `closedGate`, if it closes. */
  readonly gate?: Gate;
}

/**
 * The measures of a pair and the gate of `closedGate`. `decide` may also close `extreme-rows`, and below 100 rows it calls
 * the tests' gates `few-rows`.
 *
 * @throws InputError as `decide`
 */
export function measuresOf(pair: Pair, compute: ComputeOptions = {}): Measures {
  const standard = standardize(checkedPair(pair));
  const measures = measurePair(standard, compute);
  const closed = closedGate(standard, measures, compute);
  const { rows, directions, learned, levels } = measures;
  return { rows, directions, learned, levels, ...(closed ? { gate: closed.code } : {}) };
}
