import { type Check, type DiagnoseOptions, diagnose as diagnoseWith, type Pair } from "@causal-velocity/core";
import { bestRoutines } from "./best-routines.js";

/** The core's `diagnose`, on the fastest routines this runtime has. */
export function diagnose(pair: Pair, options: DiagnoseOptions = {}): readonly Check[] {
  return diagnoseWith(pair, { routines: bestRoutines(), ...options });
}
