import type { PairDecision, Stability } from "@causal-velocity/core/decide/decide.js";
import { DIRECTIONS } from "@causal-velocity/core/fit/orient.js";
import type { WarningCode } from "@causal-velocity/core/table/warning.js";
import { methodNamed } from "@causal-velocity/lab/rivals/methods.js";
import { flagName, flagWords } from "../arguments.js";
import { arrow, displayWidth, MARGIN, padDisplay, printable, rowLine, wrap } from "../printable.js";
import { confidenceText } from "./confidence-text.js";

/** Two names, an arrow, a number and a bar must fit one line. */
const NAME_WIDTH = 18;
const HEADLINE_NAME_WIDTH = 34;
const BAR_WIDTH = 16;
/** Below this relative difference of the losses the evidence is called weak. */
const CLOSE_MARGIN = 0.1;

/** What to type next. */
const HINT = [
  "On your own table, and to see why:",
  "  npx causal-velocity decide FILE.csv --x COLUMN --y COLUMN",
  "  npx causal-velocity explain FILE.csv --x COLUMN --y COLUMN --out report.html",
]
  .map((line) => MARGIN + line)
  .join("\n");

/** A decision for people, at most 80 columns wide. */
export function decisionText(decision: PairDecision, stability?: Stability): string {
  const { confidence } = decision;
  const { headline, facts, footnote } =
    confidence === undefined ? lossText(decision) : confidenceText({ ...decision, confidence });
  const lines = [
    ...(facts ? [facts] : []),
    ...(stability ? [stabilityLine(stability)] : []),
    rowLine(decision.rows),
    methodLine(decision),
    ...basisLine(decision),
  ];
  const notes = decision.warnings.map(({ message }) => wrap(flagWords(printable(message)), `${MARGIN}note    `));
  const paragraphs = [headline, lines.join("\n"), ...(notes.length > 0 ? [notes.join("\n")] : []), footnote, HINT];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

/** What a decision by losses alone says. */
function lossText(decision: PairDecision): ReturnType<typeof confidenceText> {
  return {
    headline: headline(decision).join("\n\n"),
    facts: lossLines(decision),
    footnote: wrap(
      "Assumes no hidden common cause of both columns. The losses rank the two directions; they are no probability.",
      MARGIN,
    ),
  };
}

function stabilityLine({ share, rows }: Stability): string {
  return wrap(
    `${Math.round(100 * share)} % of 20 random halves of ${rows.toLocaleString("en-US")} rows come to the same verdict`,
    `${MARGIN}halves  `,
  );
}

function headline(decision: PairDecision): string[] {
  const { verdict } = decision;
  if (verdict === "cannot-tell") return [wrap(`Cannot tell: ${doubtWords(decision)}.`, MARGIN)];
  const evidence = hasRatios(decision) ? ratioWords(decision) : differenceWords(decision);
  return [MARGIN + arrow(decision, verdict, HEADLINE_NAME_WIDTH), wrap(evidence, MARGIN)];
}

/** Warnings of a direction in which there was nothing to measure. */
const NO_EVIDENCE: readonly WarningCode[] = ["too-few-levels", "too-few-curves"];

function doubtWords({ warnings }: PairDecision): string {
  const isEmpty = warnings.some(({ code }) => NO_EVIDENCE.includes(code));
  return isEmpty ? "too little to compare" : "both directions fit equally well";
}

/** Whether a loss of 0 is a perfect fit, so that percentages and bars mean something. */
function hasRatios({ method }: PairDecision): boolean {
  return methodNamed(method).costs !== "difference";
}

function differenceWords({ score }: PairDecision): string {
  const gap = Math.abs(score).toPrecision(4);
  return `Its loss is ${gap} below that of the opposite direction; only this difference counts.`;
}

function ratioWords({ cost }: PairDecision): string {
  const costs = [cost["x->y"], cost["y->x"]];
  const apart = 1 - Math.min(...costs) / Math.max(...costs);
  const percent = apart < 0.01 ? "less than 1" : apart > 0.99 ? "more than 99" : Math.round(100 * apart);
  return apart < CLOSE_MARGIN
    ? `The two losses are close, ${percent} % apart: weak evidence.`
    : `Its loss is ${percent} % below that of the opposite direction.`;
}

function lossLines(decision: PairDecision): string {
  const { cost } = decision;
  const arrows = DIRECTIONS.map((direction) => arrow(decision, direction, NAME_WIDTH));
  const labels = arrows.map((label) => padDisplay(label, Math.max(...arrows.map(displayWidth))));
  return DIRECTIONS.map((direction, i) => {
    const bar = hasRatios(decision) ? barOf(cost[direction], Math.max(...Object.values(cost))) : "";
    const number = cost[direction].toPrecision(4).padStart(9);
    return `${MARGIN}${i === 0 ? "loss" : "    "}    ${labels[i]}  ${number}  ${bar}`.trimEnd();
  }).join("\n");
}

/** A bar as long as a loss is beside the larger one. */
function barOf(cost: number, largest: number): string {
  const share = largest > 0 ? Math.min(Math.max(cost / largest, 0), 1) : 0;
  return "█".repeat(Math.round(BAR_WIDTH * share));
}

/** How options are told beside the method; others as flags. */
const OPTION_WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  score: (value) => `${value} scores`,
  rule: (value) => `${value} rule`,
  fit: (value) => `${value} fit`,
  size: (value) => `${value} network`,
  steps: (value) => `${value} steps`,
  trim: (value) => `trim ${value}`,
  velocity: (value) => `flow of ${value}`,
  asPublished: () => "as published",
  abstain: (value) => `answers from ${value}`,
};
/** Told even where they are the defaults. */
const ALWAYS_TOLD: readonly string[] = ["score", "rule"];
/** Told in lines of their own. */
const TOLD_APART: readonly string[] = ["basis", "maxRows"];

function methodLine({ method, options, seed }: PairDecision): string {
  const defaults: Readonly<Record<string, unknown>> = methodNamed(method).defaults;
  const told = Object.entries(options).filter(
    ([key, value]) => !TOLD_APART.includes(key) && (ALWAYS_TOLD.includes(key) || value !== defaults[key]),
  );
  const words = told.map(([key, value]) => OPTION_WORDS[key]?.(value) ?? `${flagName(key)} ${value}`);
  return wrap([method, ...words, `seed ${seed}`].join(", "), `${MARGIN}method  `);
}

function basisLine({ options: { basis } }: PairDecision): string[] {
  return basis === undefined ? [] : [wrap(printable(basis), `${MARGIN}basis   `)];
}
