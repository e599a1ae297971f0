import type { PublishedCell } from "./published-table.js";
import type { Combination } from "./variants.js";

/** What a method did on a suite; shares from 0 to 1. */
export interface Outcome {
  readonly accuracy: number;
  readonly audrc: number;
  /** Weighted pairs count for fewer. */
  readonly effectivePairs: number;
  readonly failed: number;
}

/** A printed cell beside ours. Percent and percentage points. */
export interface Comparison {
  readonly accuracy: number;
  readonly audrc: number;
  readonly difference: PublishedCell;
  /** One standard error of an accuracy half way between the two, at this number of pairs. */
  readonly standardError: number;
  /** Whether the accuracies differ by no more than two standard errors and the rounding of what is printed. */
  readonly agrees: boolean;
}

/** Printed cells are rounded to whole percent. */
const ROUNDING = 0.5;

/** What the variants behind a row make of its cell, against what is printed. */
export function compareCell(
  printed: PublishedCell,
  variants: readonly Outcome[],
  combination: Combination,
): Comparison {
  const chosen = combine(printed, variants, combination);
  const [accuracy, audrc] = [100 * chosen.accuracy, 100 * chosen.audrc];
  const middle = (accuracy + printed.accuracy) / 200;
  const standardError = 100 * Math.sqrt((middle * (1 - middle)) / chosen.effectivePairs);
  const difference = { accuracy: accuracy - printed.accuracy, audrc: audrc - printed.audrc };
  const agrees = Math.abs(difference.accuracy) <= 2 * standardError + ROUNDING;
  return { accuracy, audrc, difference, standardError, agrees };
}

function combine(printed: PublishedCell, variants: readonly Outcome[], combination: Combination): Outcome {
  const by = (rank: (outcome: Outcome) => number): Outcome =>
    variants.reduce((best, outcome) => (rank(outcome) > rank(best) ? outcome : best));
  const best = by(({ accuracy, audrc }) => accuracy + audrc / 1000);
  if (combination === "better") return best;
  if (combination === "mixed") return { ...best, audrc: Math.max(...variants.map(({ audrc }) => audrc)) };
  return by(
    ({ accuracy, audrc }) =>
      -Math.abs(100 * accuracy - printed.accuracy) - Math.abs(100 * audrc - printed.audrc) / 1000,
  );
}
