import { decisionRecord } from "./decision-record.js";
import type { Explanation } from "./explanation.js";
import { plainColumns } from "./plain-columns.js";
import type { RecordAbout } from "./record-about.js";

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
