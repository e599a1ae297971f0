import type { ComputeOptions } from "../compute/routines.js";
import { locationScaleFlow } from "../decide/flow-likelihood.js";
import { fitVelocity } from "../fit/fit-velocity.js";
import { LOCATION_SCALE, requireVelocity } from "../fit/location-scale-velocity.js";
import { byRole, DIRECTIONS, type Direction, orient, orientScale } from "../fit/orient.js";
import { causalCurve } from "../flow/causal-curve.js";
import type { CurveEnd } from "../flow/curve-follower.js";
import { velocityAtPoint } from "../flow/flow.js";
import type { FittedVelocity } from "../flow/flow-residual.js";
import { checkedPair, type Pair } from "../pair/pair.js";
import { type StandardPair, standardize, toStandardUnits, toUserUnits } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { wrongOption } from "../primitives/errors.js";
import { type ScoreChoice, sharedScores } from "../score/pair-scores.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import { AUTO, chooseVelocity, type VelocityCandidate, velocityCandidates } from "./choose-velocity.js";

/** One row by its roles, in the user's units. */
export interface Observation {
  readonly cause: number;
  readonly effect: number;
}

/** The causal curve through an observation, in the user's units. */
export interface UserCurve {
  readonly cause: Column;
  /** NaN beyond the end of the curve. */
  readonly effect: Column;
  /** Where the curve ends before the smallest or the largest cause asked for. */
  readonly ends: { readonly below?: number; readonly above?: number };
}

/** A velocity fitted to one direction, in the user's units. */
export interface DirectionFit {
  readonly direction: Direction;
  readonly names: { readonly cause: string; readonly effect: string };
  /** The standardized pair, and the velocity in its units. */
  readonly pair: StandardPair;
  readonly fitted: FittedVelocity;
  curve(through: Observation, grid: Column): UserCurve;
  /** Units of the effect per unit of the cause. */
  velocity(at: Observation): number;
  /** Where an observation lies in the plane of the standardized pair. */
  place(at: Observation): [x: number, y: number];
}

/** Options of `fitDirection`: velocity class, scores, seed, routines. */
export interface DirectionFitOptions extends ComputeOptions {
  /**
   * The class of velocities, fitted to the scores; by default "location-scale", which is fitted without them:
   * the regression of location and scale, of six sizes, that describes the rows in the fewest nats. "auto": the class
   * of `chooseVelocity`.
   */
  readonly velocity?: VelocityClass | typeof LOCATION_SCALE | typeof AUTO | undefined;
  /** Default `stein`. */
  readonly score?: ScoreChoice | undefined;
  /** Of the parameters that training starts from. */
  readonly seed?: number | undefined;
}

/**
 * Fits a velocity to one direction of a pair.
 *
 * @paper sec:velocity:discovery     @deviates docs/decisions/0040-counterfactual-bands.md: the default needs no scores
 */
export function fitDirection(rows: Pair, direction: Direction, options: DirectionFitOptions = {}): DirectionFit {
  if (!DIRECTIONS.includes(direction)) throw wrongOption("direction", direction, `one of ${DIRECTIONS.join(", ")}`);
  const pair = standardize(checkedPair(rows));
  const fitted = fittedVelocity(pair, direction, options);
  const units = orientScale(pair, direction);
  const standard = (at: Observation): Observation => ({
    cause: toStandardUnits(Float64Array.of(at.cause), units.cause)[0],
    effect: toStandardUnits(Float64Array.of(at.effect), units.effect)[0],
  });
  const endOf = (end: CurveEnd): number => toUserUnits(Float64Array.of(end.cause), units.cause)[0];
  const pointVelocity = velocityAtPoint(fitted);
  const room = new Float64Array(2);
  return {
    direction,
    names: byRole(pair.names, direction),
    pair,
    fitted,
    curve(through, grid) {
      const start = standard(through);
      const request = { effect: start.effect, from: start.cause, grid: toStandardUnits(grid, units.cause) };
      const { effect, ends } = causalCurve(fitted, request);
      return {
        cause: grid,
        effect: toUserUnits(effect, units.effect),
        ends: {
          ...(ends.below ? { below: endOf(ends.below) } : {}),
          ...(ends.above ? { above: endOf(ends.above) } : {}),
        },
      };
    },
    velocity(at) {
      const { cause, effect } = standard(at);
      pointVelocity(effect, cause, room);
      return (room[0] * units.effect.sd) / units.cause.sd;
    },
    place(at) {
      const { cause, effect } = standard(at);
      return direction === "x->y" ? [cause, effect] : [effect, cause];
    },
  };
}

function fittedVelocity(pair: StandardPair, direction: Direction, options: DirectionFitOptions): FittedVelocity {
  const { velocity: asked = LOCATION_SCALE, score = "stein", seed, ...compute } = options;
  requireVelocity(asked, [LOCATION_SCALE, AUTO]);
  const velocity = asked === AUTO ? chooseVelocity(pair, direction, { score, ...compute }) : asked;
  if (velocity !== LOCATION_SCALE) {
    const { scores } = sharedScores(pair, score, compute);
    return fitVelocity(velocity, orient(pair, scores, direction), { ...compute, seed });
  }
  const { cause, effect } = byRole(pair, direction);
  return locationScaleFlow(cause, effect, compute);
}

/** What the class of a fit was chosen among, if it was chosen. */
export function candidatesOf(
  { pair, direction }: DirectionFit,
  { velocity, score, routines, memo, memoryLimit }: DirectionFitOptions,
): { readonly candidates?: readonly VelocityCandidate[] } {
  if (velocity !== AUTO) return {};
  return { candidates: velocityCandidates(pair, direction, { score, routines, memo, memoryLimit }) };
}
