import { expect, test } from "vitest";
import { log } from "../primitives/elementary.js";
import { lowerNormalQuantile, normalShare } from "../primitives/special.js";
import { normalScores } from "./ranks.js";

test("scores are the quantiles of (rank − ½)/n, to 1e-11, whatever the values", () => {
  const n = 1001;
  const column = Float64Array.from({ length: n }, (_, i) => ((i * 389) % n) ** 3);
  const scores = normalScores(column);
  for (let i = 0; i < n; i++) {
    const share = (((i * 389) % n) + 0.5) / n;
    const exact = share < 0.5 ? lowerNormalQuantile(log(share)) : -lowerNormalQuantile(log(1 - share));
    expect(Math.abs(scores[i] - exact)).toBeLessThan(1e-11);
    expect(Math.abs(normalShare(scores[i]) - share)).toBeLessThan(1e-11);
  }
});

test("equal values share the score of their mean rank; the middle one is 0", () => {
  expect(Array.from(normalScores(Float64Array.of(5, 7, 7, 7, 9)))).toEqual([
    expect.closeTo(-1.2815515655446004, 10),
    expect.closeTo(0, 12),
    expect.closeTo(0, 12),
    expect.closeTo(0, 12),
    expect.closeTo(1.2815515655446004, 10),
  ]);
});
