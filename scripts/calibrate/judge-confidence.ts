import {
  classFit,
  type EvidenceConstants,
  type EvidenceName,
  type EvidenceWeights,
  rawEvidence,
  type Weighable,
  weightTerms,
} from "@causal-velocity/core/decide/weigh-evidence.js";
import { seededRng } from "causal-velocity";
import { weighEvidence } from "causal-velocity/model";
import { labelOf, type MeasuredPair } from "./measured-pair.js";

/** Log odds of x->y. */
export type Margin = (pair: Weighable) => number;
/** What is judged of a pair with its log odds. */
export interface Judgeable extends Pick<MeasuredPair, "relation" | "truth"> {
  readonly gate?: string | undefined;
}
/** What is judged of a pair whose evidence is weighed first. */
export type JudgedPair = Weighable & Judgeable;

/** Pairs whose more likely direction had about the same probability, and how often that direction was right. */
export interface ReliabilityBin {
  /** The lowest and the highest of their probabilities. */
  readonly from: number;
  readonly to: number;
  readonly pairs: number;
  readonly claimed: number;
  readonly right: number;
}

/** Answers with a probability of at least 90%, where no gate closes. */
export interface SureAnswers {
  readonly answers: number;
  readonly right: number;
  /** Their mean probability; NaN if there are none. */
  readonly claimed: number;
  /** 95% interval of the share that is right, by Wilson's formula. */
  readonly interval: readonly [number, number];
  /** Their share of all pairs. */
  readonly coverage: number;
}

export interface Judgment {
  readonly pairs: number;
  readonly accuracy: number;
  /** Mean probability of the more likely direction. */
  readonly claimed: number;
  /**
   * Expected calibration error: mean distance of claimed probability and share of right answers over bins of equally many
   * pairs.
   */
  readonly calibrationError: number;
  /** The same error of a method whose probabilities are true, on the same probabilities: what chance alone makes of it. */
  readonly perfectError: number;
  /** Mean −ln of the probability given to the truth, in nats, and its standard error. */
  readonly surprise: number;
  readonly surpriseError: number;
  readonly sure: SureAnswers;
  readonly bins: readonly ReliabilityBin[];
}

const BINS = 15;
/** Draws of outcomes of a method with true probabilities. */
const DRAWS = 200;
/** The default probability from which users get a verdict. */
export const ANSWERED_FROM = 0.6;
/** The probability from which an answer counts as sure. */
export const SURE_FROM = 0.9;
/** Half-width of a 95% interval in standard errors. */
const STANDARD_ERRORS = 1.96;

/** The margin of the default method with some weights, and with other constants if they are given. */
export function weighedWith(weights: Partial<EvidenceWeights>, constants?: EvidenceConstants): Margin {
  if (!constants) return (pair) => weighEvidence(pair, weights).reduce((sum, { logOdds }) => sum + logOdds, 0);
  return (pair) => {
    const [fit, raw, terms] = [classFit(pair, constants), rawEvidence(pair, constants), weightTerms(pair, constants)];
    return Object.entries(weights).reduce((sum, [name, { fitting, misfitting }]) => {
      const weight = terms.reduce((total, term, k) => total + term * (fit * fitting[k] + (1 - fit) * misfitting[k]), 0);
      return sum + weight * raw[name as EvidenceName];
    }, 0);
  };
}

/** Whether a pair gets a verdict: no gate is closed, and one direction is likely enough. */
export function isAnswered(pair: JudgedPair, margin: Margin, from: number = ANSWERED_FROM): boolean {
  return !pair.gate && claimOf(margin(pair)) >= from;
}

/** Probability of the more likely direction. */
export function claimOf(margin: number): number {
  return 1 / (1 + Math.exp(-Math.abs(margin)));
}

/** −ln of the probability given to the truth, in nats. */
export function surpriseOf(pair: JudgedPair, margin: Margin): number {
  return surpriseAt(margin(pair), labelOf(pair));
}

function surpriseAt(score: number, label: number): number {
  // ln(1 + e^−s) of the score s for the truth, in the form that does not overflow; a mean where there is no direction.
  const ofForward = score > 0 ? 0 : -score;
  const ofBackward = score > 0 ? score : 0;
  return Math.log1p(Math.exp(-Math.abs(score))) + label * ofForward + (1 - label) * ofBackward;
}

/** Accuracy and calibration of the probabilities of pairs. One without a direction is half right. */
export function judgeConfidence<P extends Judgeable>(pairs: readonly P[], margin: (pair: P) => number): Judgment {
  const judged = pairs.map((pair) => {
    const score = margin(pair);
    const label = labelOf(pair);
    const right = score > 0 ? label : 1 - label;
    return { claimed: claimOf(score), right, surprise: surpriseAt(score, label), isOpen: !pair.gate };
  });
  const ascending = [...judged].sort((a, b) => a.claimed - b.claimed);
  const claims = ascending.map(({ claimed }) => claimed);
  const outcomes = ascending.map(({ right }) => right);
  const bins = binsOf(claims, outcomes);
  const surprises = judged.map(({ surprise }) => surprise);
  const sure = judged.filter(({ claimed, isOpen }) => isOpen && claimed >= SURE_FROM);
  const right = sure.reduce((sum, answer) => sum + answer.right, 0);
  return {
    pairs: pairs.length,
    accuracy: mean(outcomes),
    claimed: mean(claims),
    calibrationError: errorOf(bins),
    perfectError: perfectError(claims),
    surprise: mean(surprises),
    surpriseError: errorOfMean(surprises),
    sure: {
      answers: sure.length,
      right,
      claimed: mean(sure.map(({ claimed }) => claimed)),
      interval: wilsonInterval(right, sure.length),
      coverage: sure.length / pairs.length,
    },
    bins,
  };
}

/** Bins of equally many pairs, give or take one. */
function binsOf(claims: readonly number[], outcomes: readonly number[]): ReliabilityBin[] {
  const edges = Array.from({ length: BINS + 1 }, (_, k) => Math.round((k * claims.length) / BINS));
  return edges.slice(1).flatMap((to, k): ReliabilityBin[] => {
    const inside = claims.slice(edges[k], to);
    if (inside.length === 0) return [];
    const right = mean(outcomes.slice(edges[k], to));
    return [{ from: inside[0], to: inside[inside.length - 1], pairs: inside.length, claimed: mean(inside), right }];
  });
}

function errorOf(bins: readonly ReliabilityBin[]): number {
  const all = bins.reduce((sum, { pairs }) => sum + pairs, 0);
  return bins.reduce((sum, { pairs, claimed, right }) => sum + (pairs / all) * Math.abs(claimed - right), 0);
}

/** Mean calibration error if outcomes are drawn from the claimed probabilities. */
function perfectError(claims: readonly number[]): number {
  const rng = seededRng(0).split("perfect method");
  const drawn = () => claims.map((claimed) => (rng.uniform() < claimed ? 1 : 0));
  return mean(Array.from({ length: DRAWS }, () => errorOf(binsOf(claims, drawn()))));
}

/** Wilson's 95% interval of a share, from `right` of `count`. */
export function wilsonInterval(right: number, count: number): [number, number] {
  const [share, square] = [right / count, STANDARD_ERRORS ** 2 / count];
  const center = share + square / 2;
  const half = STANDARD_ERRORS * Math.sqrt((share * (1 - share)) / count + square / (4 * count));
  return [Math.max(0, (center - half) / (1 + square)), Math.min(1, (center + half) / (1 + square))];
}

/** NaN if there are no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard error of the mean of values. */
export function errorOfMean(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1) / values.length);
}
