import type { SuiteTruth } from "../data/suite/suite-entry.js";
import type { Verdict } from "../direction/decision.js";
import { type Accuracy, accuracy } from "./accuracy.js";
import { audrc } from "./audrc.js";
import type { JudgedPair } from "./judged-pair.js";

/** What became of one pair of a suite. */
export interface PairOutcome {
  readonly truth: SuiteTruth;
  readonly weight: number;
  /** Null where the method failed. */
  readonly verdict: Verdict | null;
  /** Null where the method failed. */
  readonly score: number | null;
}

/** How a method did on a suite. */
export interface SuiteMetrics extends Accuracy {
  /** Pairs with a truth, failed ones included. */
  readonly pairs: number;
  /** Pairs without an answer for want of a usable pair or of memory, or by a fault of ours. */
  readonly failed: number;
  /** As the authors compute it. */
  readonly audrc: number;
  /** Pairs where neither column causes the other: any answer is wrong. */
  readonly undirected: {
    readonly pairs: number;
    /** Share of them that the method answered nevertheless; NaN where there are none. */
    readonly answered: number;
  };
}

/**
 * Metrics of a method on a suite. No pair is dropped: one that failed counts as a coin toss, ½ right and not answered,
 * and so does a score that is no number.
 *
 * @paper sec:experiments     @deviates docs/decisions/0024-suites-and-failures.md
 */
export function suiteMetrics(outcomes: readonly PairOutcome[]): SuiteMetrics {
  const judged = outcomes.flatMap(({ truth, weight, verdict, score }): JudgedPair[] =>
    truth === null ? [] : [{ truth, weight, verdict: verdict ?? "cannot-tell", score: usable(score) }],
  );
  const undirected = outcomes.filter(({ truth }) => truth === null);
  const answered = undirected.filter(({ verdict }) => verdict === "x->y" || verdict === "y->x").length;
  return {
    pairs: judged.length,
    failed: outcomes.filter(({ verdict }) => verdict === null).length,
    ...accuracy(judged),
    audrc: audrc(judged),
    undirected: { pairs: undirected.length, answered: answered / undirected.length },
  };
}

function usable(score: number | null): number {
  return score === null || Number.isNaN(score) ? 0 : score;
}
