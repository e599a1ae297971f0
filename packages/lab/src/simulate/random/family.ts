import type { Rng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import type { Mechanism } from "../mechanism.js";
import { logUniform } from "./random-shape.js";

/** A family of mechanisms by which one column causes the other, with a way to draw one of them. */
export interface DirectedFamily {
  readonly name: string;
  /** One line: the effect as a formula of the cause x and the noise e, both with mean 0 and variance 1. */
  readonly summary: string;
  /** Draws a mechanism; `cause` is the distribution over which its functions have mean 0 and variance 1. */
  draw(rng: Rng, cause: Distribution): DrawnMechanism;
}

/** A mechanism with inverse and derivatives if these are known, otherwise one that can only be sampled. */
export type DrawnMechanism = Mechanism | SampledMechanism;

/** A mechanism that can only be sampled; it need not be monotone in the noise. */
export interface SampledMechanism {
  /** f(cause, noise). */
  effect(cause: number, noise: number): number;
  /** Standard deviations of independent normal measurement errors of the columns. */
  readonly measurement?: { readonly cause: number; readonly effect: number };
}

/** Whether velocity and scores are known too. */
export function isKnown(mechanism: DrawnMechanism): mechanism is Mechanism {
  return "jetInto" in mechanism;
}

/** From very little noise to three times the signal. */
const SCALES = [0.12, 3] as const;

/** Standard deviation of the noise, relative to a signal of variance 1: log-uniform from 0.12 to 3. */
export function noiseScale(rng: Rng): number {
  return logUniform(rng.split("noise scale"), ...SCALES);
}
