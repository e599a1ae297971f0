/** dy/dt = f(t, y) for a state of one or more numbers. */
export interface OdeSystem {
  readonly size: number;
  /** Writes f(time, state) into `out`; may not keep or change `state`. */
  derivativeInto(time: number, state: Float64Array, out: Float64Array): void;
}

/** A method for initial value problems, with its settings. */
export interface OdeSolver {
  readonly name: string;
  /** The error at the end of a stretch falls as stepᵒʳᵈᵉʳ. */
  readonly order: number;
  /** A single step's interpolant errs by O(stepᵈᵉⁿˢᵉᴼʳᵈᵉʳ⁺¹) anywhere inside the step. */
  readonly denseOrder: number;
  /** Room for one system's work, to be used for any number of curves, one at a time. */
  prepare(system: OdeSystem): OdeIntegrator;
}

/** A solver with the memory it needs for one system. */
export interface OdeIntegrator {
  /**
   * Moves `state`, in place, from one time to another, forward or backward. Where it cannot reach the end, `state` is
   * what it was at the time reached.
   *
   * @param onStep called after each step with its interpolant, which is valid during the call only
   */
  integrate(state: Float64Array, from: number, to: number, onStep?: (step: OdeStep) => void): OdeEnd;
}

/**
 * How a curve ended. `beyond-bounds`: it left every bound, or would need steps below the resolution of time, before
 * the end: a solution that exists only up to there. `too-many-steps`: not that, but the steps allowed ran out.
 */
export interface OdeEnd {
  readonly status: "arrived" | "beyond-bounds" | "too-many-steps";
  /** Time reached: where asked for, or the last time with a state inside the bound. */
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

/** Beyond this a state counts as infinite: no column holds values a billion standard deviations out. */
export const DEFAULT_BOUND = 1e9;

/** More steps than this mean a problem these methods are not made for. */
export const MOST_STEPS = 100_000;

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
