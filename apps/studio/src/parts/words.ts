import { verdictSentence, wholePercent } from "@causal-velocity/core/decide/verdict-sentence.js";
import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core/pair/complete-rows.js";
import { displayNames } from "@causal-velocity/core/pair/display-names.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { libraryWords, textWith } from "@causal-velocity/core/primitives/errors.js";
import { SEVERITY_WORDS, type Severity } from "@causal-velocity/core/primitives/finding.js";
import { numberText } from "@causal-velocity/draw/number-text.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import type { WhatIf } from "../engine/messages.js";
import { LIMITS } from "../state/settings.js";
import type { Left } from "./moving-cloud.js";

/** Letters of the name of a column in a sentence or heading; longer ones are cut in their middle. */
export const NAME_LETTERS = 24;

/** Whole numbers in groups of three. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** The probability of the other direction, in percent: both add up to 100. */
export function otherPercentText(probability: number): string {
  const percent = wholePercent(probability);
  return percent === undefined ? "less than 1%" : `${100 - percent}%`;
}

/** A probability in whole percent for a narrow cell, without the sign. */
export function shortPercent(probability: number): string {
  return String(wholePercent(probability) ?? ">99");
}

/** How many rows were used and why others were not, in one sentence. */
export function rowsSentence({ read, used, dropped, reasons }: RowCount): string {
  const parts = Object.entries(reasons).map(([reason, n]) => `${count(n)} ${DROP_WORDS[reason as DropReason]}`);
  const out = dropped === 0 ? "none left out" : `left out: ${parts.join(", ")}`;
  return `${count(used)} of ${count(read)} rows used, ${out}.`;
}

/** A size in bytes, rounded. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A waiting time, rounded. */
export function waitText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `about ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The truth about an example. @param isHidden whether its two columns cannot show it */
export function truthSentence(
  truth: Truth,
  { x, y }: { readonly x: string; readonly y: string },
  isHidden = false,
): string {
  const [cause, effect] = truth === "y->x" ? [y, x] : [x, y];
  switch (truth) {
    case "x->y":
    case "y->x":
      return `${cause} drives ${effect}${isHidden ? ", but these two columns cannot show it" : ""}`;
    case "independent":
      return "neither drives the other: the columns are unrelated";
    case "common-cause":
      return "neither drives the other: a hidden cause drives both";
  }
}

/** The outcome of one of many pairs. */
export function outcomeSentence({ names: given, decision: made, dependence, problem }: PairOutcome): string {
  const names = displayNames(given);
  const decision = made && { ...made, names };
  if (!decision)
    return `${names.x} and ${names.y} could not be decided: ${textWith(problem?.message ?? "", controlName)}.`;
  const strength = dependence ? `, dependence ${dependence.strength.toFixed(2)}` : "";
  const sentence = `${verdictSentence(decision)} ${count(decision.rows.used)} rows${strength}.`;
  return decision.verdict === "cannot-tell" ? `${names.x} and ${names.y}. ${sentence}` : sentence;
}

/** "Had A been 3.2 instead of 1.7, B would have been 4.5 (4.1 to 4.9, in nine of ten refits) instead of 3.9." */
export function whatIfSentence({ names, from, to }: WhatIf): string {
  const often = to.supported ? ", in nine of ten refits" : "";
  const band = Number.isNaN(to.low) ? "" : ` (${numberText(to.low)} to ${numberText(to.high)}${often})`;
  const doubt = to.supported
    ? ""
    : " This is outside the data: the curve is extrapolated, and the band is not reliable.";
  return (
    `Had ${names.cause} been ${numberText(to.cause)} instead of ${numberText(from.cause)}, ` +
    `${names.effect} would have been ${numberText(to.effect)}${band} instead of ${numberText(from.effect)}.${doubt}`
  );
}

/** A change in standard deviations: "+0.50", "−1.00", "0.00". */
export function changeText(share: number): string {
  const size = Math.abs(share).toFixed(2);
  if (Number(size) === 0) return size;
  return `${share < 0 ? "−" : "+"}${size}`;
}

/** How many of the moved rows have left the data, and how many are not counted because they were never inside. */
export function leftSentence({ left, of, alone }: Left): string {
  const uncounted =
    alone === 0 ? "" : ` Not counted: ${count(alone)} that ${alone === 1 ? "has" : "have"} no rows nearby.`;
  if (left > 0) return `${count(left)} of ${count(of)} rows fade: their curves lead out of the data.${uncounted}`;
  return alone === 0
    ? `All ${count(of)} rows stay within the data.`
    : `None of ${count(of)} rows leaves the data.${uncounted}`;
}

/** Symbols of severities. */
export const SYMBOLS = Object.fromEntries(SEVERITY_WORDS.map(({ severity, symbol }) => [severity, symbol])) as Readonly<
  Record<Severity, string>
>;

/** The labels of the page's controls for options of the library. */
export const LABELS = {
  sheet: "Sheet",
  range: "Cells",
  delimiter: "Cells are separated by",
  decimal: "Decimal mark",
  header: "First row holds names",
  "header: false": "First row holds names: no",
  missing: "Also missing",
  dates: "In dates such as 5/6/2020",
  strict: "Every line is a row",
  maxRows: "Rows at most",
  trim: "Share to trim",
  abstain: "Least probability",
  unordered: "Rows are in no particular order",
  seed: "Seed",
  x: "First column",
  y: "Second column",
} as const;

/** Why a value of a number field was not taken. @param text what was typed, if the browser gives it */
export function refusalSentence(name: keyof typeof LIMITS, text: string, kept: string): string {
  const { least, most, whole } = LIMITS[name];
  const range = most < Number.MAX_SAFE_INTEGER ? `from ${count(least)} to ${count(most)}` : `from ${count(least)}`;
  const kind = whole ? "a whole number" : "a number";
  return `${text || "What was typed"} was not taken: “${LABELS[name]}” must be ${kind} ${range}. It is still ${kept}.`;
}

/** How the page calls an option of the library: the label of its control, if there is one. */
export function controlName(option: string): string {
  const label = Object.hasOwn(LABELS, option) ? LABELS[option as keyof typeof LABELS] : undefined;
  return label === undefined ? libraryWords(option) : `“${label}”`;
}
