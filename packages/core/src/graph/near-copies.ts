import type { ComputeOptions } from "../compute/routines.js";
import { standardizeColumn } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { option, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { normalScores } from "../statistics/ranks.js";
import type { GraphRows } from "./graph-rows.js";
import type { Knowledge } from "./knowledge.js";
import type { SearchRules } from "./search.js";

/** A column that stands aside in a search, because another one says the same. Positions. */
export interface NearCopy {
  readonly column: number;
  /** The column that stands for both. */
  readonly of: number;
  /** Correlation of the two, or of their normal scores if that is larger, without its sign. */
  readonly correlation: number;
}

/**
 * Correlation from which two columns are near copies: what one says beyond the other is then worth a nat or two in
 * hundreds of rows. Of 6,361 arrows of simulated graphs none has more than 0.99 between normal scores
 * (docs/decisions/0062-near-copies.md).
 */
const NEAR = 0.998;
/** The normal scores of near copies correlate at least so: otherwise a few rows far out make the correlation. */
const NEAR_IN_RANKS = 0.9;

/**
 * Columns that are near copies of others, with the column that stands for both: one that `require` names, or else the
 * one in the earliest tier, one that `forbid` names, the one with more different values, the first. Columns that
 * `require` names never stand aside, nor does a copy if an arrow to it from the one that stands for it is forbidden.
 *
 * @cost two sums over the rows for each pair of columns
 */
export function nearCopies(
  { names, columns }: GraphRows,
  knowledge: Knowledge,
  { allows }: SearchRules,
  compute: ComputeOptions,
): NearCopy[] {
  const scores = columns.map((column) => standardizeColumn(normalScores(column, compute), "normal scores").values);
  const stated = ({ require = [], forbid = [], tiers = [] }: Knowledge, name: string): number[] => {
    const isNamed = (arrows: typeof require): boolean => arrows.some(({ from, to }) => from === name || to === name);
    const tier = tiers.findIndex((group) => group.includes(name));
    return [isNamed(require) ? 0 : 1, tier < 0 ? tiers.length : tier, isNamed(forbid) ? 0 : 1];
  };
  const ranks = names.map((name, column) => [...stated(knowledge, name), -new Set(columns[column]).size, column]);
  const order = ranks.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3] || a[4] - b[4]);
  const own: number[] = [];
  const copies: NearCopy[] = [];
  for (const [notRequired, , , , column] of order) {
    const near = own.flatMap((of) => {
      const ofScores = correlation(scores[of], scores[column]);
      const larger = Math.max(ofScores, correlation(columns[of], columns[column]));
      const isCopy = notRequired && larger >= NEAR && ofScores >= NEAR_IN_RANKS && allows(of, column);
      return isCopy ? [{ column, of, correlation: Math.min(larger, 1) }] : [];
    });
    if (near.length === 0) own.push(column);
    else copies.push(near.reduce((best, each) => (each.correlation > best.correlation ? each : best)));
  }
  return copies;
}

/** Of standardized columns, without its sign. */
function correlation(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return Math.abs(sum / a.length);
}

/** The rules of a search in which copies stand aside: no arrow touches them. */
export function rulesWithout(copies: readonly NearCopy[], rules: SearchRules): SearchRules {
  const aside = new Set(copies.map(({ column }) => column));
  return { ...rules, allows: (from, to) => !aside.has(from) && !aside.has(to) && rules.allows(from, to) };
}

/** Of a correlation; one that is nearly 1 is not shown as 1, but for rounding. */
const DECIMALS = 1e4;
const ROUNDING = 1e-9;

/** `near-copy`: for every column that stands aside. */
export function copyFindings(names: readonly string[], copies: readonly NearCopy[]): Finding[] {
  return copies.map(({ column, of, correlation: value }) => ({
    code: "near-copy",
    severity: "note",
    column: names[column],
    value,
    sentence: `"${names[column]}" is a near copy of "${names[of]}" (correlation ${Math.floor((value + ROUNDING) * DECIMALS) / DECIMALS}), which stands for both: an arrow of "${names[of]}" may be one of "${names[column]}", and which of the two drives the other is not asked.`,
    advice: text`To choose the one that stands for both, leave the other out (${option("columns")}).`,
  }));
}
