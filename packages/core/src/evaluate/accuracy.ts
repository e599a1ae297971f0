import { forcedChoice, type JudgedPair } from "./judged-pair.js";

/** How often a method is right. Shares from 0 to 1. */
export interface Accuracy {
  /** Weighted share of pairs whose score has the right sign: a choice is forced on every pair. */
  readonly accuracy: number;
  /** Of `accuracy`, if pairs were drawn independently: √(p(1 − p)Σw²)/Σw. */
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
  return {
    accuracy: share,
    standardError: Math.sqrt(share * (1 - share) * squares) / all,
    answered: answered / all,
    accuracyAnswered: rightAnswers / answered,
  };
}
