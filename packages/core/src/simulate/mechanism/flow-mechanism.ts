import type { Mechanism } from "./mechanism.js";

/** A velocity that drives a flow, with the derivatives its density needs. */
export interface DrivingVelocity {
  readonly name: string;
  /** An upper bound of |∂v/∂effect|: sets the step of the integration. */
  readonly steepness: number;
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
 * The noise is where a causal curve stands at cause 0, the effect where it stands at the cause: f = φ_{0,x}(e).
 *
 * @paper tab:examples (Basis, Black box), eq:flow:from:v     @cost 4·24·(1 + steepness)·|cause| velocities a call
 */
export function flowMechanism(velocity: DrivingVelocity): Mechanism {
  const point = { v: 0, dEffect: 0, dEffectEffect: 0, dCause: 0 };
  return {
    name: `flow of ${velocity.name}`,
    effect: (cause, noise) => causalCurve(velocity, 0, cause, noise).y,
    noise: (effect, cause) => causalCurve(velocity, cause, 0, effect).y,
    jetInto(cause, noise, out) {
      const { y, first, second } = causalCurve(velocity, 0, cause, noise);
      velocity.into(y, cause, point);
      out.effect = y;
      out.dNoise = first;
      out.dNoiseNoise = second;
      velocityPartsInto(point, out);
    },
    // Backward the curve gives e(y) and its derivatives, from which those of the inverse f follow.
    jetAtEffectInto(effect, cause, out) {
      const { y: noise, first, second } = causalCurve(velocity, cause, 0, effect);
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

/** Steps between grid points, in units of the cause and of the time in which curves converge or part. */
const LONGEST_STEP = 1 / 24;

/** Where a curve ends, and the first two derivatives of that by where it started. */
interface CurveEnd {
  y: number;
  first: number;
  second: number;
}

/**
 * Follows the curve through (from, start) to `to`.
 *
 * Classical Runge-Kutta of order four on y′ = v, y₁′ = v_y·y₁, y₂′ = v_y·y₂ + v_yy·y₁², from one multiple of a fixed step to
 * the next, so that the result depends smoothly on both ends; relative error about 10⁻⁷. To be replaced by the solvers of
 * `flow/` once they carry derivatives.
 */
export function causalCurve(velocity: DrivingVelocity, from: number, to: number, start: number): CurveEnd {
  const step = LONGEST_STEP / (1 + velocity.steepness);
  const at: DrivingPoint = { v: 0, dEffect: 0, dEffectEffect: 0, dCause: 0 };
  const curve = { y: start, first: 1, second: 0 };
  const sign = to > from ? 1 : -1;
  // Grid points strictly between the ends, in the order they are passed.
  let next = sign > 0 ? Math.floor(from / step) + 1 : Math.ceil(from / step) - 1;
  let x = from;
  while (x !== to) {
    const grid = next * step;
    const end = sign * (to - grid) > 0 ? grid : to;
    rungeKuttaStep(velocity, x, end - x, curve, at);
    x = end;
    next += sign;
  }
  return curve;
}

function rungeKuttaStep(velocity: DrivingVelocity, x: number, h: number, curve: CurveEnd, at: DrivingPoint): void {
  const { y, first, second } = curve;
  velocity.into(y, x, at);
  const y1 = at.v;
  const f1 = at.dEffect * first;
  const s1 = at.dEffect * second + at.dEffectEffect * first * first;
  velocity.into(y + 0.5 * h * y1, x + 0.5 * h, at);
  const firstB = first + 0.5 * h * f1;
  const y2 = at.v;
  const f2 = at.dEffect * firstB;
  const s2 = at.dEffect * (second + 0.5 * h * s1) + at.dEffectEffect * firstB * firstB;
  velocity.into(y + 0.5 * h * y2, x + 0.5 * h, at);
  const firstC = first + 0.5 * h * f2;
  const y3 = at.v;
  const f3 = at.dEffect * firstC;
  const s3 = at.dEffect * (second + 0.5 * h * s2) + at.dEffectEffect * firstC * firstC;
  velocity.into(y + h * y3, x + h, at);
  const firstD = first + h * f3;
  const f4 = at.dEffect * firstD;
  const s4 = at.dEffect * (second + h * s3) + at.dEffectEffect * firstD * firstD;
  curve.y = y + (h / 6) * (y1 + 2 * y2 + 2 * y3 + at.v);
  curve.first = first + (h / 6) * (f1 + 2 * f2 + 2 * f3 + f4);
  curve.second = second + (h / 6) * (s1 + 2 * s2 + 2 * s3 + s4);
}
