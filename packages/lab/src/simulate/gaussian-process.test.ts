import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { gaussianProcessDraw, gaussianProcessPath } from "./gaussian-process.js";

/** A stream whose k-th normal is 1 and all others 0: a process drawn from it is its k-th feature. */
function unitStream(k: number): Rng {
  let drawn = 0;
  const stream: Rng = { uniform: () => 0.5, normal: () => (drawn++ === k ? 1 : 0), split: () => stream };
  return stream;
}

describe("Gaussian-process paths", () => {
  test("the features' products sum to the kernel e^{−d²/2}, to 1e-12, up to 30 lengths from 0", () => {
    for (const [t, u] of [
      [0.3, -0.4],
      [2, 2.5],
      [-6, -6.3],
      [15, 15.2],
      [3, -3],
    ]) {
      const reach = Math.max(Math.abs(t), Math.abs(u));
      let sum = 0;
      for (let k = 0; k < 650; k++) {
        const feature = gaussianProcessPath(unitStream(k), 0.5, reach);
        sum += feature.value(0.5 * t) * feature.value(0.5 * u);
      }
      expect(Math.abs(sum - Math.exp(-0.5 * (t - u) ** 2))).toBeLessThan(1e-12);
    }
  });

  test("slope and curvature are differences of the path, to 1e-6", () => {
    const path = gaussianProcessPath(seededRng(5), 0.7, 8);
    const h = 1e-4;
    for (const t of [-7.5, -2, 0, 0.4, 5]) {
      expect(path.slope(t)).toBeCloseTo((path.value(t + h) - path.value(t - h)) / (2 * h), 6);
      expect(path.curvature(t)).toBeCloseTo((path.slope(t + h) - path.slope(t - h)) / (2 * h), 6);
    }
  });
});

test("draws at rows of two columns have the product covariance, within four standard errors of 3,000 draws", {
  tags: ["slow"],
}, () => {
  const columns = [Float64Array.of(0, 0.8, -1), Float64Array.of(0.2, 0.2, 1.5)];
  const rng = seededRng(9);
  const count = 3000;
  const products = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [a, b, c] = gaussianProcessDraw(rng.split(String(k)), columns, [1, 2]);
    products[0] += (a * a) / count;
    products[1] += (a * b) / count;
    products[2] += (a * c) / count;
  }
  const kernel = (dx: number, dy: number) => Math.exp(-0.5 * (dx * dx + (dy * dy) / 4));
  // Var(ab) = 1 + k² ≤ 2.
  const bound = 4 * Math.sqrt(2 / count);
  expect(Math.abs(products[0] - 1)).toBeLessThan(bound);
  expect(Math.abs(products[1] - kernel(0.8, 0))).toBeLessThan(bound);
  expect(Math.abs(products[2] - kernel(1, 1.3))).toBeLessThan(bound);
});
