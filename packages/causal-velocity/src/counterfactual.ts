import {
  type Counterfactual,
  type CounterfactualOptions,
  type CounterfactualRequest,
  counterfactual as counterfactualWith,
  type Pair,
} from "@causal-velocity/core";
import { bestRoutines } from "./best-routines.js";

/** The core's `counterfactual`, on the fastest routines this runtime has. */
export function counterfactual(
  pair: Pair,
  request: CounterfactualRequest,
  options: CounterfactualOptions = {},
): Counterfactual {
  return counterfactualWith(pair, request, { routines: bestRoutines(), ...options });
}
