import { describe, expect, test } from "vitest";
import { accuracy, audrc, type SuiteOutcome, suiteMetrics } from "./metrics.js";

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
