import type { Pair } from "../data/pair.js";
import { type StandardPair, standardize } from "../data/standardize.js";
import { toStandardUnits, toUserUnits } from "../data/units.js";
import { fitVelocity, type VelocityFit } from "../fit/fit-velocity.js";
import { type Direction, orient, orientScale } from "../fit/orient.js";
import { causalCurve } from "../flow/causal-curve.js";
import type { CurveEnd } from "../flow/curve-follower.js";
import { velocityAtPoint } from "../flow/velocity.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { type PairScores, pairScores } from "../score/pair-scores.js";
import { type ScoreName, scoreEstimators } from "../score/score-estimators.js";
import type { VelocityClass } from "../velocity/velocity-model.js";

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

/** A velocity fitted to one direction, asked and answering in the user's units. */
export interface DirectionFit {
  readonly direction: Direction;
  readonly names: { readonly cause: string; readonly effect: string };
  /** The standardized pair and its fit, for whoever needs more. */
  readonly pair: StandardPair;
  readonly fit: VelocityFit;
  curve(through: Observation, grid: Column): UserCurve;
  /** Units of the effect per unit of the cause. */
  velocity(at: Observation): number;
  /** Where an observation lies in the plane of the standardized pair. */
  place(at: Observation): [x: number, y: number];
}

export interface DirectionFitOptions extends ComputeOptions {
  readonly velocity: VelocityClass;
  readonly score: ScoreName;
  /** Of the parameters that training starts from. */
  readonly seed?: number | undefined;
}

/** Standardizes, estimates scores and fits one direction. @paper sec:velocity:discovery */
export function fitDirection(rows: Pair, direction: Direction, options: DirectionFitOptions): DirectionFit {
  const pair = standardize(rows);
  const { velocity, score, seed, ...compute } = options;
  return directionFit(pair, pairScores(pair, scoreEstimators[score](compute)), direction, { velocity, seed, compute });
}

/** The same where the scores are known already. */
export function directionFit(
  pair: StandardPair,
  scores: PairScores,
  direction: Direction,
  { velocity, seed, compute }: { velocity: VelocityClass; seed?: number | undefined; compute: ComputeOptions },
): DirectionFit {
  const fit = fitVelocity(velocity, orient(pair, scores, direction), { ...compute, seed });
  const units = orientScale(pair, direction);
  const { x, y } = pair.names;
  const standard = ({ cause, effect }: Observation): Observation => ({
    cause: toStandardUnits(Float64Array.of(cause), units.cause)[0],
    effect: toStandardUnits(Float64Array.of(effect), units.effect)[0],
  });
  const endOf = (end: CurveEnd): number => toUserUnits(Float64Array.of(end.cause), units.cause)[0];
  const pointVelocity = velocityAtPoint(fit);
  const room = new Float64Array(2);
  return {
    direction,
    names: direction === "x->y" ? { cause: x, effect: y } : { cause: y, effect: x },
    pair,
    fit,
    curve(through, grid) {
      const { cause: from, effect: start } = standard(through);
      const { effect, ends } = causalCurve(fit, { effect: start, from, grid: toStandardUnits(grid, units.cause) });
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
