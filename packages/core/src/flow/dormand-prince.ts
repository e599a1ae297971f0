import { exp, log, power } from "../primitives/elementary.js";
import { wrongOption } from "../primitives/errors.js";
import {
  DEFAULT_BOUND,
  equalSteps,
  isInside,
  MOST_ODE_STEPS,
  type OdeSolver,
  type OdeStep,
  type OdeSystem,
} from "./ode-solver.js";

/** Options of `dormandPrince`: the error allowed, and bounds. */
export interface DormandPrinceOptions {
  /** Error allowed in a step, relative to max(1, |state|). */
  readonly tolerance?: number;
  readonly bound?: number;
  /** With `step`, equal steps of at most this length and no error control: to measure the order. */
  readonly step?: number;
}

/** Curves then compose and invert to about 10⁻⁸ standard deviations, far below any estimate's error. */
const DEFAULT_TOLERANCE = 1e-9;
const SMALLEST_TOLERANCE = 1e-13;

/** The shortest step, in roundings of the time: halving a shorter one has no effect. */
const ROUNDINGS_PER_STEP = 4;
const ORDER = 5;

/**
 * Dormand and Prince's pair of orders 5 and 4, "dopri5": seven derivatives a step, the last one the next step's first,
 * PID step-size control, and the pair's own fourth-order interpolant as dense output.
 *
 * A curve that reaches infinity at a finite time ends where it passes `bound`, or where its steps fall below the
 * resolution of time; the time reached is then within 10⁻⁹ or so of the pole.
 * @reference Dormand & Prince 1980; Hairer, Nørsett & Wanner 1993, II.4–II.6 (coefficients, dense output, first step)
 * @cost 6 derivatives a step, 2 more to begin; steps grow as tolerance^(−1/5)
 * @throws InputError `wrong-option`
 */
export function dormandPrince(options: DormandPrinceOptions = {}): OdeSolver {
  const { tolerance = DEFAULT_TOLERANCE, bound = DEFAULT_BOUND, step } = options;
  if (!(tolerance >= SMALLEST_TOLERANCE && tolerance <= 1)) {
    throw wrongOption("tolerance", tolerance, `a number from ${SMALLEST_TOLERANCE} to 1`);
  }
  if (!(bound > 0)) throw wrongOption("bound", bound, "a positive number");
  if (step !== undefined && !(step > 0 && step < Infinity)) throw wrongOption("step", step, "a positive number");
  return {
    name: "dormand-prince",
    order: ORDER,
    denseOrder: 4,
    prepare: (system) => integratorOf(system, tolerance, bound, step),
  };
}

function integratorOf(system: OdeSystem, tolerance: number, bound: number, fixedStep: number | undefined) {
  const { size } = system;
  const room = () => new Float64Array(size);
  const [k1, k2, k3, k4, k5, k6, k7] = [room(), room(), room(), room(), room(), room(), room()];
  const [trial, start, end] = [room(), room(), room()];
  const control = pidControl(ORDER);
  const taken = { from: 0, to: 0, stateInto };

  /** One step from `start`, whose derivative is k1, into `end`, whose derivative is k7. Returns error/tolerance. */
  function attempt(t: number, next: number): number {
    const h = next - t;
    for (let i = 0; i < size; i++) trial[i] = start[i] + h * (1 / 5) * k1[i];
    system.derivativeInto(t + (1 / 5) * h, trial, k2);
    for (let i = 0; i < size; i++) trial[i] = start[i] + h * ((3 / 40) * k1[i] + (9 / 40) * k2[i]);
    system.derivativeInto(t + (3 / 10) * h, trial, k3);
    for (let i = 0; i < size; i++) {
      trial[i] = start[i] + h * ((44 / 45) * k1[i] - (56 / 15) * k2[i] + (32 / 9) * k3[i]);
    }
    system.derivativeInto(t + (4 / 5) * h, trial, k4);
    for (let i = 0; i < size; i++) {
      const slope = (19372 / 6561) * k1[i] - (25360 / 2187) * k2[i] + (64448 / 6561) * k3[i] - (212 / 729) * k4[i];
      trial[i] = start[i] + h * slope;
    }
    system.derivativeInto(t + (8 / 9) * h, trial, k5);
    for (let i = 0; i < size; i++) {
      const slope =
        (9017 / 3168) * k1[i] -
        (355 / 33) * k2[i] +
        (46732 / 5247) * k3[i] +
        (49 / 176) * k4[i] -
        (5103 / 18656) * k5[i];
      trial[i] = start[i] + h * slope;
    }
    system.derivativeInto(next, trial, k6);
    for (let i = 0; i < size; i++) {
      const slope =
        (35 / 384) * k1[i] + (500 / 1113) * k3[i] + (125 / 192) * k4[i] - (2187 / 6784) * k5[i] + (11 / 84) * k6[i];
      end[i] = start[i] + h * slope;
    }
    system.derivativeInto(next, end, k7);
    let worst = 0;
    for (let i = 0; i < size; i++) {
      const defect =
        (71 / 57600) * k1[i] -
        (71 / 16695) * k3[i] +
        (71 / 1920) * k4[i] -
        (17253 / 339200) * k5[i] +
        (22 / 525) * k6[i] -
        (1 / 40) * k7[i];
      const allowed = tolerance * Math.max(1, Math.abs(start[i]), Math.abs(end[i]));
      const share = Math.abs(h * defect) / allowed;
      // NaN from a stage that overflowed must not count as a small error.
      if (!(share <= worst)) worst = share;
    }
    return worst;
  }

  function stateInto(time: number, out: Float64Array): void {
    const h = taken.to - taken.from;
    const share = (time - taken.from) / h;
    const rest = 1 - share;
    for (let i = 0; i < size; i++) {
      const chord = end[i] - start[i];
      const bend = h * k1[i] - chord;
      const quartic =
        h *
        ((-12715105075 / 11282082432) * k1[i] +
          (87487479700 / 32700410799) * k3[i] -
          (10690763975 / 1880347072) * k4[i] +
          (701980252875 / 199316789632) * k5[i] -
          (1453857185 / 822651844) * k6[i] +
          (69997945 / 29380423) * k7[i]);
      out[i] = start[i] + share * (chord + rest * (bend + share * (chord - h * k7[i] - bend + rest * quartic)));
    }
  }

  /** Length of the first step, from value, slope and, by one Euler step, curvature: Hairer's rule and its constants. */
  function firstStep(from: number, to: number): number {
    const span = Math.abs(to - from);
    if (fixedStep !== undefined) return span / equalSteps(span, fixedStep);
    let [level, slope] = [0, 0];
    for (let i = 0; i < size; i++) {
      const allowed = tolerance * Math.max(1, Math.abs(start[i]));
      level = Math.max(level, Math.abs(start[i]) / allowed);
      slope = Math.max(slope, Math.abs(k1[i]) / allowed);
    }
    const TIMID = 1e-6;
    const guess = level < 1e-5 || slope < 1e-5 ? TIMID : 0.01 * (level / slope);
    const probe = Math.sign(to - from) * Math.min(guess, span);
    for (let i = 0; i < size; i++) trial[i] = start[i] + probe * k1[i];
    system.derivativeInto(from + probe, trial, k2);
    let bend = 0;
    for (let i = 0; i < size; i++) {
      const allowed = tolerance * Math.max(1, Math.abs(start[i]));
      bend = Math.max(bend, Math.abs((k2[i] - k1[i]) / probe) / allowed);
    }
    const steepest = Math.max(slope, bend);
    const length = steepest > 1e-15 ? power(0.01 / steepest, 1 / ORDER) : Math.max(TIMID, 1e-3 * guess);
    return Math.min(100 * guess, Number.isFinite(length) ? length : TIMID, span);
  }

  return {
    integrate(state: Float64Array, from: number, to: number, onStep?: (step: OdeStep) => void) {
      if (from === to) return { status: "arrived", time: to, steps: 0 } as const;
      const sign = Math.sign(to - from);
      const span = Math.abs(to - from);
      control.restart();
      start.set(state);
      system.derivativeInto(from, start, k1);
      let length = firstStep(from, to);
      let t = from;
      let steps = 0;
      for (let tries = 0; tries < MOST_ODE_STEPS; tries++) {
        // The last step ends exactly at the end, and no tiny step is left after it.
        const isLast = Math.abs(t - from) + length * (1 + 1e-9) >= span;
        const next = isLast ? to : t + sign * length;
        const error = attempt(t, next);
        const accepted = fixedStep !== undefined || error <= 1;
        if (accepted && isInside(end, bound)) {
          steps += 1;
          state.set(end);
          taken.from = t;
          taken.to = next;
          if (onStep) onStep(taken);
          if (isLast) return { status: "arrived", time: to, steps } as const;
          t = next;
          start.set(end);
          k1.set(k7);
          if (fixedStep === undefined) length *= control.afterAccepted(error);
          continue;
        }
        if (accepted) return { status: "beyond-bounds", time: t, steps } as const;
        length = Math.abs(next - t) * control.afterRefused(error);
        const resolution = ROUNDINGS_PER_STEP * Number.EPSILON * Math.max(Math.abs(t), Math.abs(to));
        // Also if the velocity, and so the length, is NaN.
        if (!(length > resolution)) return { status: "beyond-bounds", time: t, steps } as const;
      }
      return { status: "too-many-steps", time: t, steps } as const;
    },
  };
}

/** Chooses the length of the next step from the errors of the last ones. */
interface StepSizeControl {
  /** Drops all errors: a new curve begins. */
  restart(): void;
  /** Factor for the next step after one that was accepted; `error` is relative to what is allowed, at most 1. */
  afterAccepted(error: number): number;
  /** Factor, below 1, for the repetition of a step that was refused. */
  afterRefused(error: number): number;
}

/** Gains of the proportional, integral and differential terms. @reference Kennedy & Carpenter 2003; ARKODE's "PID" */
const PROPORTIONAL = 0.58;
const INTEGRAL = -0.21;
const DIFFERENTIAL = 0.1;
/** Aim below the tolerance, so that few steps are refused. */
const SAFETY = 0.9;
const SMALLEST_FACTOR = 0.2;
const LARGEST_FACTOR = 5;
/** A smaller error says nothing more: the factor is at its limit already. */
const SMALLEST_ERROR = 1e-8;

/**
 * PID control: the last three errors decide, so that step sizes do not oscillate where the solution's smoothness
 * changes.
 *
 * factor = safety · e₀^(−k₁/p) · e₁^(−k₂/p) · e₂^(−k₃/p), e₀ the newest error and p the order of the error estimate
 * plus 1.
 * @reference Söderlind 2003, "Digital filters in adaptive time-stepping"
 */
function pidControl(exponent: number): StepSizeControl {
  let [previous, earlier] = [0, 0];
  const limited = (logFactor: number) =>
    Math.min(LARGEST_FACTOR, Math.max(SMALLEST_FACTOR, SAFETY * exp(-logFactor / exponent)));
  return {
    restart() {
      previous = 0;
      earlier = 0;
    },
    afterAccepted(error) {
      const newest = log(Math.max(error, SMALLEST_ERROR));
      const factor = limited(PROPORTIONAL * newest + INTEGRAL * previous + DIFFERENTIAL * earlier);
      earlier = previous;
      previous = newest;
      return factor;
    },
    // A refused step's error belongs to no point of the curve: plain integral control, and never a longer step.
    afterRefused: (error) => Math.min(SAFETY, Number.isFinite(error) ? limited(log(error)) : SMALLEST_FACTOR),
  };
}
