import { describe, expect, test } from "vitest";
import { accuracy, audrc, decisionRateCurve, type JudgedPair } from "./metrics.js";

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
