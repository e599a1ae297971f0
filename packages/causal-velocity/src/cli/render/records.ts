import type { Counterfactual } from "@causal-velocity/core/explain/counterfactual.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { plainColumns, type RecordAbout } from "@causal-velocity/core/explain/records.js";
import { version } from "@causal-velocity/core/version.js";
import type { MethodComparison } from "@causal-velocity/lab/rivals/compare-methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { flagWords } from "../arguments.js";

/** What the records of the command line say about their making. */
export function recordAbout(): RecordAbout {
  return { version, routines: bestRoutines().name, words: flagWords };
}

/** A figure as JSON: columns are arrays, with null where there is no number. */
export function figureJson(figure: Figure): string {
  const record = { schema: "causal-velocity/figure@1", version, figure };
  return `${JSON.stringify(record, plainColumns)}\n`;
}

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

/** The JSON form of a counterfactual. Fields may be added in later versions, none is renamed. */
export function counterfactualRecord({ names, from, to, method, seed, rows, warnings }: Counterfactual) {
  return {
    schema: "causal-velocity/counterfactual@1",
    version,
    method,
    seed,
    cause: names.cause,
    effect: names.effect,
    from: { x: from.cause, y: from.effect },
    to: to.map(({ cause, effect, low, high, supported }) => ({
      x: cause,
      y: effect,
      low: finiteOrNull(low),
      high: finiteOrNull(high),
      supported,
    })),
    rows,
    warnings: warnings.map(({ code, message }) => ({ code, message: flagWords(message) })),
  };
}

/** JSON has no NaN: a band that is not known is null. */
function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
