import {
  type DecideOptions,
  type Pair,
  type PairDecision,
  type Stability,
  stability as stabilityWith,
} from "@causal-velocity/core";
import { bestRoutines } from "./best-routines.js";

/** The core's `stability`, on the fastest routines this runtime has. */
export function stability(pair: Pair, decision: PairDecision, options: DecideOptions = {}): Stability {
  return stabilityWith(pair, decision, { routines: bestRoutines(), ...options });
}
