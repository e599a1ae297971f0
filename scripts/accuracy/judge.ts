import type { EvidenceName } from "causal-velocity";
import { type Accuracy, accuracy } from "causal-velocity/lab";
import { type EvidenceWeights, rawEvidence, weighEvidence } from "causal-velocity/model";
import type { BenchmarkPair } from "./measure-suites.js";

/** A score for each pair: positive means x->y. */
export type Scoring = (pair: BenchmarkPair) => number;

/** The score of the default method with some weights. */
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
      const score = scoring(pair);
      return { ...pair, score, verdict: score > 0 ? "x->y" : score < 0 ? "y->x" : "cannot-tell" };
    }),
  );
}

/** Accuracy of the default method that answers only above a probability, and if no gate is closed. */
export function judgeAnswers(pairs: readonly BenchmarkPair[], scoring: Scoring, abstain: number): Accuracy {
  return accuracy(
    pairs.map((pair) => {
      const score = scoring(pair);
      const isAnswered = !pair.measures.gate && 1 / (1 + Math.exp(-Math.abs(score))) >= abstain;
      return { ...pair, score, verdict: isAnswered ? (score > 0 ? "x->y" : "y->x") : "cannot-tell" };
    }),
  );
}
