import { verdictSentence } from "@causal-velocity/core/explain/verdict-sentence.js";
import { displayNames } from "@causal-velocity/core/pair/display-names.js";
import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core/pair/pair.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { numberText } from "@causal-velocity/draw/internal";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import type { WhatIf } from "../engine/messages.js";

/** Whole numbers in groups of three. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** From this on a probability reads "more than 99%": no method is measured well enough for more. */
const ALMOST_CERTAIN = 0.995;

/** A probability in percent. The percentages of both directions add up to 100. */
export function percentText(probability: number): string {
  if (probability >= ALMOST_CERTAIN) return "more than 99%";
  if (1 - probability >= ALMOST_CERTAIN) return "less than 1%";
  const larger = Math.round(100 * Math.max(probability, 1 - probability));
  return `${probability >= 0.5 ? larger : 100 - larger}%`;
}

/** The same for a narrow cell, without the sign. */
export function shortPercent(probability: number): string {
  return probability >= ALMOST_CERTAIN ? ">99" : String(Math.round(100 * probability));
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

/** The truth about an example. */
export function truthSentence(truth: Truth, { x, y }: { readonly x: string; readonly y: string }): string {
  switch (truth) {
    case "x->y":
      return `${x} drives ${y}`;
    case "y->x":
      return `${y} drives ${x}`;
    case "independent":
      return "neither drives the other: the columns are unrelated";
    case "common-cause":
      return "neither drives the other: a hidden cause drives both";
  }
}

/** The outcome of one of many pairs. */
export function outcomeSentence({ names: given, decision: made, problem }: PairOutcome): string {
  const names = displayNames(given);
  const decision = made && { ...made, names };
  if (!decision) return `${names.x} and ${names.y} could not be decided: ${problem?.message}.`;
  const sentence = `${verdictSentence(decision)} ${count(decision.rows.used)} rows.`;
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

/** The labels of the page's controls for options of the library. */
export const LABELS = {
  delimiter: "Cells are separated by",
  decimal: "Decimal mark",
  header: "First row holds names",
  missing: "Also missing",
  maxRows: "Rows at most",
  trim: "Share to trim",
  abstain: "Least probability",
  seed: "Seed",
  x: "First column",
  y: "Second column",
} as const;

/** The options that help, by the code of a warning or a fault or by the name of a check. */
const OPTIONS_OF_CODE: Readonly<Record<string, readonly (keyof typeof LABELS)[]>> = {
  "ambiguous-decimal": ["decimal"],
  "numeric-header": ["header"],
  subsampled: ["maxRows"],
  "heavy-tails": ["trim"],
  "low-density": ["trim"],
  "too-few-columns": ["delimiter", "decimal"],
  "non-numeric-column": ["decimal", "missing"],
  "column-not-chosen": ["x", "y"],
  "same-column": ["x", "y"],
  "unknown-column": ["x", "y"],
  "memory-exceeded": ["maxRows"],
  "too-many-rows": ["maxRows"],
  "accuracy-not-reached": ["maxRows"],
};

/** Names the controls of the page behind a message of the library: "On this page: “Rows at most”." */
export function controlNote(code: string): string {
  const options = OPTIONS_OF_CODE[code] ?? [];
  return options.length === 0 ? "" : ` On this page: ${options.map((option) => `“${LABELS[option]}”`).join(", ")}.`;
}
