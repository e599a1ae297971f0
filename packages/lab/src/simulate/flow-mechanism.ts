import { dormandPrince } from "@causal-velocity/core/flow/dormand-prince.js";
import type { Mechanism } from "./mechanism.js";

/** A velocity that drives a flow, with the derivatives its density needs. */
export interface DrivingVelocity {
  readonly name: string;
  /** Writes the velocity at (effect, cause). */
  into(effect: number, cause: number, out: DrivingPoint): void;
}

export interface DrivingPoint {
  v: number;
  dEffect: number;
  dEffectEffect: number;
  dCause: number;
}

/**
 * The noise is the value of a causal curve at cause 0, the effect its value at the cause: f = φ_{0,x}(e).
 *
 * @paper tab:examples (Basis, Black box), eq:flow:from:v     @cost one adaptive solve a call, about a hundred
 * velocities
 */
export function flowMechanism(velocity: DrivingVelocity): Mechanism {
  const point = { v: 0, dEffect: 0, dEffectEffect: 0, dCause: 0 };
  const follow = curveFollower(velocity);
  return {
    name: `flow of ${velocity.name}`,
    effect: (cause, noise) => follow(0, cause, noise).y,
    noise: (effect, cause) => follow(cause, 0, effect).y,
    jetInto(cause, noise, out) {
      const { y, first, second } = follow(0, cause, noise);
      velocity.into(y, cause, point);
      out.effect = y;
      out.dNoise = first;
      out.dNoiseNoise = second;
      velocityPartsInto(point, out);
    },
    // Backward the curve gives e(y) and its derivatives, from which those of the inverse f follow.
    jetAtEffectInto(effect, cause, out) {
      const { y: noise, first, second } = follow(cause, 0, effect);
      velocity.into(effect, cause, point);
      out.effect = effect;
      out.dNoise = 1 / first;
      out.dNoiseNoise = -second / (first * first * first);
      velocityPartsInto(point, out);
      return noise;
    },
  };
}

/** ∂f/∂x = v(f, x), so that ∂²f/∂x∂e = v_y·f_e and ∂²f/∂x² = v_x + v_y·v. */
function velocityPartsInto(
  point: DrivingPoint,
  out: { dNoise: number; dCause: number; dCauseNoise: number; dCauseCause: number },
): void {
  out.dCause = point.v;
  out.dCauseNoise = point.dEffect * out.dNoise;
  out.dCauseCause = point.dCause + point.dEffect * point.v;
}

/** The end of a curve, and its first two derivatives by the start. */
interface CurveEnd {
  readonly y: number;
  readonly first: number;
  readonly second: number;
}

/** Small enough that differences of log densities, which divide by small steps, are smooth. */
const EXACT_TOLERANCE = 1e-12;

/**
 * Follows curves of a velocity from one cause to another: y′ = v, y₁′ = v_y·y₁, y₂′ = v_y·y₂ + v_yy·y₁² for the curve
 * and its derivatives by its start.
 *
 * @throws RangeError if a curve goes to infinity, which driving velocities with global flows never do
 */
function curveFollower(velocity: DrivingVelocity): (from: number, to: number, start: number) => CurveEnd {
  const at: DrivingPoint = { v: 0, dEffect: 0, dEffectEffect: 0, dCause: 0 };
  // Curves stay bounded, but neighbors may separate exponentially: derivatives are bounded only by overflow.
  const integrator = dormandPrince({ tolerance: EXACT_TOLERANCE, bound: Number.MAX_VALUE }).prepare({
    size: 3,
    derivativeInto(cause, [y, first, second], out) {
      velocity.into(y, cause, at);
      out[0] = at.v;
      out[1] = at.dEffect * first;
      out[2] = at.dEffect * second + at.dEffectEffect * first * first;
    },
  });
  const state = new Float64Array(3);
  return (from, to, start) => {
    state.set([start, 1, 0]);
    const { status, time } = integrator.integrate(state, from, to);
    if (status !== "arrived") throw new RangeError(`flow of ${velocity.name}: the curve ends at cause ${time}`);
    return { y: state[0], first: state[1], second: state[2] };
  };
}

/** Error of a step, in units of the effect: far below the resolution of any estimate or grid. */
const QUICK_TOLERANCE = 1e-7;

/**
 * The value, at a cause, of the curve that starts from the noise at cause 0: φ_{0,x}(e), without the derivatives that a
 * density needs.
 *
 * @param velocity v(effect, cause), bounded or of linear growth in the effect, so that curves reach every cause
 * @cost one adaptive solve a call, 20 to 100 velocities     @throws RangeError if a curve goes to infinity
 */
export function curveEnd(
  velocity: (effect: number, cause: number) => number,
): (cause: number, noise: number) => number {
  const integrator = dormandPrince({ tolerance: QUICK_TOLERANCE }).prepare({
    size: 1,
    derivativeInto(cause, state, out) {
      out[0] = velocity(state[0], cause);
    },
  });
  const state = new Float64Array(1);
  return (cause, noise) => {
    state[0] = noise;
    const { status, time } = integrator.integrate(state, 0, cause);
    if (status !== "arrived") throw new RangeError(`the curve of noise ${noise} ends at cause ${time}`);
    return state[0];
  };
}

/**
 * `flowMechanism` whose effects, which sampling needs at every row, are computed without derivatives and to 10⁻⁷
 * instead of 10⁻¹²: about ten times as fast. Inverse and derivatives are those of the exact mechanism.
 *
 * @cost an effect takes 4 to 8 µs, a jet about 100
 */
export function quickFlowMechanism(velocity: DrivingVelocity): Mechanism {
  const point = { v: 0, dEffect: 0, dEffectEffect: 0, dCause: 0 };
  const effect = curveEnd((y, x) => {
    velocity.into(y, x, point);
    return point.v;
  });
  return { ...flowMechanism(velocity), effect };
}
