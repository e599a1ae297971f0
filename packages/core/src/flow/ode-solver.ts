import { wrongOption } from "../primitives/errors.js";

/** dy/dt = f(t, y) for a state of one or more numbers. */
export interface OdeSystem {
  readonly size: number;
  /** Writes f(time, state) into `out`; may not keep or change `state`. */
  derivativeInto(time: number, state: Float64Array, out: Float64Array): void;
}

/** A method for initial value problems, with its settings. */
export interface OdeSolver {
  readonly name: string;
  /** The error at the end falls as stepᵒʳᵈᵉʳ. */
  readonly order: number;
  /** A single step's interpolant errs by O(stepᵈᵉⁿˢᵉᴼʳᵈᵉʳ⁺¹) anywhere inside the step. */
  readonly denseOrder: number;
  /** Room for one system's work, to be used for any number of curves, one at a time. */
  prepare(system: OdeSystem): OdeIntegrator;
}

/** A solver with the memory it needs for one system. */
export interface OdeIntegrator {
  /**
   * Moves `state`, in place, from one time to another, forward or backward. If it cannot reach the end, `state` is the
   * state at the time reached.
   *
   * @param onStep called after each step with its interpolant, which is valid during the call only
   */
  integrate(state: Float64Array, from: number, to: number, onStep?: (step: OdeStep) => void): OdeEnd;
}

/**
 * How a curve ended. `beyond-bounds`: before the end it went to infinity, or would need steps below the resolution of
 * time; the solution exists only up to there. `too-many-steps`: the steps allowed ran out.
 */
export interface OdeEnd {
  readonly status: "arrived" | "beyond-bounds" | "too-many-steps";
  /** Time reached: the end, or the last time with a state inside the bound. */
  readonly time: number;
  /** Steps taken, refused ones not counted. */
  readonly steps: number;
}

/** One step, as a polynomial in time: dense output. */
export interface OdeStep {
  readonly from: number;
  readonly to: number;
  /** Writes the state at a time between `from` and `to`. */
  stateInto(time: number, out: Float64Array): void;
}

/** A state beyond this counts as infinite: no column has values a billion standard deviations from its mean. */
export const DEFAULT_BOUND = 1e9;

/** Largest number of steps: a problem that needs more is not made for these methods. */
export const MOST_ODE_STEPS = 100_000;

/** Whether every component is a number inside the bound. */
export function isInside(state: Float64Array, bound: number): boolean {
  for (let i = 0; i < state.length; i++) if (!(Math.abs(state[i]) <= bound)) return false;
  return true;
}

/** A step may be this share longer than asked for, so that rounding of a span adds no step. */
const STEP_SLACK = 1e-9;

/** Number of equal steps, none longer than `largest`, that cover a span. */
export function equalSteps(span: number, largest: number): number {
  return Math.ceil((span / largest) * (1 - STEP_SLACK));
}

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
        if (s === MOST_ODE_STEPS) return { status: "too-many-steps", time: t, steps: s } as const;
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
