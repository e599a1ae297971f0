import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { plainRoutines } from "../compute/plain-routines.js";
import type { Column } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { planeNormality } from "./plane-normality.js";

function standard(column: Column): Column {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
  return column.map((value) => (value - mean) / Math.sqrt(variance));
}

function normals(rng: Rng, n: number, correlation: number): [Column, Column] {
  const x = Float64Array.from({ length: n }, () => rng.normal());
  const y = x.map((value) => correlation * value + Math.sqrt(1 - correlation * correlation) * rng.normal());
  return [standard(x), standard(y)];
}

/** The statistic by its definition: all pairs of points, whitened by regression of y on x. */
function byDefinition(x: Column, y: Column): number {
  const n = x.length;
  const r = x.reduce((sum, value, i) => sum + (value * y[i]) / n, 0);
  const v = y.map((value, i) => (value - r * x[i]) / Math.sqrt(1 - r * r));
  const beta2 = 0.5 * Math.cbrt(1.25 * n);
  let [pairs, singles] = [0, 0];
  for (let i = 0; i < n; i++) {
    singles += exp((-0.5 * beta2 * (x[i] ** 2 + v[i] ** 2)) / (1 + beta2)) / n;
    for (let k = 0; k < n; k++) pairs += exp(-0.5 * beta2 * ((x[i] - x[k]) ** 2 + (v[i] - v[k]) ** 2)) / (n * n);
  }
  return n * (pairs - (2 * singles) / (1 + beta2) + 1 / (1 + 2 * beta2));
}

describe("planeNormality", () => {
  test.each([0, 0.4, -0.9])("is the definition's sum over all pairs, to 1e-9: correlation %f", (correlation) => {
    const [x, y] = normals(seededRng(3), 150, correlation);
    const bent = standard(y.map((value, i) => value + 0.3 * x[i] ** 2));
    expect(planeNormality(x, bent).statistic).toBeCloseTo(byDefinition(x, bent), 9);
  });

  test("is the same for swapped and mirrored columns, to 1e-9", () => {
    const [x, y] = normals(seededRng(4), 200, 0.5);
    const { statistic } = planeNormality(x, y);
    const mirrored = x.map((value) => -value);
    for (const other of [planeNormality(y, x), planeNormality(mirrored, y), planeNormality(y, mirrored)]) {
      expect(other.statistic).toBeCloseTo(statistic, 9);
    }
  });

  test.each([50, 300])("rejects %i normal rows at the rate of its level: 5%, within four standard errors", (n) => {
    const trials = 600;
    const rng = seededRng(n);
    let rejected = 0;
    for (let k = 0; k < trials; k++) {
      const [x, y] = normals(rng, n, 1.8 * rng.uniform() - 0.9);
      if (planeNormality(x, y).tail < 0.05) rejected += 1;
    }
    expect(Math.abs(rejected / trials - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / trials));
  });

  test("detects a nonlinear mean, a varying scale and a distribution that is not normal", () => {
    const rng = seededRng(9);
    const [x, y] = normals(rng, 500, 0);
    const pairs: [Column, Column][] = [
      [x, standard(y.map((value, i) => value + x[i] ** 2))],
      [x, standard(y.map((value, i) => value * exp(0.5 * x[i])))],
      [standard(x.map((value) => exp(0.5 * value))), y],
    ];
    for (const [a, b] of pairs) expect(planeNormality(a, b).tail).toBeLessThan(1e-4);
  });

  test("has no result for rows on one line", () => {
    const [x] = normals(seededRng(1), 50, 0);
    expect(planeNormality(x, x).tail).toBeNaN();
    expect(planeNormality(x, standard(x.map((value) => -value))).tail).toBeNaN();
  });

  test("sums of kernels and products of features give the same statistic, to a millionth", () => {
    const [x, y] = normals(seededRng(9), 12_000, 0.4);
    const bent = standard(y.map((value, i) => value + 0.02 * x[i] ** 2));
    const bySums = planeNormality(x, bent, { routines: compiledRoutines() });
    const byFeatures = planeNormality(x, bent, { routines: plainRoutines });
    expect(bySums.statistic / byFeatures.statistic).toBeCloseTo(1, 6);
    expect(bySums.tail).toBeCloseTo(byFeatures.tail, 6);
  });
});
