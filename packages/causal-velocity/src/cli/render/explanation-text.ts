import { type Check, type CheckGroup, checkGroups, type Explanation, STATUS_WORDS } from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { MARGIN, printable, wrap } from "../printable.js";
import { arrow } from "./arrow.js";
import { rowLine } from "./row-line.js";

const NAME_WIDTH = 27;

/** An explanation for people, at most 80 columns wide: the verdict, why, and what it rests on. */
export function explanationText({ verdict, reasons, checks, decision, rows, warnings }: Explanation): string {
  const notes = warnings.map(({ message }) => wrap(flagWords(printable(message)), `${MARGIN}note    `));
  const paragraphs = [
    wrap(printable(verdict), MARGIN),
    ...reasons.map((reason) => wrap(printable(reason), MARGIN)),
    [rowLine(rows), ...notes, wrap(countsOf(checks), `${MARGIN}checks  `)].join("\n"),
    ...checkGroups(checks).map((group) => checkLines(group, decision)),
    wrap(
      "What fails in the direction of the verdict speaks against it; what fails in the other speaks against that one. " +
        "Pages and pictures: --out report.html, figure.svg or figure.png.",
      MARGIN,
    ),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

/** "✓ 17 pass, i 2 note, ! 3 warn, ✕ 1 fail". */
function countsOf(checks: readonly Check[]): string {
  const words = [...STATUS_WORDS].reverse().flatMap(({ status, symbol, word }) => {
    const count = checks.filter((check) => check.status === status).length;
    return count === 0 ? [] : [`${symbol} ${count} ${word}`];
  });
  return words.join(", ");
}

function checkLines({ direction, members }: CheckGroup, decision: Explanation["decision"]): string {
  const title = direction === undefined ? "The pair" : `If ${arrow(decision, direction, NAME_WIDTH)}`;
  const lines = members.map(({ symbol, check: { sentence, advice } }) =>
    wrap(flagWords(printable(advice ? `${sentence} ${advice}` : sentence)), `${MARGIN}${symbol} `, `${MARGIN}  `),
  );
  return [`${MARGIN}${title}`, ...lines].join("\n");
}
