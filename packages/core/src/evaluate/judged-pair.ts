import type { Verdict } from "../direction/decision.js";
import type { Direction } from "../fit/orient.js";

/** What a method said about a pair whose direction is known. */
export interface JudgedPair {
  readonly truth: Direction;
  /** Positive for x->y; its size ranks the pairs by how sure the method is. */
  readonly score: number;
  /** What the method answered; it may abstain. */
  readonly verdict: Verdict;
  /** Pairs from one source share a weight of 1. */
  readonly weight: number;
}

/** 1 if the sign of the score points the right way, 0 if the wrong one; a score of 0 is a coin toss, worth ½. */
export function forcedChoice({ truth, score }: JudgedPair): number {
  if (score === 0) return 0.5;
  return score > 0 === (truth === "x->y") ? 1 : 0;
}
