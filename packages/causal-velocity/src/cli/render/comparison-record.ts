import type { MethodComparison } from "@causal-velocity/core";
import { bestRoutines } from "../../best-routines.js";
import { flagWords } from "../flag-words.js";
import { version } from "../version.js";

/**
 * The JSON form of a comparison. Fields may be added in later versions, none is renamed.
 *
 * `strength`: from 0, where a method cannot tell, to 1; null where its costs have no natural zero.
 */
export function comparisonRecord({ reference, opinions, leftOut }: MethodComparison) {
  return {
    schema: "causal-velocity/comparison@1",
    version,
    seed: reference.seed,
    x: reference.names.x,
    y: reference.names.y,
    reference: reference.method,
    methods: opinions.map(({ entry, decision, fault, strength, agrees }) => ({
      method: entry.name,
      family: entry.family,
      assumes: entry.assumes,
      ...(decision
        ? {
            options: decision.options,
            rows: decision.rows,
            verdict: decision.verdict,
            score: decision.score,
            cost: decision.cost,
            strength: strength ?? null,
            agrees: agrees ?? null,
            warnings: decision.warnings.map(({ code, message }) => ({ code, message: flagWords(message) })),
          }
        : { error: fault ? { code: fault.code, message: flagWords(fault.message) } : null }),
    })),
    leftOut,
    diagnostics: { routines: bestRoutines().name },
  };
}
