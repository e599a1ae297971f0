import type { Verdict } from "@causal-velocity/core/decide/decision.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import { requireEach } from "@causal-velocity/core/primitives/errors.js";
import { quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import type { SuiteTruth } from "../suites/suite-files.js";

/** A method's answer on a pair whose direction is known. */
export interface JudgedPair {
  readonly truth: Direction;
  /** Positive for x->y; its size ranks the pairs by how certain the method is. */
  readonly margin: number;
  /** The method's answer; it may abstain. */
  readonly verdict: Verdict;
  /** Pairs from one source share a weight of 1. */
  readonly weight: number;
}

/** 1 if the sign of the margin is right, 0 if it is wrong, ½ for a margin of 0. */
export function forcedChoice({ truth, margin }: JudgedPair): number {
  if (margin === 0) return 0.5;
  return margin > 0 === (truth === "x->y") ? 1 : 0;
}

/** @throws InputError for what is no list of judged pairs, from callers without types */
function requireJudged(pairs: unknown): void {
  requireEach("pairs", pairs, ["truth", "weight"], "judged pairs, each with truth, weight, verdict and margin");
}

/** How often a method is right. Shares from 0 to 1. */
export interface Accuracy {
  /** Weighted share of pairs whose margin has the right sign: abstentions count by their margin. */
  readonly accuracy: number;
  /** Number of pairs of equal weight that give the same precision: m = (Σw)²/Σw². */
  readonly effectivePairs: number;
  /** Standard error of `accuracy` p, for independent pairs: √(q(1 − q)/m) with q = (pm + ½)/(m + 1), so never 0. */
  readonly standardError: number;
  /** Weighted share of pairs the method answered. */
  readonly answered: number;
  /** Weighted share of right answers among them; NaN if it answered none. */
  readonly accuracyAnswered: number;
}

/**
 * Accuracy over pairs; all NaN if there are no pairs of positive weight. @paper sec:experiments (weighted accuracy)
 */
export function accuracy(pairs: readonly JudgedPair[]): Accuracy {
  requireJudged(pairs);
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
 * Standard error of a share of m pairs. The share is moved half a pair toward one half, so that the error is not 0 if
 * all pairs are right.
 */
function standardErrorOf(share: number, m: number): number {
  const drawnIn = (share * m + 0.5) / (m + 1);
  return Math.sqrt((drawnIn * (1 - drawnIn)) / m);
}

/** Accuracy among the pairs that a method is most certain about, from one pair to all. */
export interface DecisionRateCurve {
  /** Share of the pairs that are decided: 1/P, 2/P, …, 1. */
  readonly rate: Column;
  /** Weighted accuracy among them. */
  readonly accuracy: Column;
  /** Weight of the pair that each step adds. */
  readonly weight: Column;
}

/**
 * The decision-rate curve: pairs by falling |margin|, ties in the given order. Pairs of weight 0 are left out: if the
 * most certain pair had weight 0, its accuracy would be undefined.
 *
 * In published code the order of ties depends on an unstable sort.
 */
export function decisionRateCurve(pairs: readonly JudgedPair[]): DecisionRateCurve {
  requireJudged(pairs);
  const counted = pairs.filter(({ weight }) => weight > 0);
  const surest = counted.sort((a, b) => Math.abs(b.margin) - Math.abs(a.margin));
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
 * How the curve is averaged. `authors`: accuracies are weighted, and every pair is one step. `unweighted`: no weights.
 * `weighted`: a step is as long as the pair's weight. `trapezoid`: the area under the curve over the rate, constant
 * before its first point.
 */
export type AudrcVariant = "authors" | "unweighted" | "weighted" | "trapezoid";

/**
 * Area under the decision-rate curve, from 0 to 1: high if a method is right when it is certain. NaN if no pair has a
 * positive weight.
 *
 * @paper sec:experiments (AUDRC)     @reference Immer et al. 2023
 */
export function audrc(pairs: readonly JudgedPair[], variant: AudrcVariant = "authors"): number {
  requireJudged(pairs);
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

/** Values measured at one sample size. */
interface RatePoint {
  readonly rows: number;
  /** One positive value for each repetition. */
  readonly values: Column;
}

/**
 * The exponent r of value ≈ c·rows^(−r): minus the slope of a least-squares line through the logarithms of the medians.
 *
 * By thm:consistency the loss converges at least as fast as the scores, with r at most 1/2.
 * @paper thm:consistency
 */
export function empiricalRate(points: readonly RatePoint[]): number {
  const at = points.map(({ rows, values }) => ({ u: log(rows), w: log(quantileOfSorted(sorted(values), 0.5)) }));
  const mean = (of: (point: { u: number; w: number }) => number) =>
    at.reduce((sum, point) => sum + of(point), 0) / at.length;
  const [u, w] = [mean((point) => point.u), mean((point) => point.w)];
  return -mean((point) => (point.u - u) * (point.w - w)) / mean((point) => (point.u - u) * (point.u - u));
}

/** Median and quartiles of some values. */
export interface Quartiles {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Quartiles, interpolated between order statistics; NaN if there are no values. */
export function quartiles(values: Column): Quartiles {
  const ascending = sorted(values);
  const at = (share: number) => (ascending.length > 0 ? quantileOfSorted(ascending, share) : Number.NaN);
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) };
}

/** The outcome of one pair of a suite. */
export interface SuiteOutcome {
  readonly truth: SuiteTruth;
  readonly weight: number;
  /** Null where the method failed. */
  readonly verdict: Verdict | null;
  /** Null where the method failed. */
  readonly margin: number | null;
}

/** Results of a method on a suite. */
export interface SuiteMetrics extends Accuracy {
  /** Pairs with a truth, failed ones included. */
  readonly pairs: number;
  /** Pairs without an answer, because the pair is unusable, memory ran out, or of an internal error. */
  readonly failed: number;
  /** Area under the decision-rate curve, as the authors compute it. */
  readonly audrc: number;
  /** Pairs where neither column causes the other: any answer is wrong. */
  readonly undirected: {
    readonly pairs: number;
    /** Share of them that the method answered anyway; NaN if there are none. */
    readonly answered: number;
  };
}

/**
 * Metrics of a method on a suite. No pair is dropped: a pair that failed, or whose margin is NaN, counts as ½ right and
 * not answered.
 *
 * @paper sec:experiments     @deviates docs/decisions/0024-suites-and-failures.md
 */
export function suiteMetrics(outcomes: readonly SuiteOutcome[]): SuiteMetrics {
  // A truth may be null; the others are required where they are judged.
  requireEach("outcomes", outcomes, ["weight"], "outcomes, each with truth, weight, verdict and margin");
  const judged = outcomes.flatMap(({ truth, weight, verdict, margin }): JudgedPair[] =>
    truth === null ? [] : [{ truth, weight, verdict: verdict ?? "cannot-tell", margin: usable(margin) }],
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

function usable(margin: number | null): number {
  return margin === null || Number.isNaN(margin) ? 0 : margin;
}
