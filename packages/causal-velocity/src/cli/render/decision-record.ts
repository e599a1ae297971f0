import type { PairDecision, Stability } from "@causal-velocity/core";
import { bestRoutines } from "../../best-routines.js";
import { flagWords } from "../flag-words.js";
import { version } from "../version.js";

/** The JSON form of a decision. Fields may be added in later versions, none is renamed. */
export function decisionRecord(decision: PairDecision, stability?: Stability) {
  const { method, options, seed, names, rows, verdict, score, cost, diagnostics, warnings } = decision;
  const { confidence, evidence, reason } = decision;
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
    diagnostics: { routines: bestRoutines().name, ...diagnostics },
    warnings: warnings.map(({ code, message }) => ({ code, message: flagWords(message) })),
  };
}
