import { decide as coreDecide, type DecideOptions, type PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";

/** `decide` that knows every method by name, rivals included. */
export function decide(pair: Pair, options: DecideOptions = {}): PairDecision {
  return coreDecide(pair, { methods: allMethods, ...options });
}
