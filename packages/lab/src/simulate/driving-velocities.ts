import { cos, exp, sin, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { DrivingVelocity } from "./flow-mechanism.js";

/**
 * v = e^{−y²}: strong near effect 0, almost 0 in the tails. The paper's text prints e^{y^{−2}}, which is singular at 0;
 * e^{−y²} gives the skewness in its caption.
 *
 * @paper fig:parametrization
 */
export function exponentialVelocity(): DrivingVelocity {
  return {
    name: "exponential velocity",
    into(y, _, out) {
      out.v = exp(-y * y);
      out.dEffect = -2 * y * out.v;
      out.dEffectEffect = (4 * y * y - 2) * out.v;
      out.dCause = 0;
    },
  };
}

/**
 * v = θ₀ + θ₁ sin x + θ₂ sin y + θ₃ cos x + θ₄ cos y + θ₅ sin(x + y): the velocity of the paper's Velocity benchmark,
 * in the order of `fourierTerms`.
 *
 * @paper tab:synthetic_params
 */
export function fourierVelocity(theta: ArrayLike<number>): DrivingVelocity {
  return {
    name: "fourier velocity",
    into(y, x, out) {
      const [sinX, cosX, sinY, cosY] = [sin(x), cos(x), sin(y), cos(y)];
      const sinSum = theta[5] * (sinX * cosY + cosX * sinY);
      const cosSum = theta[5] * (cosX * cosY - sinX * sinY);
      const waveY = theta[2] * sinY + theta[4] * cosY;
      out.v = theta[0] + theta[1] * sinX + theta[3] * cosX + waveY + sinSum;
      out.dEffect = theta[2] * cosY - theta[4] * sinY + cosSum;
      out.dEffectEffect = -waveY - sinSum;
      out.dCause = theta[1] * cosX - theta[3] * sinX + cosSum;
    },
  };
}

/**
 * v = 2 tanh(q/2) with q = θ₀ + θ₁x + θ₂y + θ₃x² + θ₄y² + θ₅xy: a quadratic near its zeros, bounded by 2, so that every
 * curve reaches every cause.
 */
export function quadraticVelocity(theta: ArrayLike<number>): DrivingVelocity {
  return {
    name: "quadratic velocity",
    into(y, x, out) {
      const q = theta[0] + x * (theta[1] + theta[3] * x + theta[5] * y) + y * (theta[2] + theta[4] * y);
      const dqDEffect = theta[2] + 2 * theta[4] * y + theta[5] * x;
      const level = tanh(0.5 * q);
      // d(2 tanh(q/2))/dq, and its own derivative −level·rise.
      const rise = 1 - level * level;
      out.v = 2 * level;
      out.dEffect = rise * dqDEffect;
      out.dEffectEffect = rise * (2 * theta[4] - level * dqDEffect * dqDEffect);
      out.dCause = rise * (theta[1] + 2 * theta[3] * x + theta[5] * y);
    },
  };
}

export interface SaturatingVelocityOptions {
  /** Velocity at effect 0 without the wave. */
  readonly speed: number;
  /** The effect toward which curves from 0 move if the speed is positive; its mirror image repels. */
  readonly cap: number;
  /** Size of a wave in the cause, which moves all effects equally. */
  readonly wave: number;
}

/** How fast the velocity fades in the tails of the effect. */
const FADE = 0.3;

/** v = speed·(1 − (y/cap)²)·e^{−0.3y²} + wave·sin x: growth that slows down toward a cap, like that of populations. */
export function saturatingVelocity({ speed, cap, wave }: SaturatingVelocityOptions): DrivingVelocity {
  const capSquare = cap * cap;
  return {
    name: "saturating velocity",
    into(y, x, out) {
      const fading = speed * exp(-FADE * y * y);
      const room = 1 - (y * y) / capSquare;
      const dRoom = (-2 * y) / capSquare;
      out.v = fading * room + wave * sin(x);
      out.dEffect = fading * (dRoom - 2 * FADE * y * room);
      out.dEffectEffect = fading * (-2 / capSquare - 4 * FADE * y * dRoom + 2 * FADE * (2 * FADE * y * y - 1) * room);
      out.dCause = wave * cos(x);
    },
  };
}
