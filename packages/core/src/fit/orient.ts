import { takeRows } from "../pair/resample.js";
import type { Scale, StandardPair } from "../pair/standardize.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import type { PairScores } from "../score/pair-scores.js";

/** A causal direction: `x->y` means that x causes y. */
export type Direction = "x->y" | "y->x";

/** Both causal directions of a pair, x->y first. */
export const DIRECTIONS: readonly Direction[] = ["x->y", "y->x"];

/** A pair and its scores for one direction: columns are called cause and effect, no longer x and y. */
export interface Oriented {
  readonly direction: Direction;
  readonly cause: Column;
  readonly effect: Column;
  /** Marginal score of the cause. */
  readonly scoreCause: Column;
  /** ∂ log p(cause, effect)/∂cause. */
  readonly jointCause: Column;
  /** ∂ log p(cause, effect)/∂effect. */
  readonly jointEffect: Column;
}

/**
 * A pair and its scores with the roles of one direction; with `rows`, only those rows, with repetitions. The scores are
 * those estimated on all rows.
 */
export function orient(pair: StandardPair, scores: PairScores, direction: Direction, rows?: Uint32Array): Oriented {
  requireColumns({ x: pair?.x, y: pair?.y, jointX: scores?.jointX });
  const joint = byRole({ x: scores.jointX, y: scores.jointY }, direction);
  const columns = {
    ...byRole(pair, direction),
    scoreCause: byRole(scores, direction).cause,
    jointCause: joint.cause,
    jointEffect: joint.effect,
  };
  if (!rows) return { direction, ...columns };
  return {
    direction,
    cause: takeRows(columns.cause, rows),
    effect: takeRows(columns.effect, rows),
    scoreCause: takeRows(columns.scoreCause, rows),
    jointCause: takeRows(columns.jointCause, rows),
    jointEffect: takeRows(columns.jointEffect, rows),
  };
}

/**
 * Mean and standard deviation of cause and effect before standardizing. In the user's units a velocity is
 * v·effect.sd/cause.sd, and the log of a density of the effect is smaller by log effect.sd.
 */
export function orientScale(
  pair: StandardPair,
  direction: Direction,
): { readonly cause: Scale; readonly effect: Scale } {
  requireColumns({ x: pair?.x, y: pair?.y });
  return byRole(pair.scale, direction);
}

/** Assigns what belongs to x and to y to cause and effect. */
export function byRole<T>(
  { x, y }: { readonly x: T; readonly y: T },
  direction: Direction,
): { readonly cause: T; readonly effect: T } {
  return direction === "x->y" ? { cause: x, effect: y } : { cause: y, effect: x };
}
