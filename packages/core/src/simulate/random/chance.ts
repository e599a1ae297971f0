import { exp, log } from "../../numeric/elementary.js";
import type { Rng } from "../../numeric/rng.js";

/** Uniform on (low, high). */
export function uniformBetween(rng: Rng, low: number, high: number): number {
  return low + (high - low) * rng.uniform();
}

/** A positive number between two others, each factor of the range as likely as the next. */
export function logUniform(rng: Rng, low: number, high: number): number {
  return low * exp(rng.uniform() * log(high / low));
}

/** −1 or 1, as likely. */
export function fairSign(rng: Rng): -1 | 1 {
  return rng.uniform() < 0.5 ? -1 : 1;
}

/** One of a list, all as likely. */
export function oneOf<T>(rng: Rng, choices: readonly T[]): T {
  return choices[Math.floor(choices.length * rng.uniform())];
}
