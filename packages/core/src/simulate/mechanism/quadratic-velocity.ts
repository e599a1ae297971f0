import { tanh } from "../../numeric/elementary.js";
import type { DrivingVelocity } from "./flow-mechanism.js";

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
