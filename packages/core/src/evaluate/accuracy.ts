import { forcedChoice, type JudgedPair } from "./judged-pair.js";

/** How often a method is right. Shares from 0 to 1. */
export interface Accuracy {
  /** Weighted share of pairs whose score has the right sign: a choice is forced on every pair. */
  readonly accuracy: number;
  /** Pairs of equal weight that would tell as much: m = (Σw)²/Σw². */
  readonly effectivePairs: number;
  /** Of `accuracy` p, if pairs were drawn independently: √(q(1 − q)/m) with q = (pm + ½)/(m + 1), so never 0. */
  readonly standardError: number;
  /** Weighted share of pairs the method answered. */
  readonly answered: number;
  /** Weighted share of right answers among them; NaN where it answered none. */
  readonly accuracyAnswered: number;
}

/** Accuracy over pairs; all NaN where there are none, or none of any weight. @paper sec:experiments (weighted accuracy) */
export function accuracy(pairs: readonly JudgedPair[]): Accuracy {
  let [all, squares, right, answered, rightAnswers] = [0, 0, 0, 0, 0];
  for (const pair of pairs) {
    const { weight, verdict, truth } = pair;
    all += weight;
    squares += weight * weight;
    right += weight * forcedChoice(pair);
    if (verdict === "cannot-tell") continue;
    answered += weight;
    if (verdict === truth) rightAnswers += weight;
  }
  const share = right / all;
  const effectivePairs = (all * all) / squares;
  return {
    accuracy: share,
    effectivePairs,
    standardError: standardErrorOf(share, effectivePairs),
    answered: answered / all,
    accuracyAnswered: rightAnswers / answered,
  };
}

/**
 * Standard error of a share of m pairs. The share inside it is drawn half a pair toward one half, as all pairs right
 * leave some doubt too.
 */
function standardErrorOf(share: number, m: number): number {
  const drawnIn = (share * m + 0.5) / (m + 1);
  return Math.sqrt((drawnIn * (1 - drawnIn)) / m);
}
