import { type CurveFollower, lostCurve } from "./curve-follower.js";
import type { OdeSolver, OdeStep, OdeSystem } from "./ode-solver.js";
import { type Velocity, velocityAtPoint } from "./velocity.js";

/**
 * Curves of any velocity by a solver: d effect/d cause = v together with d log(∂effect/∂start)/d cause = ∂v/∂effect.
 *
 * Stations before the last are read off the dense output.
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
