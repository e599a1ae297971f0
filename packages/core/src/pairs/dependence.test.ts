import { describe, expect, test } from "vitest";
import { decide } from "../decide/decide.js";
import { pairFromColumns } from "../pair/pair.js";
import { seededRng } from "../primitives/random.js";
import { correlationWithHsic, pairDependence } from "./dependence.js";

function dependenceOf(rows: number, effect: (cause: number, noise: number) => number, options = {}) {
  const rng = seededRng(8);
  const x = Float64Array.from({ length: rows }, () => rng.normal());
  const y = x.map((value) => effect(value, rng.normal()));
  const pair = pairFromColumns(x, y);
  return pairDependence(pair, decide(pair, { method: "b-lin", ...options }));
}

describe("strength", () => {
  test.each([0, 0.2, 0.5, 0.8, 0.95])("of jointly normal columns with correlation %d it is that", (correlation) => {
    const { strength } = dependenceOf(3000, (x, noise) => correlation * x + Math.sqrt(1 - correlation ** 2) * noise);
    // Three standard errors of a correlation of 3,000 rows, and what is cut off below 0.
    expect(Math.abs(strength - correlation)).toBeLessThan(correlation === 0 ? 0.08 : 0.06);
  });

  test("is 1 for a monotone function, the same for any monotone change of a column, and not 0 for a parabola", () => {
    expect(dependenceOf(500, (x) => Math.exp(x)).strength).toBeGreaterThan(0.98);
    const plain = dependenceOf(500, (x, noise) => x + noise);
    expect(dependenceOf(500, (x, noise) => Math.exp(x + noise))).toEqual(plain);
    expect(dependenceOf(500, (x, noise) => x * x + 0.3 * noise).strength).toBeGreaterThan(0.3);
  });

  test("few rows of unrelated columns do not look dependent: what chance adds is taken off", () => {
    const rng = seededRng(12);
    const draw = () => Float64Array.from({ length: 60 }, () => rng.normal());
    let sum = 0;
    for (let k = 0; k < 40; k++) {
      const pair = pairFromColumns(draw(), draw());
      sum += pairDependence(pair, decide(pair, { method: "b-lin" })).strength;
    }
    // With it the mean would be 0.27.
    expect(sum / 40).toBeLessThan(0.15);
  });

  test("HSIC of a bivariate normal: 0 for none, ρ²/27 to first order, 1 at most", () => {
    expect(correlationWithHsic(-0.01)).toBe(0);
    expect(correlationWithHsic(1e-6)).toBeCloseTo(Math.sqrt(27e-6), 5);
    expect(correlationWithHsic(1 / Math.sqrt(5) - 2 / Math.sqrt(8) + 1 / 3)).toBeCloseTo(1, 8);
    expect(correlationWithHsic(0.2)).toBe(1);
  });
});

test("the tail is of the rows that were decided: fewer rows, a larger tail", () => {
  const weak = (x: number, noise: number) => 0.3 * x + noise;
  const [all, some] = [dependenceOf(2000, weak), dependenceOf(2000, weak, { maxRows: 200 })];
  expect(all.tail).toBeLessThan(1e-10);
  expect(some.tail).toBeGreaterThan(1e-10);
  expect(dependenceOf(400, (_, noise) => noise).tail).toBeGreaterThan(0.01);
});
