import type { Column } from "../primitives/columns.js";
import { type Velocity, velocityAtPoint } from "./flow.js";
import type { OdeSolver, OdeStep, OdeSystem } from "./ode-solver.js";

/** Where a curve ended that did not reach the cause asked for.
 *
 * @paper sec:appendix:regularity, assumption 3(b): without linear growth a curve may exist only up to some cause
 */
export interface CurveEnd {
  /** Last value of the cause at which the curve was known. */
  readonly cause: number;
  /** Its effect there, standardized. */
  readonly effect: number;
  /**
   * `blow-up`: the curve goes to infinity near this cause, and has no value beyond. `too-many-steps`: the solver
   * stopped, which says nothing about the curve.
   */
  readonly reason: "blow-up" | "too-many-steps";
}

/** The effect on a curve, and log ∂effect/∂(effect at its start), at a list of causes. */
export interface CurvePoints {
  readonly effect: Column;
  readonly logJacobian: Column;
}

/**
 * Follows causal curves of one velocity, one at a time: in closed form, or by a solver.
 *
 * @paper eq:basic:ode, eq:classical:sol
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

/**
 * Curves of any velocity by a solver: d effect/d cause = v together with d log(∂effect/∂start)/d cause = ∂v/∂effect.
 *
 * Stations before the last come from the dense output.
 * @paper eq:classical:sol, eqn:totaldx
 * @cost the solver's: about 20 steps of 6 velocities for 3 standard deviations at the default tolerance
 */
export function solvedFollower(velocity: Velocity, solver: OdeSolver): CurveFollower {
  const at = velocityAtPoint(velocity);
  const system: OdeSystem = { size: 2, derivativeInto: (cause, state, out) => at(state[0], cause, out) };
  const integrator = solver.prepare(system);
  const state = new Float64Array(2);
  const between = new Float64Array(2);
  return {
    follow(effect, from, stations, out, first) {
      const count = stations.length;
      if (count === 0) return undefined;
      const last = stations[count - 1];
      const isPast = (station: number, cause: number) => (last >= from ? station > cause : station < cause);
      let reached = 0;
      const note = (step: OdeStep) => {
        for (; reached < count - 1 && !isPast(stations[reached], step.to); reached++) {
          step.stateInto(stations[reached], between);
          out.effect[first + reached] = between[0];
          out.logJacobian[first + reached] = between[1];
        }
      };
      state[0] = effect;
      state[1] = 0;
      for (; reached < count && stations[reached] === from; reached++) {
        out.effect[first + reached] = effect;
        out.logJacobian[first + reached] = 0;
      }
      if (reached === count) return undefined;
      const end = integrator.integrate(state, from, last, count > 1 ? note : undefined);
      if (end.status === "arrived") {
        out.effect[first + count - 1] = state[0];
        out.logJacobian[first + count - 1] = state[1];
        return undefined;
      }
      const reason = end.status === "beyond-bounds" ? "blow-up" : "too-many-steps";
      return lostCurve(out, first + reached, first + count, { cause: end.time, effect: state[0], reason });
    },
  };
}
