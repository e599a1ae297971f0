import type { Column } from "../numeric/column.js";
import { forcedChoice, type JudgedPair } from "./judged-pair.js";

/** Accuracy among the pairs that a method is surest of, from one pair to all. */
export interface DecisionRateCurve {
  /** Share of the pairs that count decided: 1/P, 2/P, …, 1. */
  readonly rate: Column;
  /** Weighted accuracy among them. */
  readonly accuracy: Column;
  /** Weight of the pair that each step adds. */
  readonly weight: Column;
}

/**
 * The decision-rate curve: pairs by falling |score|, those with equal ones in the order given. Pairs of weight 0 are no
 * part of it: were the surest such a pair, there would be no accuracy among the pairs up to it.
 *
 * Published code leaves the order of ties to an unstable sort.
 */
export function decisionRateCurve(pairs: readonly JudgedPair[]): DecisionRateCurve {
  const counted = pairs.filter(({ weight }) => weight > 0);
  const surest = counted.sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
  const weight = Float64Array.from(surest, (pair) => pair.weight);
  const accuracy = new Float64Array(surest.length);
  let [all, right] = [0, 0];
  surest.forEach((pair, k) => {
    all += pair.weight;
    right += pair.weight * forcedChoice(pair);
    accuracy[k] = right / all;
  });
  return { rate: weight.map((_, k) => (k + 1) / surest.length), accuracy, weight };
}

/**
 * How the curve is averaged. `authors`: weights count in the accuracies, every pair is one step. `unweighted`: weights
 * count nowhere. `weighted`: a step is as long as the pair's weight. `trapezoid`: the area under the curve over the
 * rate, level before its first point.
 */
export type AudrcVariant = "authors" | "unweighted" | "weighted" | "trapezoid";

/**
 * Area under the decision-rate curve, from 0 to 1: high where a method is right when it is sure. NaN where no pair has a weight.
 *
 * @paper sec:experiments (AUDRC)     @reference Immer et al. 2023
 */
export function audrc(pairs: readonly JudgedPair[], variant: AudrcVariant = "authors"): number {
  const curve = decisionRateCurve(variant === "unweighted" ? pairs.map((pair) => ({ ...pair, weight: 1 })) : pairs);
  const { accuracy } = curve;
  const steps = variant === "weighted" ? curve.weight : variant === "trapezoid" ? undefined : accuracy.map(() => 1);
  let [sum, length] = [0, 0];
  for (let k = 0; k < accuracy.length; k++) {
    const step = steps?.[k] ?? 1;
    sum += step * (steps || k === 0 ? accuracy[k] : 0.5 * (accuracy[k - 1] + accuracy[k]));
    length += step;
  }
  return sum / length;
}
