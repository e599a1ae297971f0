import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Verdict } from "@causal-velocity/core/decide/decision.js";
import type { Robustness, RobustnessCheck } from "@causal-velocity/core/decide/robustness.js";
import { ROBUSTNESS_WORDS } from "@causal-velocity/core/decide/robustness.js";
import { percentText } from "@causal-velocity/core/decide/verdict-sentence.js";
import { arrow, MARGIN, wrap } from "../printable.js";

/** Two names, an arrow and a number fit beside what was changed. */
const NAME_WIDTH = 12;
const LABEL_WIDTH = Math.max(...Object.values(ROBUSTNESS_WORDS).map((words) => words.length));
const ROWS_WIDTH = 9;

/** A line for each check, below the verdict on all rows, and what they say together. */
export function robustnessText(decision: PairDecision, { checks, sentence }: Robustness): string {
  const line = (label: string, rows: number, words: string): string => {
    const count = rows > 0 ? rows.toLocaleString("en-US") : "";
    return wrap(words, `${MARGIN}${label.padEnd(LABEL_WIDTH)}${count.padStart(ROWS_WIDTH)}  `);
  };
  const { verdict, probability, rows } = decision;
  return [
    `${MARGIN}${"Does the verdict survive?".padEnd(LABEL_WIDTH)}`,
    line("all rows", rows.used, verdictWords(decision, verdict, probability)),
    ...checks.map((check) => line(ROBUSTNESS_WORDS[check.name], check.rows, checkWords(decision, check))),
    "",
    wrap(sentence, MARGIN),
  ].join("\n");
}

function verdictWords(decision: PairDecision, verdict: Verdict, probability: number | undefined): string {
  if (verdict === "cannot-tell") return "cannot tell";
  const sure = probability === undefined ? "" : `, ${percentText(probability)} sure`;
  return arrow(decision, verdict, NAME_WIDTH) + sure;
}

function checkWords(decision: PairDecision, check: RobustnessCheck): string {
  const { verdict, probability, verdicts, columns, skipped, same } = check;
  if (skipped !== undefined) return `not made: ${skipped}`;
  if (verdict === undefined) {
    const counts = Object.entries(verdicts ?? {}).filter(([, count]) => count > 0);
    const words = counts.map(([found, count]) => `${count} ${verdictWords(decision, found as Verdict, undefined)}`);
    return `${same ? "" : "! "}${words.join(", ")}`;
  }
  const only = columns ? ` (of ${columns.map((name) => `"${name}"`).join(", ")} only)` : "";
  return `${same ? "" : "! "}${verdictWords(decision, verdict, probability)}${only}`;
}
