import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { convexLocationScale } from "@causal-velocity/lab/rivals/convex-location-scale.js";
import { describe, expect, test } from "vitest";
import { generatedPairs } from "../golden/generated-pairs.js";

/** The 29 functions: quintic B-splines on 24 equal intervals, by sums of cut-off powers. */
function splinesAt(place: number): number[] {
  return Array.from({ length: 29 }, (_, k) => {
    let sum = 0;
    let binomial = 1;
    for (let j = 0; j <= 6; j++) {
      sum += (j % 2 === 0 ? 1 : -1) * binomial * Math.max(place - k + 5 - j, 0) ** 5;
      binomial *= (6 - j) / (j + 1);
    }
    // Beyond its support a spline is 0, which the powers reach only by cancellation.
    return place - k + 5 >= 6 ? 0 : sum / 120;
  });
}

/** The objective per row, as a function of both sets of coefficients. */
function objectiveOf(cause: Float64Array, effect: Float64Array) {
  const [lowest, highest] = [Math.min(...cause), Math.max(...cause)];
  const rows = Array.from(cause, (value) => splinesAt((24 * (value - lowest)) / (highest - lowest)));
  const dot = (a: readonly number[], b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k], 0);
  return (w1: Float64Array, w2: Float64Array): number => {
    let sum = 0;
    effect.forEach((y, i) => {
      const [eta, q] = [dot(rows[i], w1), dot(rows[i], w2)];
      const [mean, variance] = [eta / (2 * q), 1 / (2 * q)];
      sum += 0.5 * Math.log(2 * Math.PI * variance) + (y - mean) ** 2 / (2 * variance);
    });
    for (let k = 0; k < w1.length; k++) sum += 0.5e-5 * (w1[k] ** 2 + w2[k] ** 2);
    return sum / effect.length;
  };
}

describe("convexLocationScale is at the constrained optimum", () => {
  const directions = generatedPairs().flatMap(({ name, pair }) => {
    const { x, y } = standardize(pair);
    return [
      { name: `${name}, x to y`, cause: x, effect: y },
      { name: `${name}, y to x`, cause: y, effect: x },
    ];
  });

  test.each(directions)("$name: no coefficient improves it, by central differences to 1e-6", ({ cause, effect }) => {
    const { coefficients, kkt, steps } = convexLocationScale(cause, effect);
    expect(kkt).toBeLessThan(1e-12);
    expect(steps).toBeLessThan(40);
    const { eta, precision } = coefficients;
    const objective = objectiveOf(cause, effect);
    const moved = (w: Float64Array, k: number, by: number) => w.map((value, j) => (j === k ? value + by : value));
    for (let k = 0; k < eta.length; k++) {
      const h = 1e-5 * Math.max(1, Math.abs(eta[k]));
      const at = (by: number) => objective(moved(eta, k, by), precision);
      expect(Math.abs(at(h) - at(-h)) / (2 * h)).toBeLessThan(1e-6);
      expect(precision[k]).toBeGreaterThanOrEqual(0);
      const g = 1e-4 * precision[k];
      const scaled = (by: number) => objective(eta, moved(precision, k, by));
      if (precision[k] > 1e-6) expect(Math.abs(scaled(g) - scaled(-g)) / (2 * g)).toBeLessThan(1e-6);
      else expect((scaled(1e-7) - scaled(0)) / 1e-7).toBeGreaterThan(-1e-6);
    }
  });

  test("noise that does not depend on the cause: mean 0, variance 1, the normal's entropy", () => {
    const n = 4000;
    const cause = Float64Array.from({ length: n }, (_, i) => i / n);
    // Every cause has the same few noises, so the best fit is constant.
    const effect = cause.map((_, i) => [-1.5, -0.5, 0.5, 1.5][i % 4] / Math.sqrt(1.25));
    const { nll, residual } = convexLocationScale(cause, effect);
    expect(nll).toBeCloseTo(0.5 * Math.log(2 * Math.PI * Math.E), 3);
    // The outermost splines have only a handful of rows.
    for (let i = 200; i < n - 200; i++) expect(residual[i]).toBeCloseTo(effect[i], 1);
  });
});
