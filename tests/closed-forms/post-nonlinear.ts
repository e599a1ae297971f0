import type { Oriented } from "@causal-velocity/core/fit/orient.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type BasisTerm, basisVelocity } from "@causal-velocity/core/velocity/basis.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";

// effect = sinh(sin(cause) + ε) with standard normal cause and noise: a flow that is not affine in the effect, global
// because |v| ≤ √(1 + y²), and with every density known.

const LOG_TWO_PI = Math.log(2 * Math.PI);

/** f_{x'}(f_x⁻¹(y)). */
export const sinhFlow = (y: number, from: number, to: number): number =>
  Math.sinh(Math.asinh(y) + Math.sin(to) - Math.sin(from));

/** log p(effect | cause). */
export function sinhLogConditional(y: number, x: number): number {
  const noise = Math.asinh(y) - Math.sin(x);
  return -0.5 * noise * noise - 0.5 * LOG_TWO_PI - 0.5 * Math.log1p(y * y);
}

/** v = √(1 + y²)·cos x. */
const term: BasisTerm = {
  name: "sqrt(1 + y^2) cos x",
  linearGrowth: true,
  value: (y, x) => Math.sqrt(1 + y * y) * Math.cos(x),
  dEffect: (y, x) => (y / Math.sqrt(1 + y * y)) * Math.cos(x),
  dCause: (y, x) => -Math.sqrt(1 + y * y) * Math.sin(x),
};

/** The class that contains the true velocity, with coefficient 1. */
export const sinhVelocity: VelocityClass = basisVelocity("sinh", [term]);

/** A sample with its true scores. */
export function sinhSample(rows: number, rng: Rng): Oriented {
  const [causeRng, noiseRng] = [rng.split("cause"), rng.split("noise")];
  const cause = Float64Array.from({ length: rows }, () => causeRng.normal());
  const effect = cause.map((x) => Math.sinh(Math.sin(x) + noiseRng.normal()));
  const noise = effect.map((y, i) => Math.asinh(y) - Math.sin(cause[i]));
  return {
    direction: "x->y",
    cause,
    effect,
    scoreCause: cause.map((x) => -x),
    jointCause: cause.map((x, i) => -x + noise[i] * Math.cos(x)),
    jointEffect: effect.map((y, i) => -noise[i] / Math.sqrt(1 + y * y) - y / (1 + y * y)),
  };
}
