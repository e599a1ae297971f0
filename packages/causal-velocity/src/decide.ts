import { type DecideOptions, decide as decideWith, type Pair, type PairDecision } from "@causal-velocity/core";
import { bestRoutines } from "./best-routines.js";

/** The core's `decide`, on the fastest routines this runtime has. */
export function decide(pair: Pair, options: DecideOptions = {}): PairDecision {
  return decideWith(pair, { routines: bestRoutines(), ...options });
}
