import type { MethodEntry } from "@causal-velocity/core/decide/decision.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

/** Options with the fastest routines and every method by name, rivals included: the command knows them all. */
export function withAllMethods<Options extends object>(
  options: Options,
): Options & { readonly methods: readonly MethodEntry[] } {
  return { routines: bestRoutines(), methods: allMethods, ...options };
}
