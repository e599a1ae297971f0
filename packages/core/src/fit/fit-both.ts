import type { StandardPair } from "../data/standardize.js";
import type { PairScores } from "../score/pair-scores.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import { fitVelocity, type VelocityFit, type VelocityFitOptions } from "./fit-velocity.js";
import { type Direction, orient } from "./orient.js";

export interface FitOptions extends VelocityFitOptions {
  /** The rows to fit; all if left out. */
  readonly rows?: Uint32Array | undefined;
}

/** The same class fitted as if x caused y and as if y caused x. @paper sec:velocity:discovery */
export function fitBoth(
  velocity: VelocityClass,
  pair: StandardPair,
  scores: PairScores,
  options: FitOptions = {},
): Readonly<Record<Direction, VelocityFit>> {
  return {
    "x->y": fitVelocity(velocity, orient(pair, scores, "x->y", options.rows), options),
    "y->x": fitVelocity(velocity, orient(pair, scores, "y->x", options.rows), options),
  };
}
