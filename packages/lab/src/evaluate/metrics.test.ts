import { describe, expect, test } from "vitest";
import {
  accuracy,
  audrc,
  decisionRateCurve,
  type JudgedPair,
  quartiles,
  type SuiteOutcome,
  suiteMetrics,
} from "./metrics.js";

const judged = (margin: number, weight = 1, truth: JudgedPair["truth"] = "x->y"): JudgedPair => ({
  truth,
  margin,
  verdict: Math.abs(margin) < 0.5 ? "cannot-tell" : margin > 0 ? "x->y" : "y->x",
  weight,
});

describe("accuracy", () => {
  test("is the weighted share of right signs, a margin of 0 half right", () => {
    const { accuracy: share } = accuracy([judged(2, 3), judged(-1, 1), judged(-4, 2, "y->x"), judged(0, 2)]);
    expect(share).toBe((3 + 2 + 1) / 8);
  });

  test("has the binomial standard error, of fewer pairs if weights differ", () => {
    const equal = accuracy([...Array(30).fill(judged(1)), ...Array(10).fill(judged(-1))]);
    const drawnIn = 30.5 / 41;
    expect(equal.standardError).toBeCloseTo(Math.sqrt((drawnIn * (1 - drawnIn)) / 40), 15);
    // Weights 3 and 1 are worth 4²/10 equal pairs, 1.2 of them right.
    const uneven = accuracy([judged(1, 3), judged(-1, 1)]);
    expect(uneven.effectivePairs).toBe(1.6);
    expect(uneven.standardError).toBeCloseTo(Math.sqrt(((1.7 / 2.6) * (0.9 / 2.6)) / 1.6), 15);
  });

  test("has a standard error of 0.7 points if 100 of 100 pairs are right, and the same if none is", () => {
    const [all, none] = [judged(1), judged(-1)].map((pair) => accuracy(Array(100).fill(pair)));
    expect([all.accuracy, none.accuracy]).toEqual([1, 0]);
    expect(all.standardError).toBeCloseTo(Math.sqrt(100.5 * 0.5) / 101 / 10, 15);
    expect(none.standardError).toBeCloseTo(all.standardError, 15);
  });

  test("counts abstentions separately", () => {
    const {
      accuracy: forced,
      answered,
      accuracyAnswered,
    } = accuracy([judged(0.1), judged(-0.2), judged(3), judged(-3)]);
    expect([forced, answered, accuracyAnswered]).toEqual([0.5, 0.5, 0.5]);
    expect(accuracy([judged(0.1)]).accuracyAnswered).toBeNaN();
  });

  test("is NaN without pairs", () => {
    expect(accuracy([]).accuracy).toBeNaN();
    expect(audrc([])).toBeNaN();
  });
});

describe("audrc", () => {
  // By falling |margin|: right (w 1), wrong (w 2), right (w 1): accuracies 1, 1/3, 1/2.
  const pairs = [judged(1), judged(-2, 2), judged(3)];

  test("adds pairs from the most certain to the least", () => {
    const { rate, accuracy: shares } = decisionRateCurve(pairs);
    expect([...rate]).toEqual([1 / 3, 2 / 3, 1]);
    expect([...shares]).toEqual([1, 1 / 3, 1 / 2]);
  });

  test.each([
    ["authors", (1 + 1 / 3 + 1 / 2) / 3],
    ["unweighted", (1 + 1 / 2 + 2 / 3) / 3],
    ["weighted", (1 + 2 / 3 + 1 / 2) / 4],
    ["trapezoid", (1 + (1 + 1 / 3) / 2 + (1 / 3 + 1 / 2) / 2) / 3],
  ] as const)("%s", (variant, expected) => {
    expect(audrc(pairs, variant)).toBeCloseTo(expected, 15);
  });

  test("leaves out pairs of weight 0, even the most certain; NaN if there are no others", () => {
    const weightless = [judged(9, 0), ...pairs, judged(-1.5, 0)];
    expect(decisionRateCurve(weightless)).toEqual(decisionRateCurve(pairs));
    for (const variant of ["authors", "weighted", "trapezoid"] as const) {
      expect(audrc(weightless, variant)).toBe(audrc(pairs, variant));
    }
    expect(audrc(weightless, "unweighted")).toBe(audrc(weightless.map((pair) => ({ ...pair, weight: 1 }))));
    expect(accuracy(weightless)).toEqual(accuracy(pairs));
    expect([audrc([judged(1, 0)]), accuracy([judged(1, 0)]).accuracy]).toEqual([Number.NaN, Number.NaN]);
  });

  test("is 1 for a method that is always right, and keeps ties in the given order", () => {
    expect(audrc([judged(5), judged(1)])).toBe(1);
    expect(audrc([judged(1), judged(-1)])).toBe(0.75);
    expect(audrc([judged(-1), judged(1)])).toBe(0.25);
  });
});

const right = (margin: number, weight = 1) => ({ truth: "x->y", weight, verdict: "x->y", margin }) as const;
const wrong = (margin: number, weight = 1) => ({ truth: "y->x", weight, verdict: "x->y", margin }) as const;
const failed = (weight = 1): SuiteOutcome => ({ truth: "x->y", weight, verdict: null, margin: null });

describe("suiteMetrics", () => {
  test("without failures, the metrics of the pairs", () => {
    const pairs = [right(3, 2), wrong(1), right(0.5)];
    expect(suiteMetrics(pairs)).toEqual({
      pairs: 3,
      failed: 0,
      ...accuracy(pairs),
      audrc: audrc(pairs),
      undirected: { pairs: 0, answered: Number.NaN },
    });
  });

  test("a pair that failed counts as half right, as the least certain of all, and as no answer", () => {
    const {
      pairs,
      failed: count,
      accuracy: share,
      answered,
      accuracyAnswered,
      audrc: area,
    } = suiteMetrics([failed(2), right(3), wrong(1)]);
    expect([pairs, count, share, answered, accuracyAnswered]).toEqual([3, 1, (1 + 1) / 4, 2 / 4, 1 / 2]);
    expect(area).toBeCloseTo((1 + 1 / 2 + 2 / 4) / 3, 15);
    expect(suiteMetrics([failed(), failed()]).accuracy).toBe(0.5);
  });

  test("a margin of NaN counts as half right, whatever the truth", () => {
    const scoreless = (truth: "x->y" | "y->x"): SuiteOutcome => ({
      truth,
      weight: 1,
      verdict: "cannot-tell",
      margin: Number.NaN,
    });
    expect(suiteMetrics([scoreless("x->y")]).accuracy).toBe(0.5);
    expect(suiteMetrics([scoreless("y->x"), right(1)]).audrc).toBe((1 + 0.75) / 2);
  });

  test("pairs without a truth are counted separately: every answer to them is wrong", () => {
    const neither = (verdict: SuiteOutcome["verdict"]): SuiteOutcome => ({
      truth: null,
      weight: 0,
      verdict,
      margin: 1,
    });
    const outcomes = [right(1), neither("x->y"), neither("y->x"), neither("cannot-tell"), neither(null)];
    const { pairs, accuracy: share, undirected, failed: count } = suiteMetrics(outcomes);
    expect([pairs, share, count]).toEqual([1, 1, 1]);
    expect(undirected).toEqual({ pairs: 4, answered: 0.5 });
  });
});

test("quartiles lie between order statistics", () => {
  expect(quartiles(Float64Array.of(4, 1, 3, 2))).toEqual({ median: 2.5, lower: 1.75, upper: 3.25 });
  expect(quartiles(Float64Array.of(7))).toEqual({ median: 7, lower: 7, upper: 7 });
  expect(quartiles(new Float64Array()).median).toBeNaN();
});
