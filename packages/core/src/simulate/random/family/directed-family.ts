import type { Rng } from "../../../numeric/rng.js";
import type { ProbabilityLaw } from "../../law/probability-law.js";
import type { Mechanism } from "../../mechanism/mechanism.js";

/** A class of mechanisms by which one column causes the other, with a way to draw one of them. */
export interface DirectedFamily {
  readonly name: string;
  /** One line: the effect as a formula of the cause x and the noise e, both with mean 0 and variance 1. */
  readonly summary: string;
  /** Draws a mechanism; `cause` is the law over which its functions have mean 0 and variance 1. */
  draw(rng: Rng, cause: ProbabilityLaw): DrawnMechanism;
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
