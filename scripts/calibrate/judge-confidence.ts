import { type EvidenceWeights, weighEvidence } from "causal-velocity/model";
import { labelOf, type MeasuredPair } from "./measured-pair.js";

/** Pairs whose more likely direction had about the same probability, and how often that direction was right. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly pairs: number;
  readonly claimed: number;
  readonly right: number;
}

export interface Judgment {
  readonly pairs: number;
  readonly accuracy: number;
  /** Mean probability of the more likely direction. */
  readonly claimed: number;
  /**
   * Expected calibration error: mean distance of claimed probability and share of right answers over bins, weighted by
   * pairs.
   */
  readonly calibrationError: number;
  /** Mean −ln of the probability given to the truth, in nats. */
  readonly surprise: number;
  readonly bins: readonly ReliabilityBin[];
}

const BINS = 10;
/** The default probability from which users get a verdict. */
const ANSWERED_FROM = 0.6;

/** Log odds of x->y. */
function scoreOf(pair: MeasuredPair, weights: EvidenceWeights): number {
  return weighEvidence(pair, weights).reduce((sum, { logOdds }) => sum + logOdds, 0);
}

/** Whether a pair gets a verdict: no gate is closed, and one direction is likely enough. */
export function isAnswered(pair: MeasuredPair, weights: EvidenceWeights, from = ANSWERED_FROM): boolean {
  return !pair.gate && 1 / (1 + Math.exp(-Math.abs(scoreOf(pair, weights)))) >= from;
}

/** Accuracy and calibration of the probabilities of directed pairs. */
export function judgeConfidence(pairs: readonly MeasuredPair[], weights: EvidenceWeights): Judgment {
  const judged = pairs.map((pair) => {
    const score = scoreOf(pair, weights);
    const claimed = 1 / (1 + Math.exp(-Math.abs(score)));
    const isRight = score > 0 === labelOf(pair) > 0.5;
    // ln(1 + e^−s) of the score s for the truth, in the form that does not overflow.
    const surprise = Math.log1p(Math.exp(-Math.abs(score))) + (isRight ? 0 : Math.abs(score));
    return { claimed, isRight, surprise };
  });
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const bins = Array.from({ length: BINS }, (_, k): ReliabilityBin => {
    const [from, to] = [0.5 + (0.5 * k) / BINS, 0.5 + (0.5 * (k + 1)) / BINS];
    const inside = judged.filter(({ claimed }) => claimed >= from && (claimed < to || k === BINS - 1));
    return {
      from,
      to,
      pairs: inside.length,
      claimed: mean(inside.map(({ claimed }) => claimed)),
      right: mean(inside.map(({ isRight }) => (isRight ? 1 : 0))),
    };
  }).filter(({ pairs: count }) => count > 0);
  return {
    pairs: pairs.length,
    accuracy: mean(judged.map(({ isRight }) => (isRight ? 1 : 0))),
    claimed: mean(judged.map(({ claimed }) => claimed)),
    calibrationError: bins.reduce(
      (sum, { pairs: count, claimed, right }) => sum + (count / pairs.length) * Math.abs(claimed - right),
      0,
    ),
    surprise: mean(judged.map(({ surprise }) => surprise)),
    bins,
  };
}
