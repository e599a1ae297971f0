import { type Check, type CheckStatus, DIRECTIONS, type Explanation } from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { printable, wrap } from "../printable.js";
import { arrow } from "./arrow.js";
import { rowLine } from "./row-line.js";

const MARGIN = "  ";
const NAME_WIDTH = 27;
const STATUS: Readonly<Record<CheckStatus, string>> = { pass: "✓", warn: "!", fail: "✕", note: "i" };

/** An explanation for people, at most 80 columns wide: the verdict, why, and what it rests on. */
export function explanationText({ verdict, reasons, checks, decision, rows, warnings }: Explanation): string {
  const about = DIRECTIONS.map((direction) => ({
    title: `If ${arrow(decision, direction, NAME_WIDTH)}`,
    own: checks.filter((check) => check.direction === direction),
  }));
  const notes = warnings.map(({ message }) => wrap(flagWords(printable(message)), `${MARGIN}note    `));
  const paragraphs = [
    wrap(printable(verdict), MARGIN),
    ...reasons.map((reason) => wrap(printable(reason), MARGIN)),
    [rowLine(rows), ...notes].join("\n"),
    checkLines(
      "The pair",
      checks.filter(({ direction }) => direction === undefined),
    ),
    ...about.map(({ title, own }) => checkLines(title, own)),
    wrap(
      "✓ met, ! in doubt, ✕ not met, i for information. What is not met in one direction only speaks against that " +
        "direction. Pages and pictures: --out report.html, figure.svg or figure.png.",
      MARGIN,
    ),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

function checkLines(title: string, checks: readonly Check[]): string {
  const lines = checks.map(({ status, sentence, advice }) =>
    wrap(printable(advice ? `${sentence} ${advice}` : sentence), `${MARGIN}${STATUS[status]} `, `${MARGIN}  `),
  );
  return [`${MARGIN}${title}`, ...lines].join("\n");
}
