import { wrongOption } from "../errors/wrong-option.js";
import {
  DEFAULT_BOUND,
  equalSteps,
  isInside,
  MOST_STEPS,
  type OdeSolver,
  type OdeStep,
  type OdeSystem,
} from "./ode-solver.js";

export interface Rk4Options {
  /** Largest step; a stretch is cut into equal steps no longer than this. */
  readonly step?: number;
  readonly bound?: number;
}

/** With curves that bend over one standard deviation, an error of about 10⁻⁸. */
const DEFAULT_STEP = 1 / 64;

/**
 * The classical Runge–Kutta method with fixed steps; dense output by cubic Hermite polynomials.
 *
 * No error control: for comparison with the adaptive method, and where equal steps matter.
 * @reference Kutta 1901; Hairer, Nørsett & Wanner 1993, II.1     @cost 4 derivatives a step
 * @throws InputError `wrong-option`
 */
export function rk4({ step = DEFAULT_STEP, bound = DEFAULT_BOUND }: Rk4Options = {}): OdeSolver {
  if (!(step > 0 && step < Infinity)) throw wrongOption("step", step, "a positive number");
  if (!(bound > 0)) throw wrongOption("bound", bound, "a positive number");
  return { name: "rk4", order: 4, denseOrder: 3, prepare: (system) => integratorOf(system, step, bound) };
}

function integratorOf(system: OdeSystem, largestStep: number, bound: number) {
  const { size } = system;
  const room = () => new Float64Array(size);
  const [k1, k2, k3, k4, trial, start, end, endSlope] = [
    room(),
    room(),
    room(),
    room(),
    room(),
    room(),
    room(),
    room(),
  ];
  const taken = { from: 0, to: 0, stateInto: (time: number, out: Float64Array) => hermiteInto(time, out) };
  function hermiteInto(time: number, out: Float64Array): void {
    const h = taken.to - taken.from;
    const share = (time - taken.from) / h;
    const rest = 1 - share;
    for (let i = 0; i < size; i++) {
      const chord = end[i] - start[i];
      const bend = rest * (h * k1[i] - chord) + share * (chord - h * endSlope[i]);
      out[i] = start[i] + share * (chord + rest * bend);
    }
  }
  return {
    integrate(state: Float64Array, from: number, to: number, onStep?: (step: OdeStep) => void) {
      const count = equalSteps(Math.abs(to - from), largestStep);
      for (let s = 0; s < count; s++) {
        const t = from + (to - from) * (s / count);
        if (s === MOST_STEPS) return { status: "too-many-steps", time: t, steps: s } as const;
        const next = s + 1 === count ? to : from + (to - from) * ((s + 1) / count);
        const h = next - t;
        start.set(state);
        system.derivativeInto(t, start, k1);
        for (let i = 0; i < size; i++) trial[i] = start[i] + 0.5 * h * k1[i];
        system.derivativeInto(t + 0.5 * h, trial, k2);
        for (let i = 0; i < size; i++) trial[i] = start[i] + 0.5 * h * k2[i];
        system.derivativeInto(t + 0.5 * h, trial, k3);
        for (let i = 0; i < size; i++) trial[i] = start[i] + h * k3[i];
        system.derivativeInto(next, trial, k4);
        for (let i = 0; i < size; i++) end[i] = start[i] + (h / 6) * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
        if (!isInside(end, bound)) return { status: "beyond-bounds", time: t, steps: s } as const;
        state.set(end);
        if (onStep) {
          system.derivativeInto(next, end, endSlope);
          taken.from = t;
          taken.to = next;
          onStep(taken);
        }
      }
      return { status: "arrived", time: to, steps: count } as const;
    },
  };
}
