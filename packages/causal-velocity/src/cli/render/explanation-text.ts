import { type Check, type CheckStatus, DIRECTIONS, type Explanation } from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { printable, wrap } from "../printable.js";
import { arrow } from "./arrow.js";
import { rowLine } from "./row-line.js";

const MARGIN = "  ";
const NAME_WIDTH = 27;
const STATUS: Readonly<Record<CheckStatus, string>> = { pass: "✓", warn: "!", fail: "✕", note: "i" };

const WORST_FIRST: readonly CheckStatus[] = ["fail", "warn", "note", "pass"];

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
    [rowLine(rows), ...notes, wrap(countsOf(checks), `${MARGIN}checks  `)].join("\n"),
    checkLines(
      "The pair",
      checks.filter(({ direction }) => direction === undefined),
    ),
    ...about.map(({ title, own }) => checkLines(title, own)),
    wrap(
      "What fails in the direction of the verdict speaks against it; what fails in the other speaks against that one. " +
        "Pages and pictures: --out report.html, figure.svg or figure.png.",
      MARGIN,
    ),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

/** "✓ 17 pass, ! 3 warn, ✕ 1 fail, i 2 notes". */
function countsOf(checks: readonly Check[]): string {
  const words = [...WORST_FIRST].reverse().flatMap((status) => {
    const count = checks.filter((check) => check.status === status).length;
    return count === 0 ? [] : [`${STATUS[status]} ${count} ${status}`];
  });
  return words.join(", ");
}

function checkLines(title: string, checks: readonly Check[]): string {
  const sorted = WORST_FIRST.flatMap((status) => checks.filter((check) => check.status === status));
  const lines = sorted.map(({ status, sentence, advice }) =>
    wrap(
      flagWords(printable(advice ? `${sentence} ${advice}` : sentence)),
      `${MARGIN}${STATUS[status]} `,
      `${MARGIN}  `,
    ),
  );
  return [`${MARGIN}${title}`, ...lines].join("\n");
}
