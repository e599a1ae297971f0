import { DIRECTIONS, type Direction, methodEntry, type PairDecision, type WarningCode } from "@causal-velocity/core";
import { flagName, flagWords } from "../flag-words.js";
import { displayWidth, padDisplay, printable, shortName, wrap } from "../printable.js";

const MARGIN = "  ";
/** Two names, an arrow, a number and a bar must fit one line. */
const NAME_WIDTH = 18;
const HEADLINE_NAME_WIDTH = 34;
const BAR_WIDTH = 16;
/** Below this relative difference of the losses the evidence is called weak. */
const CLOSE_MARGIN = 0.1;

/** A decision for people, at most 80 columns wide. */
export function decisionText(decision: PairDecision): string {
  const facts = [lossLines(decision), rowLine(decision), methodLine(decision), ...basisLine(decision)].join("\n");
  const notes = decision.warnings.map(({ message }) => wrap(flagWords(printable(message)), `${MARGIN}note    `));
  const paragraphs = [
    ...headline(decision),
    facts,
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    wrap(
      "Assumes no hidden common cause of both columns. The losses rank the two directions; they are no probability.",
      MARGIN,
    ),
    `${MARGIN}On your own table:\n${MARGIN}  npx causal-velocity decide FILE.csv --x COLUMN --y COLUMN`,
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

function arrow({ names }: PairDecision, direction: Direction, width: number): string {
  let x = shortName(names.x, width);
  let y = shortName(names.y, width);
  // Equal headers, or long ones that differ at the end.
  if (x === y) [x, y] = [`${shortName(names.x, width - 4)} [x]`, `${shortName(names.y, width - 4)} [y]`];
  return direction === "x->y" ? `${x} → ${y}` : `${y} → ${x}`;
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
  return methodEntry(method).costs !== "difference";
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

const REASON_WORDS = {
  missing: "with a missing value",
  infinite: "with an infinite value",
  text: "with text",
  subsampled: "not drawn",
  trimmed: "trimmed",
} as const;

function rowLine({ rows }: PairDecision): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const reasons = Object.entries(rows.reasons).map(
    ([reason, value]) => `${count(value)} ${REASON_WORDS[reason as keyof typeof REASON_WORDS]}`,
  );
  const leftOut = rows.dropped > 0 ? `, left out: ${reasons.join(", ")}` : "";
  return wrap(`${count(rows.read)} read, ${count(rows.used)} used${leftOut}`, `${MARGIN}rows    `);
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
};
/** Told even where they are the defaults. */
const ALWAYS_TOLD: readonly string[] = ["score", "rule"];
/** Told in lines of their own. */
const TOLD_APART: readonly string[] = ["basis", "maxRows"];

function methodLine({ method, options, seed }: PairDecision): string {
  const defaults: Readonly<Record<string, unknown>> = methodEntry(method).defaults;
  const told = Object.entries(options).filter(
    ([key, value]) => !TOLD_APART.includes(key) && (ALWAYS_TOLD.includes(key) || value !== defaults[key]),
  );
  const words = told.map(([key, value]) => OPTION_WORDS[key]?.(value) ?? `${flagName(key)} ${value}`);
  return wrap([method, ...words, `seed ${seed}`].join(", "), `${MARGIN}method  `);
}

function basisLine({ options: { basis } }: PairDecision): string[] {
  return basis === undefined ? [] : [wrap(printable(basis), `${MARGIN}basis   `)];
}
