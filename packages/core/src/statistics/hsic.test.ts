import { describe, expect, test } from "vitest";
import { medianOfDistances } from "../compute/median-distance.js";
import { seededRng } from "../primitives/random.js";
import { hsic, hsicFeatures, hsicGammaTail, hsicPermutationTail } from "./hsic.js";

/** tr(KHLH)/n² from the definition. */
function byDefinition(x: Float64Array, y: Float64Array, hx: number, hy: number): number {
  const n = x.length;
  const centered = (column: Float64Array, h: number): number[][] => {
    const k = Array.from(column, (a) => Array.from(column, (b) => Math.exp(-((a - b) ** 2) / (2 * h * h))));
    const means = k.map((row) => row.reduce((a, b) => a + b) / n);
    const total = means.reduce((a, b) => a + b) / n;
    return k.map((row, i) => row.map((value, j) => value - means[i] - means[j] + total));
  };
  const [kc, lc] = [centered(x, hx), centered(y, hy)];
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += kc[i][j] * lc[i][j];
  return sum / (n * n);
}

const draw = (rows: number, f: () => number) => Float64Array.from({ length: rows }, f);
const features = (column: Float64Array) => hsicFeatures(column, medianOfDistances(column));

describe("hsic", () => {
  const rng = seededRng(14);
  test.each([
    ["dependent", (x: Float64Array) => x.map((v) => v * v + 0.3 * rng.normal())],
    ["independent", (x: Float64Array) => x.map(() => rng.uniform())],
    ["heavy-tailed", (x: Float64Array) => x.map((v) => v + rng.normal() / rng.normal())],
    ["tied", (x: Float64Array) => x.map((v) => Math.round(v))],
  ])("equals its definition to 1e-9: %s", (_, effect) => {
    const x = draw(150, () => rng.normal());
    const y = effect(x);
    const [hx, hy] = [medianOfDistances(x), medianOfDistances(y)];
    const exact = byDefinition(x, y, hx, hy);
    expect(Math.abs(hsic(hsicFeatures(x, hx), hsicFeatures(y, hy)) - exact)).toBeLessThan(1e-9 * Math.max(exact, 0.01));
  });

  test("features carry the mean kernel of different points and the centered kernel's squared norm, by definition to 1e-9", () => {
    const x = draw(60, () => rng.normal());
    const h = medianOfDistances(x);
    const { meanKernel, squaredNorm } = hsicFeatures(x, h);
    let sum = 0;
    for (let i = 0; i < 60; i++)
      for (let k = 0; k < 60; k++) if (i !== k) sum += Math.exp(-((x[i] - x[k]) ** 2) / (2 * h * h));
    expect(meanKernel).toBeCloseTo(sum / (60 * 59), 9);
    expect(squaredNorm).toBeCloseTo(byDefinition(x, x, h, h), 9);
  });

  test("is symmetric and does not depend on the order of the rows", () => {
    const x = features(draw(200, () => rng.normal()));
    const y = features(draw(200, () => rng.normal()));
    expect(hsic(x, y)).toBeCloseTo(hsic(y, x), 15);
  });
});

describe("p-values", () => {
  test("gamma: fewer than six rows are refused, six give a probability", () => {
    const tail = (rows: number) => {
      const [x, y] = [features(draw(rows, () => seeded.normal())), features(draw(rows, () => seeded.normal()))];
      return hsicGammaTail(hsic(x, y), x, y);
    };
    const seeded = seededRng(16);
    expect(() => tail(5)).toThrow(expect.objectContaining({ code: "too-few-rows" }));
    expect(tail(6)).toBeGreaterThan(0);
    expect(tail(6)).toBeLessThanOrEqual(1);
  });

  // 400 independent pairs at level 0.05: 20 expected, standard deviation 4.36; 3.3 of these on either side.
  test("gamma: false positives at 5% within binomial bounds, normal and uniform columns", () => {
    const rng = seededRng(15);
    for (const law of [() => rng.normal(), () => rng.uniform()]) {
      let rejected = 0;
      for (let k = 0; k < 400; k++) {
        const [x, y] = [features(draw(100, law)), features(draw(100, law))];
        if (hsicGammaTail(hsic(x, y), x, y) < 0.05) rejected += 1;
      }
      expect(rejected).toBeGreaterThan(5);
      expect(rejected).toBeLessThan(35);
    }
  });

  test("permutation: false positives at 5% within binomial bounds", () => {
    const rng = seededRng(16);
    let rejected = 0;
    for (let k = 0; k < 200; k++) {
      const [x, y] = [features(draw(40, () => rng.normal())), features(draw(40, () => rng.normal()))];
      if (hsicPermutationTail(x, y, 59, rng.split(`pair ${k}`)) <= 0.05) rejected += 1;
    }
    // 200 pairs: 10 expected, standard deviation 3.1.
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(21);
  });

  // Every permutation of balanced columns is at least as dependent as independent ones: p = 1, ties or not.
  test("permutation: a statistic that is equal up to rounding counts as at least as large", () => {
    const [x, y] = [(i: number) => i % 2, (i: number) => (i >> 1) % 2].map((f) =>
      Float64Array.from({ length: 60 }, (_, i) => f(i)),
    );
    expect(hsicPermutationTail(hsicFeatures(x, 1), hsicFeatures(y, 1), 200, seededRng(19))).toBe(1);
  });

  test("both detect a parabola, which has no correlation", () => {
    const rng = seededRng(17);
    const x = draw(200, () => rng.normal());
    const [fx, fy] = [features(x), features(x.map((v) => v * v + rng.normal()))];
    expect(hsicGammaTail(hsic(fx, fy), fx, fy)).toBeLessThan(1e-6);
    expect(hsicPermutationTail(fx, fy, 99, rng)).toBe(0.01);
  });

  test("gamma and permutation agree under independence, within 0.1", () => {
    const rng = seededRng(18);
    for (let k = 0; k < 5; k++) {
      const [x, y] = [features(draw(120, () => rng.normal())), features(draw(120, () => rng.uniform()))];
      const gap = hsicGammaTail(hsic(x, y), x, y) - hsicPermutationTail(x, y, 399, rng.split(`pair ${k}`));
      expect(Math.abs(gap)).toBeLessThan(0.1);
    }
  });
});
