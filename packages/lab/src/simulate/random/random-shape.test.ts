import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { normalDistribution } from "../distributions.js";
import { standardDistribution } from "./random-distribution.js";
import { increasingSteps, randomField, randomShape } from "./random-shape.js";

const GRID = Array.from({ length: 61 }, (_, k) => k / 10 - 3);

describe("random functions", () => {
  test.each(["path", "steps", "either"] as const)("%s: mean 0 and variance 1 over draws of the cause", (shape) => {
    for (const name of ["normal", "uniform", "gamma", "mixture"] as const) {
      const distribution = standardDistribution(name, seededRng(3));
      const f = randomShape(seededRng(4).split(name), distribution, shape);
      const [rng, n] = [seededRng(5), 4000];
      const values = Array.from({ length: n }, () => f.value(distribution.draw(rng)));
      const moment = (power: number) => values.reduce((sum, value) => sum + value ** power / n, 0);
      expect(Math.abs(moment(1))).toBeLessThan(4 / Math.sqrt(n));
      expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt((moment(4) - moment(2) ** 2) / n));
    }
  });

  test("slope and curvature are differences, to 1e-5 (step 1e-4, third derivatives up to 10³)", () => {
    const h = 1e-4;
    for (const shape of ["path", "steps"] as const) {
      const f = randomShape(seededRng(8), normalDistribution(), shape);
      for (const t of GRID) {
        expect(Math.abs(f.slope(t) - (f.value(t + h) - f.value(t - h)) / (2 * h))).toBeLessThan(1e-5);
        expect(Math.abs(f.curvature(t) - (f.slope(t + h) - f.slope(t - h)) / (2 * h))).toBeLessThan(1e-5);
      }
    }
  });

  test("steps never fall", () => {
    for (let seed = 0; seed < 50; seed++) {
      const steps = increasingSteps(seededRng(seed));
      for (let k = 1; k < GRID.length; k++) {
        expect(steps.value(GRID[k])).toBeGreaterThanOrEqual(steps.value(GRID[k - 1]));
      }
    }
  });

  test("fields have mean 0 and variance 1, over 2,000 of them within four standard errors", () => {
    const count = 2000;
    const values = Array.from({ length: count }, (_, seed) =>
      randomField(seededRng(seed), [0.5, 3], [1, 5])(0.4, -0.3),
    );
    const moment = (power: number) => values.reduce((sum, value) => sum + value ** power / count, 0);
    expect(Math.abs(moment(1))).toBeLessThan(4 / Math.sqrt(count));
    // Nearly normal: the variance of a square is 2.
    expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
  });
});
