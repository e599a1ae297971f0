import type { Counterfactual } from "@causal-velocity/core/explain/counterfactual.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { candidateRecords, type RecordAbout, verdictRecord } from "@causal-velocity/core/explain/records.js";
import { findingRecord } from "@causal-velocity/core/primitives/finding.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import type { MethodComparison } from "@causal-velocity/lab/rivals/compare-methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { flagName } from "../arguments.js";

/** What the records of the command line say about their making. */
export function recordAbout(): RecordAbout {
  return { version, routines: bestRoutines().name, words: flagName };
}

/** A figure as JSON: columns are arrays, with null where there is no number. */
export function figureJson(figure: Figure): string {
  const record = { schema: "causal-velocity/figure@1", version, figure };
  return jsonText(record, 0);
}

/**
 * The JSON form of a comparison, `causal-velocity/comparison@1`.
 *
 * `strength`: from 0, where a method gives no verdict, to 1; null where its costs have no natural zero.
 */
export function comparisonRecord({ reference, opinions, leftOut }: MethodComparison) {
  return {
    schema: "causal-velocity/comparison@1",
    version,
    x: reference.names.x,
    y: reference.names.y,
    reference: reference.method,
    seed: reference.seed,
    ...(reference.transformations ? { transformations: reference.transformations } : {}),
    methods: opinions.map(({ entry, decision, fault, strength, agrees, uncounted }) => ({
      method: entry.name,
      kind: entry.kind,
      assumes: entry.assumes,
      ...(decision
        ? {
            ...verdictRecord(decision, flagName),
            strength: strength ?? null,
            agrees: agrees ?? null,
            counted: uncounted === undefined,
            rows: decision.rows,
            options: decision.options,
          }
        : { error: fault ? { code: fault.code, message: fault.inWords(flagName).message } : null }),
    })),
    leftOut,
    diagnostics: { routines: bestRoutines().name },
  };
}

/** The JSON form of a counterfactual, `causal-velocity/counterfactual@1`. */
export function counterfactualRecord({
  names,
  from,
  to,
  method,
  candidates,
  seed,
  rows,
  findings,
  transformations,
}: Counterfactual) {
  return {
    schema: "causal-velocity/counterfactual@1",
    version,
    cause: names.cause,
    effect: names.effect,
    from,
    to: to.map(({ cause, effect, low, high, supported }) => ({
      cause,
      effect: finiteOrNull(effect),
      low: finiteOrNull(low),
      high: finiteOrNull(high),
      supported,
    })),
    ...(transformations ? { transformations } : {}),
    rows,
    method,
    ...(candidates && { candidates: candidateRecords(candidates) }),
    seed,
    findings: findings.map((finding) => findingRecord(finding, flagName)),
    diagnostics: { routines: bestRoutines().name },
  };
}

/** JSON has no NaN: what is not known is null. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
