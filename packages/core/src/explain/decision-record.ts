import type { PairDecision } from "../direction/decide.js";
import type { Stability } from "../direction/stability.js";
import type { RecordAbout } from "./record-about.js";

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
