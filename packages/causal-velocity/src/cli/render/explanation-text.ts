import type { Counterfactual, CounterfactualPoint } from "@causal-velocity/core/explain/counterfactual.js";
import { conditioningSentences, type Explanation } from "@causal-velocity/core/explain/explain.js";
import { HALVES } from "@causal-velocity/core/explain/halves.js";
import { DIRECTIONS } from "@causal-velocity/core/fit/orient.js";
import {
  type Finding,
  type FindingGroup,
  findingGroups,
  findingText,
  foremostFindings,
  SEVERITY_WORDS,
} from "@causal-velocity/core/primitives/finding.js";
import { roundedNear } from "@causal-velocity/core/primitives/quantiles.js";
import { flagName } from "../arguments.js";
import type { NextCommands } from "../next-command.js";
import { arrow, displayWidth, MARGIN, padDisplay, rowLines, shortName, wrap } from "../printable.js";
import { CANDIDATE_WORDS, candidateParagraph, candidateTable } from "./candidates-text.js";
import { findingLines, rowGroupLines } from "./decision-text.js";
import { given } from "./what-if-text.js";

const HEADING_NAME_WIDTH = 27;
const SUMMARY_NAME_WIDTH = 12;

/**
 * An explanation for people, at most 80 columns wide: a summary of five lines, then why, and every finding but those
 * that passed, which are counted. Commands to paste, if any, may be wider.
 */
export function explanationText(explanation: Explanation, commands?: NextCommands): string {
  const { reasons, findings, decision } = explanation;
  const doubts = findings.filter(({ severity }) => severity !== "pass");
  const paragraphs = [
    summaryLines(explanation),
    ...conditioningLines(explanation),
    ...reasons.map((reason) => wrap(reason, MARGIN)),
    ...choiceLines(explanation),
    ...findingGroups(doubts).map((group) => groupLines(group, decision, commands)),
    wrap(
      "What fails in the direction of the verdict counts against it; what fails in the other direction counts against " +
        "that one. All checks: --json or --out report.html. Pictures: --out figure.svg or figure.png.",
      MARGIN,
    ),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

/** Verdict, evidence, rows, checks and the gravest doubt, a line each unless names or sentences are long. */
function summaryLines({ verdict, findings, decision, rows }: Explanation): string {
  return [
    wrap(verdict, MARGIN),
    wrap(evidenceWords(decision), `${MARGIN}why     `),
    ...rowGroupLines(decision),
    rowLines(rows, decision.transformations),
    wrap(countsOf(findings), `${MARGIN}checks  `),
    wrap(gravestDoubt(findings, decision), `${MARGIN}doubt   `),
  ].join("\n");
}

/** What conditioning changed. */
function conditioningLines(explanation: Explanation): string[] {
  const sentences = conditioningSentences(explanation);
  if (sentences.length === 0) return [];
  return [
    [`${MARGIN}What conditioning changed`, ...sentences.map((sentence) => wrap(sentence, `${MARGIN}  `))].join("\n"),
  ];
}

/** How well each class of curves describes either direction, where the class was chosen by that. */
function choiceLines({ choice, decision }: Explanation): string[] {
  if (!choice) return [];
  const tables = DIRECTIONS.flatMap((direction) => [
    `${MARGIN}Classes of curves if ${arrow(decision, direction, HEADING_NAME_WIDTH)}`,
    candidateTable(choice.candidates[direction]),
  ]);
  return [[...tables, wrap(CANDIDATE_WORDS, MARGIN), wrap(`Curves shown: ${choice.curves}.`, MARGIN)].join("\n")];
}

/** Which evidence there is, in a few words. */
function evidenceWords(decision: Explanation["decision"]): string {
  const { evidence, gate, margin, method, given } = decision;
  const direction = arrow(decision, margin < 0 ? "y->x" : "x->y", SUMMARY_NAME_WIDTH);
  if (gate) return `a test closed the gate ${gate}, so the evidence was not used`;
  if (!evidence) return `${method}: ${direction} has the lower cost, by ${Math.abs(margin).toPrecision(3)}`;
  if (given) return `${direction} by ${Math.abs(margin).toFixed(2)} log odds, by graphs over all columns`;
  const side = margin < 0 ? -1 : 1;
  const [most] = [...evidence].sort((a, b) => side * (b.logOdds - a.logOdds));
  return `${direction} by ${Math.abs(margin).toFixed(2)} log odds; its largest part: ${most?.name}`;
}

/** The sentence of the finding that moves the verdict most; what is found of the other direction counts for it. */
function gravestDoubt(findings: readonly Finding[], { verdict, gate }: Explanation["decision"]): string {
  const isAgainst = ({ direction, severity }: Finding): boolean =>
    severity !== "note" && (direction === undefined || verdict === "cannot-tell" || direction === verdict);
  const { shown, more } = foremostFindings(findings.filter(isAgainst), gate);
  const [first] = shown;
  if (!first) return verdict === "cannot-tell" ? "no check failed" : "no check counts against this direction";
  const others = shown.length - 1 + more;
  return `${first.sentence}${others > 0 ? ` And ${others} more below.` : ""}`;
}

/** "✓ 17 pass, i 2 note, ! 3 warn, ✕ 1 fail". */
function countsOf(findings: readonly Finding[]): string {
  const words = [...SEVERITY_WORDS].reverse().flatMap(({ severity, symbol, word }) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${symbol} ${count} ${word}`];
  });
  return words.join(", ");
}

function groupLines(
  { direction, members }: FindingGroup,
  decision: Explanation["decision"],
  commands: NextCommands | undefined,
): string {
  const title = direction === undefined ? "The pair" : `If ${arrow(decision, direction, HEADING_NAME_WIDTH)}`;
  const lines = members.flatMap(({ symbol, finding }) => {
    const command = commands?.follow(finding);
    const paste = command === undefined ? [] : [`${MARGIN}  ${command}`];
    return [wrap(findingText(finding, flagName), `${MARGIN}${symbol} `, `${MARGIN}  `), ...paste];
  });
  return [`${MARGIN}${title}`, ...lines].join("\n");
}

const CHANGE_NAME_WIDTH = 24;

/** A counterfactual for people, at most 80 columns wide. */
export function counterfactualText(answer: Counterfactual, row: string | undefined): string {
  const { method, seed, rows, findings, transformations } = answer;
  const band = `from ${HALVES} random halves: nine in ten contain the truth, if the direction and the class of curves are right`;
  const facts = [
    rowLines(rows, transformations),
    wrap(`${method}, seed ${seed}`, `${MARGIN}method  `),
    wrap(band, `${MARGIN}bands   `),
    ...findingLines(findings),
    ...candidateParagraph(answer.candidates),
  ];
  return `\n${answer.to.length === 1 ? sentence(answer, row) : table(answer, row)}\n\n${facts.join("\n")}\n\n`;
}

/** "Had dose been 3.2 instead of 1.7, response would have been 12.3 (11.8 to 12.9) instead of 8." */
function sentence({ names, from, to }: Counterfactual, row: string | undefined): string {
  const [point] = to;
  if (!point) return "";
  const [cause, effect] = [shortName(names.cause, CHANGE_NAME_WIDTH), shortName(names.effect, CHANGE_NAME_WIDTH)];
  const where = row === undefined ? "" : ` in row ${row}`;
  const { value, low, high } = answerText(point);
  const band = low === "?" ? "" : ` (${low} to ${high})`;
  const text =
    `Had ${cause}${where} been ${given(point.cause)} instead of ${given(from.cause)}, ` +
    `${effect} would have been ${value}${band} instead of ${given(from.effect)}.`;
  return wrap(text, MARGIN);
}

/** One line for each value asked for. */
function table({ names, from, to }: Counterfactual, row: string | undefined): string {
  const [cause, effect] = [shortName(names.cause, CHANGE_NAME_WIDTH), shortName(names.effect, CHANGE_NAME_WIDTH)];
  const which = row === undefined ? "Where" : `In row ${row}, where`;
  const head = `${which} ${cause} was ${given(from.cause)} and ${effect} ${given(from.effect)}:`;
  const cells = [
    [`had ${cause} been`, `${effect} would have been`, "from", "to", ""],
    ...to.map((point) => {
      const { value, low, high } = answerText(point);
      return [given(point.cause), value, low, high, point.supported ? "" : "outside the data"];
    }),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => displayWidth(line[column] ?? ""))));
  const lines = cells.map((line) => {
    const padded = widths.map((width, column) => {
      const text = line[column] ?? "";
      return padDisplay("", width - displayWidth(text)) + text;
    });
    return `${MARGIN}${padded.join("  ")}  ${line[4] ?? ""}`.trimEnd();
  });
  return [wrap(head, MARGIN), "", ...lines].join("\n");
}

/** An answer and its band with the digits that the band's width leaves, "?" where there is none. */
function answerText({ effect, low, high }: CounterfactualPoint): { value: string; low: string; high: string } {
  const width = high - low;
  const number = (value: number): string => given(roundedNear(value, width));
  return { value: number(effect), low: number(low), high: number(high) };
}
