import { cos, sin } from "../../numeric/elementary.js";
import type { DrivingVelocity } from "./flow-mechanism.js";

/**
 * v = θ₀ + θ₁ sin x + θ₂ sin y + θ₃ cos x + θ₄ cos y + θ₅ sin(x + y): the velocity of the paper's Velocity benchmark, in
 * the order of `fourierTerms`.
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
