import { expect, test } from "vitest";
import { log } from "../primitives/elementary.js";
import { seededRng } from "../primitives/random.js";
import { lowerNormalQuantile, normalShare } from "../primitives/special.js";
import { kernelEntropy } from "./entropy.js";
import { normalScores, tieStep, unitRanks } from "./ranks.js";

test("unitRanks are (rank − ½)/n, equal values share their mean, infinities are the extremes", () => {
  expect(unitRanks(Float64Array.of(3, -1, 10, 0))).toEqual(Float64Array.of(0.625, 0.125, 0.875, 0.375));
  expect(unitRanks(Float64Array.of(2, 1, 2, 2))).toEqual(Float64Array.of(0.625, 0.125, 0.625, 0.625));
  expect(unitRanks(Float64Array.of(0, Infinity, -Infinity, Infinity))).toEqual(
    Float64Array.of(0.375, 0.75, 0.125, 0.75),
  );
});

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

const normals = (n: number) => {
  const rng = seededRng(7);
  return Float64Array.from({ length: n }, () => rng.normal());
};
const rounded = (column: Float64Array, step: number) => column.map((value) => Math.round(value / step) * step);

test.each([0.05, 0.2, 1])("a column rounded to %f has that step", (step) => {
  expect(tieStep(rounded(normals(2000), step).sort())).toBeCloseTo(step, 12);
});

test("a continuous column, one with a few ties and a constant one have none", () => {
  expect(tieStep(normals(500).sort())).toBe(0);
  const someTies = normals(500).map((value, i) => (i % 3 === 0 ? 0.5 : value));
  expect(tieStep(someTies.sort())).toBe(0);
  expect(tieStep(new Float64Array(10).fill(2))).toBe(0);
});

test("rounding to up to a whole standard deviation changes the entropy by less than 0.08 nats", () => {
  const column = normals(2000);
  const entropy = kernelEntropy(column);
  for (const step of [0.01, 0.05, 0.2, 0.5, 1]) {
    expect(Math.abs(kernelEntropy(rounded(column, step)) - entropy)).toBeLessThan(0.08);
  }
});

test("on an uneven grid the distance is that to the nearer neighbor", () => {
  expect(tieStep(Float64Array.of(0, 0, 0, 1, 1, 1, 4, 4, 4))).toBe(1);
});
