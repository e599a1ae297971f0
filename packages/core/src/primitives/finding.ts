import { type OptionWords, requireEach, requireParts, type Text, textWith } from "./errors.js";

/** fail: the answer is not to be trusted; warn: it may be wrong because of this; note: worth knowing; pass: nothing wrong. */
export type Severity = "fail" | "warn" | "note" | "pass";

/** What can be doubtful about data, an estimate or an answer: one code for one doubt. Codes are part of the contract. */
export type FindingCode =
  // Reading a table
  | "ambiguous-date"
  | "ambiguous-decimal"
  | "cells-outside"
  | "encoding"
  | "kept-rows"
  | "layout"
  | "left-out"
  | "merged-cells"
  | "mixed-units"
  | "name-or-number"
  | "number-format"
  | "numeric-header"
  | "other-sheets"
  | "rounded-integers"
  | "set-aside"
  | "text-cells"
  // What was done to it since
  | "no-such-text"
  | "undefined-values"
  | "unknown-condition"
  // The rows and the columns
  | "discrete"
  | "exact-function"
  | "extreme-rows"
  | "few-rows"
  | "heavy-tails"
  | "integer-valued"
  | "low-density"
  | "missing-codes"
  | "near-copy"
  | "near-duplicates"
  | "ordered-rows"
  | "piled-up"
  | "repeated-rows"
  | "small-groups"
  | "steps"
  | "subsampled"
  | "support"
  | "ties"
  // Whether there is a direction to find
  | "anm-curvature"
  | "anm-hoyer"
  | "anm-score"
  | "both-fit"
  | "gaussian-copula"
  | "independent"
  | "linear-gaussian"
  | "hidden-cause"
  | "lsnm-criterion"
  | "neither-fit"
  // Estimates, fits and curves
  | "dependent-noise"
  | "dependent-terms"
  | "fit"
  | "given-between"
  | "given-effect"
  | "linear-growth"
  | "lost-curves"
  | "most-causes"
  | "no-way"
  | "outside-support"
  | "score-quality"
  | "too-few-curves"
  | "too-few-levels"
  | "unsure-arrow"
  | "unsure-way"
  | "velocity-equation";

/** Options that do what an advice says: of reading (`header`, `decimal`, `missing`), and of `transformTable`. */
export interface AdvisedOptions {
  readonly header?: boolean | undefined;
  readonly decimal?: "." | "," | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly where?: readonly string[] | undefined;
  readonly log?: readonly string[] | undefined;
}

/** One thing to know before believing an answer. Plain data. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** One plain sentence; column names are in straight double quotes. */
  readonly sentence: string;
  /** What to do about it; empty if there is nothing to do. */
  readonly advice: Text;
  /** Options that do what it says, as far as options can; the command turns them into a command line. */
  readonly advised?: AdvisedOptions | undefined;
  /** The direction it is about, if it is about one. */
  readonly direction?: "x->y" | "y->x" | undefined;
  /** The column it is about, if it is about one. */
  readonly column?: string | undefined;
  /** What was measured. */
  readonly value?: number | undefined;
  /** Where refits on random halves of the rows put the value, nine times in ten. */
  readonly interval?: readonly [low: number, high: number] | undefined;
}

/** How a severity looks and what it is called. */
export interface SeverityWords {
  readonly severity: Severity;
  readonly symbol: string;
  readonly word: string;
}

/** The worst first. */
export const SEVERITY_WORDS: readonly SeverityWords[] = [
  { severity: "fail", symbol: "✕", word: "fail" },
  { severity: "warn", symbol: "!", word: "warn" },
  { severity: "note", symbol: "i", word: "note" },
  { severity: "pass", symbol: "✓", word: "pass" },
];

/** Findings about the same thing, to be shown together. */
export interface FindingGroup {
  /** Undefined: about the pair. */
  readonly direction: Finding["direction"];
  /** The worst first; equally bad ones in the order given. */
  readonly members: readonly (SeverityWords & { readonly finding: Finding })[];
}

/** Findings as every page and screen shows them: those about the pair, then each direction's; no empty groups. */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  requireEach("findings", findings, ["severity"], "findings, such as those of a decision");
  const groups = ([undefined, "x->y", "y->x"] as const).map((direction) => ({
    direction,
    members: SEVERITY_WORDS.flatMap((words) =>
      findings
        .filter((finding) => finding.direction === direction && finding.severity === words.severity)
        .map((finding) => ({ ...words, finding })),
    ),
  }));
  return groups.filter(({ members }) => members.length > 0);
}

/** Findings beside a verdict: more are not read. */
const MOST_FOREMOST = 2;

/** The findings that come first, and how many others there are besides what passed. */
export interface ForemostFindings {
  readonly shown: readonly Finding[];
  readonly more: number;
}

/** The two findings that move a verdict most, for all places with room for few, in the order of `weightiestFirst`. */
export function foremostFindings(findings: readonly Finding[], gate?: FindingCode): ForemostFindings {
  const doubts = weightiestFirst(findings, gate).filter(({ severity }) => severity !== "pass");
  return { shown: doubts.slice(0, MOST_FOREMOST), more: Math.max(0, doubts.length - MOST_FOREMOST) };
}

/**
 * Findings by how much they move a verdict: that of the gate that closed, then those that fail, that warn, notes, and
 * what passed; equally bad ones in the order given.
 *
 * @param gate the code of the test that overruled the evidence, if one did
 */
export function weightiestFirst(findings: readonly Finding[], gate?: FindingCode): Finding[] {
  const place = ({ code, severity }: Finding): number =>
    code === gate ? -1 : SEVERITY_WORDS.findIndex((words) => words.severity === severity);
  return [...findings].sort((a, b) => place(a) - place(b));
}

/** One finding for each doubt, direction and column: the worst, or the first of equally bad ones, at the first's place. */
export function distinctFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding): number => SEVERITY_WORDS.findIndex((words) => words.severity === severity);
  const worst = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.direction, finding.column]);
    const known = worst.get(key);
    if (!known || rank(finding) < rank(known)) worst.set(key, finding);
  }
  return [...worst.values()];
}

/** A finding as text: the sentence, and the advice if there is any. @param words what options are called */
export function findingText(finding: Finding, words?: OptionWords): string {
  requireParts("finding", finding, ["sentence", "advice"], "one of the findings of a decision");
  const { sentence, advice } = finding;
  const advised = textWith(advice, words);
  return advised === "" ? sentence : `${sentence} ${advised}`;
}

/** A finding for JSON: the advice is a string, and nothing is undefined. @param words what options are called */
export function findingRecord(finding: Finding, words?: OptionWords) {
  const { code, severity, sentence, advice, advised, direction, column, value, interval } = finding;
  return {
    code,
    severity,
    sentence,
    advice: textWith(advice, words),
    ...(advised === undefined ? {} : { advised }),
    ...(direction === undefined ? {} : { direction }),
    ...(column === undefined ? {} : { column }),
    ...(value === undefined ? {} : { value }),
    ...(interval === undefined ? {} : { interval }),
  };
}
