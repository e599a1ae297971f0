import { exp, log } from "../numeric/elementary.js";

/** Chooses the length of the next step from the errors of the last ones. */
export interface StepSizeControl {
  /** Forgets the past: a new curve begins. */
  restart(): void;
  /** Factor for the next step after one that was accepted; `error` is relative to what is allowed, at most 1. */
  afterAccepted(error: number): number;
  /** Factor, below 1, for another try of a step that was refused. */
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
 * PID control, as an engineer would call it: the last three errors decide, so that step sizes do not chatter where the
 * solution's roughness changes.
 *
 * factor = safety · e₀^(−k₁/p) · e₁^(−k₂/p) · e₂^(−k₃/p), e₀ the newest error and p the order of the error estimate
 * plus 1.
 * @reference Söderlind 2003, "Digital filters in adaptive time-stepping"
 */
export function pidControl(exponent: number): StepSizeControl {
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
