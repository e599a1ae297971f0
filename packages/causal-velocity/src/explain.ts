import { type ExplainOptions, type Explanation, explain as explainWith, type Pair } from "@causal-velocity/core";
import { bestRoutines } from "./best-routines.js";

/** The core's `explain`, on the fastest routines this runtime has. */
export function explain(pair: Pair, options: ExplainOptions = {}): Explanation {
  return explainWith(pair, { routines: bestRoutines(), ...options });
}
