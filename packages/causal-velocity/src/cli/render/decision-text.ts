import { DEFAULT_METHOD, type PairDecision, type Stability } from "@causal-velocity/core/decide/decide.js";
import type { GivenSummary } from "@causal-velocity/core/decide/decide-given.js";
import type { Robustness } from "@causal-velocity/core/decide/robustness.js";
import { doubtWords, givenWords, namesText, percentText } from "@causal-velocity/core/decide/verdict-sentence.js";
import { DIRECTIONS, type Direction } from "@causal-velocity/core/fit/orient.js";
import {
  type Finding,
  type FindingCode,
  findingText,
  foremostFindings,
  SEVERITY_WORDS,
  weightiestFirst,
} from "@causal-velocity/core/primitives/finding.js";
import { methodNamed } from "@causal-velocity/lab/rivals/methods.js";
import { flagName } from "../arguments.js";
import type { NextCommands } from "../next-command.js";
import { arrow, displayWidth, MARGIN, padDisplay, rowLines, shortName, wrap } from "../printable.js";
import { robustnessText } from "./robustness-text.js";

/** Two names, an arrow, a number and a bar must fit one line. */
const NAME_WIDTH = 18;
const HEADLINE_NAME_WIDTH = 34;
const BAR_WIDTH = 16;
/** Beside the name of a kind of evidence there is less room. */
const EVIDENCE = { nameWidth: 10, headlineNameWidth: 27, barWidth: 10 } as const;
/** Below this relative difference of the costs the evidence is called weak. */
const CLOSE_MARGIN = 0.1;

/** What stands below a decision, if it was asked for. */
export interface DecisionExtras {
  readonly stability?: Stability | undefined;
  readonly robustness?: Robustness | undefined;
  /** Commands to paste, for people at a terminal. */
  readonly commands?: NextCommands | undefined;
}

/** A decision for people, at most 80 columns wide, but for a command that is to be pasted. */
export function decisionText(decision: PairDecision, { stability, robustness, commands }: DecisionExtras = {}): string {
  const { headline, facts, footnote } = decision.evidence ? evidenceText(decision) : costText(decision);
  const lines = [
    ...(facts ? [facts] : []),
    ...(stability ? [stabilityLine(stability)] : []),
    rowLines(decision.rows, decision.transformations),
    methodLine(decision),
    ...basisLine(decision),
    ...scoresLine(decision),
  ];
  const notes = foremostLines(decision, commands);
  const why = commands?.explain();
  const paragraphs = [
    headline,
    lines.join("\n"),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    ...(footnote ? [footnote] : []),
    ...(robustness ? [robustnessText(decision, robustness)] : []),
    ...(why === undefined ? [] : [`${MARGIN}To see why:\n${MARGIN}  ${why}`]),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

/** The findings that move the verdict most, and how to see the others. */
function foremostLines({ findings, gate }: PairDecision, commands: NextCommands | undefined): string[] {
  const { shown, more } = foremostFindings(findings, gate);
  const others = `${more} more ${more === 1 ? "finding" : "findings"}: causal-velocity explain, or --json`;
  return [...findingLines(shown, gate, commands), ...(more > 0 ? [wrap(others, `${MARGIN}and     `)] : [])];
}

/** One paragraph for each finding, the weightiest first, with its severity before it, and what to paste below it. */
export function findingLines(findings: readonly Finding[], gate?: FindingCode, commands?: NextCommands): string[] {
  return weightiestFirst(findings, gate).map((finding) => {
    const word = SEVERITY_WORDS.find(({ severity }) => severity === finding.severity)?.word ?? "";
    const command = commands?.follow(finding);
    const paste = command === undefined ? "" : `\n${MARGIN}${"".padEnd(8)}${command}`;
    return wrap(findingText(finding, flagName), `${MARGIN}${word.padEnd(8)}`) + paste;
  });
}

/** The parts of a decision that depend on what the method compares. */
interface DecisionParts {
  readonly headline: string;
  readonly facts: string;
  readonly footnote: string;
}

/** What a calibrated decision says: the sentence with its probability, and the evidence behind it. */
function evidenceText(decision: PairDecision): DecisionParts {
  const { verdict, probability = 0.5, gate, given } = decision;
  const arrowTo = (direction: Direction) => arrow(decision, direction, EVIDENCE.headlineNameWidth);
  const known = given ? ` given ${namesText(given.columns)}` : "";
  return {
    headline:
      verdict === "cannot-tell"
        ? wrap(`Cannot tell: ${doubtWords(decision, arrowTo)}.`, MARGIN)
        : wrap(`${arrowTo(verdict)}${known}, ${percentText(probability)} sure`, MARGIN),
    // Where the evidence was not used, its sum would contradict the sentence.
    facts: [given ? givenLines(given) : gate ? "" : evidenceLines(decision), ...rowGroupLines(decision)]
      .filter((part) => part !== "")
      .join("\n"),
    footnote: gate
      ? ""
      : wrap(
          `Calibrated on simulated ${given ? "graphs" : "mechanisms"}; assumes no hidden common cause of ${given ? "any two of these" : "both"} columns.`,
          MARGIN,
        ),
  };
}

/** Groups and, if there is a direction, how many of them agree; repeated measurements. */
export function rowGroupLines({ groups, clusters, verdict }: PairDecision): string[] {
  const words: string[] = [];
  if (groups) {
    const { name, count, judged, agree } = groups;
    const alone =
      verdict === "cannot-tell"
        ? ""
        : judged === 0
          ? "; none has the 20 rows to be decided alone"
          : `; decided alone, ${agree} of ${judged} point this way`;
    words.push(wrap(`${count} of "${name}"${alone}`, `${MARGIN}groups  `));
  }
  if (clusters) words.push(wrap(`${clusters.count} of "${clusters.name}"`, `${MARGIN}repeats `));
  return words;
}

/** What conditioning assumes and found, and how likely it is. */
function givenLines(given: GivenSummary): string {
  const { assumption, direct } = givenWords(given);
  return [wrap(assumption, `${MARGIN}given   `), wrap(direct, `${MARGIN}direct  `)].join("\n");
}

/** One line for each kind of evidence, and one for their sum: for which direction, and how much, in log odds. */
function evidenceLines(decision: PairDecision): string {
  const evidence = decision.evidence ?? [];
  const largest = Math.max(...evidence.map(({ logOdds }) => Math.abs(logOdds)));
  const rows = [...evidence, { name: "sum, in log odds", logOdds: decision.margin }].map(({ name, logOdds }) => ({
    name,
    size: Math.abs(logOdds),
    direction: arrow(decision, logOdds < 0 ? "y->x" : "x->y", EVIDENCE.nameWidth),
  }));
  const nameWidth = Math.max(...rows.map(({ name }) => displayWidth(name)));
  const arrowWidth = Math.max(...rows.map(({ direction }) => displayWidth(direction)));
  return rows
    .map(({ name, size, direction }, i) => {
      const bar = i < evidence.length ? "█".repeat(Math.round((EVIDENCE.barWidth * size) / (largest || 1))) : "";
      const label = `${padDisplay(name, nameWidth)}  ${padDisplay(direction, arrowWidth)}`;
      return `${MARGIN}${i === 0 ? "evidence" : "        "}  ${label}  ${size.toFixed(2).padStart(5)}  ${bar}`.trimEnd();
    })
    .join("\n");
}

/** What a decision by costs alone says. */
function costText(decision: PairDecision): DecisionParts {
  return {
    headline: headline(decision).join("\n\n"),
    facts: costLines(decision),
    footnote: wrap(
      "Assumes no hidden common cause of both columns. The costs rank the two directions; they are no probability.",
      MARGIN,
    ),
  };
}

function stabilityLine({ share, rows }: Stability): string {
  return wrap(
    `${Math.round(100 * share)}% of 20 random halves of ${rows.toLocaleString("en-US")} rows come to the same verdict`,
    `${MARGIN}halves  `,
  );
}

function headline(decision: PairDecision): string[] {
  const { verdict } = decision;
  if (verdict === "cannot-tell") return [wrap(`Cannot tell: ${costDoubt(decision)}.`, MARGIN)];
  const evidence = hasRatios(decision) ? ratioWords(decision) : differenceWords(decision);
  return [MARGIN + arrow(decision, verdict, HEADLINE_NAME_WIDTH), wrap(evidence, MARGIN)];
}

/** Findings of a direction in which there was nothing to measure. */
const NO_EVIDENCE: readonly FindingCode[] = ["too-few-levels", "too-few-curves"];

function costDoubt({ findings }: PairDecision): string {
  const isEmpty = findings.some(({ code }) => NO_EVIDENCE.includes(code));
  return isEmpty ? "too little to compare" : "both directions fit equally well";
}

/** Whether a cost of 0 is a perfect fit, so that percentages and bars mean something. */
function hasRatios({ method }: PairDecision): boolean {
  return methodNamed(method).costs !== "difference";
}

function differenceWords({ margin }: PairDecision): string {
  const gap = Math.abs(margin).toPrecision(4);
  return `Its cost is ${gap} below that of the opposite direction; only this difference counts.`;
}

function ratioWords({ cost }: PairDecision): string {
  const costs = [cost["x->y"], cost["y->x"]];
  const apart = 1 - Math.min(...costs) / Math.max(...costs);
  const percent = apart < 0.01 ? "less than 1" : apart > 0.99 ? "more than 99" : Math.round(100 * apart);
  return apart < CLOSE_MARGIN
    ? `The two costs are close, ${percent}% apart: weak evidence.`
    : `Its cost is ${percent}% below that of the opposite direction.`;
}

function costLines(decision: PairDecision): string {
  const { cost } = decision;
  const arrows = DIRECTIONS.map((direction) => arrow(decision, direction, NAME_WIDTH));
  const labels = arrows.map((label) => padDisplay(label, Math.max(...arrows.map(displayWidth))));
  return DIRECTIONS.map((direction, i) => {
    const bar = hasRatios(decision) ? barOf(cost[direction], Math.max(...Object.values(cost))) : "";
    const number = cost[direction].toPrecision(4).padStart(9);
    return `${MARGIN}${i === 0 ? "cost" : "    "}    ${labels[i]}  ${number}  ${bar}`.trimEnd();
  }).join("\n");
}

/** A bar as long as a cost is beside the larger one. */
function barOf(cost: number, largest: number): string {
  const share = largest > 0 ? Math.min(Math.max(cost / largest, 0), 1) : 0;
  return "█".repeat(Math.round(BAR_WIDTH * share));
}

/** How options are written beside the method; others as flags. */
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
  without: (value) => `without ${value}`,
  unordered: () => "rows unordered",
};
/** Shown even where they are the defaults. */
const ALWAYS_SHOWN: readonly string[] = ["score", "rule"];
/** Shown in lines of their own. */
const SHOWN_APART: readonly string[] = ["basis", "maxRows"];

function methodLine({ method, options, seed, given }: PairDecision): string {
  const defaults: Readonly<Record<string, unknown>> = methodNamed(given ? DEFAULT_METHOD : method).defaults;
  const shown = Object.entries(options).filter(
    ([key, value]) => !SHOWN_APART.includes(key) && (ALWAYS_SHOWN.includes(key) || value !== defaults[key]),
  );
  const words = shown.map(([key, value]) => OPTION_WORDS[key]?.(value) ?? `${flagName(key)} ${value}`);
  return wrap([method, ...words, `seed ${seed}`].join(", "), `${MARGIN}method  `);
}

function basisLine({ options: { basis } }: PairDecision): string[] {
  return basis === undefined ? [] : [wrap(basis, `${MARGIN}basis   `)];
}

/** What was chosen for the scores by the data. */
function scoresLine({ diagnostics, names, options }: PairDecision): string[] {
  const { scores } = diagnostics ?? {};
  if (!scores) return [];
  const words = (name: string, { ridge, bandwidth }: typeof scores.x) =>
    `${name}: ridge ${ridge}, bandwidth ${bandwidth}`;
  const [x, y] = [shortName(names.x, NAME_WIDTH), shortName(names.y, NAME_WIDTH)];
  const chosen = [words(x, scores.x), words(y, scores.y), words("both", scores.joint)].join("; ");
  return [wrap(`${options.score} chose ${chosen}`, `${MARGIN}scores  `)];
}
