import type { EvidenceName } from "causal-velocity";
import { type Accuracy, accuracy } from "causal-velocity/lab";
import { type EvidenceWeights, rawEvidence, weighEvidence } from "causal-velocity/model";
import type { BenchmarkPair } from "./measure-suites.js";

/** A margin for each pair: positive means x->y. */
export type Scoring = (pair: BenchmarkPair) => number;

/** The margin of the default method with some weights. */
export function weighedBy(weights: EvidenceWeights): Scoring {
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

/** Accuracy of the default method that answers only above a probability, and if no gate is closed. */
export function judgeAnswers(pairs: readonly BenchmarkPair[], scoring: Scoring, abstain: number): Accuracy {
  return accuracy(
    pairs.map((pair) => {
      const margin = scoring(pair);
      const isAnswered = !pair.measures.gate && 1 / (1 + Math.exp(-Math.abs(margin))) >= abstain;
      return { ...pair, margin, verdict: isAnswered ? (margin > 0 ? "x->y" : "y->x") : "cannot-tell" };
    }),
  );
}
