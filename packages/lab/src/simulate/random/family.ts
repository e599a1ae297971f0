import type { Rng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import type { Mechanism } from "../mechanism.js";
import { logUniform } from "./random-shape.js";

/** A class of mechanisms by which one column causes the other, with a way to draw one of them. */
export interface DirectedFamily {
  readonly name: string;
  /** One line: the effect as a formula of the cause x and the noise e, both with mean 0 and variance 1. */
  readonly summary: string;
  /** Draws a mechanism; `cause` is the distribution over which its functions have mean 0 and variance 1. */
  draw(rng: Rng, cause: Distribution): DrawnMechanism;
}

/** A mechanism with inverse and derivatives where these are known, else only the way to sample it. */
export type DrawnMechanism = Mechanism | SampledMechanism;

/** A mechanism of which nothing is known but its effects; it need not be monotone in the noise. */
export interface SampledMechanism {
  /** f(cause, noise). */
  effect(cause: number, noise: number): number;
  /** Standard deviations of normal errors, independent of all else, with which the columns are read. */
  readonly measurement?: { readonly cause: number; readonly effect: number };
}

/** Whether velocity and scores are known too. */
export function isKnown(mechanism: DrawnMechanism): mechanism is Mechanism {
  return "jetInto" in mechanism;
}

/** From hardly any noise to three times the signal. */
const SCALES = [0.12, 3] as const;

/** Standard deviation of the noise, relative to a signal of variance 1: log-uniform from 0.12 to 3. */
export function noiseScale(rng: Rng): number {
  return logUniform(rng.split("noise scale"), ...SCALES);
}
