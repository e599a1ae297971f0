import type { Column } from "../numeric/column.js";

/**
 * Where a curve ended that did not reach what was asked of it.
 *
 * @paper sec:appendix:regularity, assumption 3(b): without linear growth a curve may exist only up to some cause
 */
export interface CurveEnd {
  /** Last value of the cause at which the curve was known. */
  readonly cause: number;
  /** Its effect there, standardized. */
  readonly effect: number;
  /**
   * `blow-up`: the curve leaves every bound near this cause, and has no value beyond. `too-many-steps`: the solver gave
   * up, which says nothing about the curve.
   */
  readonly reason: "blow-up" | "too-many-steps";
}

/** The effect on a curve, and log ∂effect/∂(effect at its start), at a row of places. */
export interface CurvePoints {
  readonly effect: Column;
  readonly logJacobian: Column;
}

/**
 * Follows causal curves of one velocity, one at a time: in closed form, or by a solver.
 *
 * @paper eq:classical:sol
 */
export interface CurveFollower {
  /**
   * Follows the curve through (effect, from) past `stations`, which lead away from `from` in one direction. Writes the
   * effect, and log ∂effect/∂(effect at `from`), at station i into place `first` + i.
   *
   * @returns nothing, or where the curve ended; places not reached then hold NaN
   */
  follow(effect: number, from: number, stations: Column, out: CurvePoints, first: number): CurveEnd | undefined;
}

/** Marks the places a curve did not reach and returns where it ended. */
export function lostCurve(out: CurvePoints, first: number, last: number, end: CurveEnd): CurveEnd {
  out.effect.fill(Number.NaN, first, last);
  out.logJacobian.fill(Number.NaN, first, last);
  return end;
}
