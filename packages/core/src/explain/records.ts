import type { PairDecision, Stability } from "../decide/decide.js";
import type { Explanation } from "./explain.js";

/** What a record says about its making, besides what was decided. */
export interface RecordAbout {
  /** Of the package that made it. */
  readonly version: string;
  /** Name of the routines that computed it. */
  readonly routines: string;
  /** Words for whoever reads it: the command line has flags where the library has options. */
  readonly words?: ((text: string) => string) | undefined;
}

/** The JSON form of a decision, `causal-velocity/decision@1`. Fields may be added in later versions, none is renamed. */
export function decisionRecord(decision: PairDecision, about: RecordAbout, stability?: Stability) {
  const { method, options, seed, names, rows, verdict, score, cost, diagnostics, warnings } = decision;
  const { confidence, evidence, reason } = decision;
  const { version, routines, words = (text) => text } = about;
  return {
    schema: "causal-velocity/decision@1",
    version,
    method,
    options,
    seed,
    x: names.x,
    y: names.y,
    rows,
    verdict,
    score,
    cost,
    ...(confidence === undefined ? {} : { confidence }),
    ...(evidence ? { evidence } : {}),
    ...(reason ? { reason } : {}),
    ...(stability ? { stability } : {}),
    diagnostics: { routines, ...diagnostics },
    warnings: warnings.map(({ code, message }) => ({ code, message: words(message) })),
  };
}

/**
 * An explanation as JSON, `causal-velocity/explanation@1`: columns are arrays, with null where there is no number. Fields
 * are added, never renamed.
 */
export function explanationJson(explanation: Explanation, about: RecordAbout): string {
  const { decision, verdict, reasons, checks, figures, warnings } = explanation;
  const { version, words = (text) => text } = about;
  const record = {
    schema: "causal-velocity/explanation@1",
    version,
    verdict,
    reasons,
    decision: decisionRecord(decision, about),
    checks: checks.map(({ advice, ...check }) => ({ ...check, advice: words(advice) })),
    figures,
    warnings: warnings.map(({ code, message }) => ({ code, message: words(message) })),
  };
  return `${JSON.stringify(record, plainColumns)}\n`;
}

/** For `JSON.stringify`: columns are arrays, with null where there is no number. */
export function plainColumns(_: string, value: unknown): unknown {
  return value instanceof Float64Array ? Array.from(value) : value;
}
