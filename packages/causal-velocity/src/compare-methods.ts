import {
  compareMethods as compareWith,
  type DecideOptions,
  type MethodComparison,
  type Pair,
} from "@causal-velocity/core";
import { bestRoutines } from "./best-routines.js";

/** The core's `compareMethods`, on the fastest routines this runtime has. */
export function compareMethods(pair: Pair, options: DecideOptions = {}): MethodComparison {
  return compareWith(pair, { routines: bestRoutines(), ...options });
}
