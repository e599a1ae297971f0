import type { Explanation } from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { version } from "../version.js";
import { decisionRecord } from "./decision-record.js";
import { plainColumns } from "./plain-columns.js";

/** An explanation as JSON: columns are arrays, with null where there is no number. Fields are added, never renamed. */
export function explanationJson({ decision, verdict, reasons, checks, figures, warnings }: Explanation): string {
  const record = {
    schema: "causal-velocity/explanation@1",
    version,
    verdict,
    reasons,
    decision: decisionRecord(decision),
    checks: checks.map(({ advice, ...check }) => ({ ...check, advice: flagWords(advice) })),
    figures,
    warnings: warnings.map(({ code, message }) => ({ code, message: flagWords(message) })),
  };
  return `${JSON.stringify(record, plainColumns)}\n`;
}
