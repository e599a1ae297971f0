import type { EvidenceName } from "causal-velocity";
import { type Accuracy, accuracy } from "causal-velocity/lab";
import { type EvidenceWeights, rawEvidence, weighEvidence } from "causal-velocity/model";
import type { BenchmarkPair } from "./measure-suites.js";

/** A margin for each pair: positive means x->y. */
export type Scoring = (pair: BenchmarkPair) => number;

/** The margin of the default method as users get it. */
export const asDecided: Scoring = ({ measures }) => measures.margin;

/** The margin with some weights, before any doubt about the rows. */
export function weighedBy(weights: Partial<EvidenceWeights>): Scoring {
  return ({ measures }) => weighEvidence(measures, weights).reduce((sum, { logOdds }) => sum + logOdds, 0);
}

/** One kind of evidence alone. */
export function evidenceAlone(name: EvidenceName): Scoring {
  return ({ measures }) => rawEvidence(measures)[name];
}

/** Accuracy of a scoring that answers every pair. */
export function judge(pairs: readonly BenchmarkPair[], scoring: Scoring): Accuracy {
  return accuracy(
    pairs.map((pair) => {
      const margin = scoring(pair);
      return { ...pair, margin, verdict: margin > 0 ? "x->y" : margin < 0 ? "y->x" : "cannot-tell" };
    }),
  );
}

/** Accuracy of the default method that answers only from a probability on, and if no gate is closed. */
export function judgeAnswers(pairs: readonly BenchmarkPair[], abstain: number): Accuracy {
  return accuracy(
    pairs.map((pair) => {
      const { margin, probability = 0 } = pair.measures;
      return { ...pair, margin, verdict: probability < abstain ? "cannot-tell" : margin > 0 ? "x->y" : "y->x" };
    }),
  );
}
