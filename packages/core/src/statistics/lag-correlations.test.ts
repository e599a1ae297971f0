import { expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { lagCorrelations } from "./lag-correlations.js";

/** By definition: the mean of products with the row so many before, of standardized values. */
function byDefinition(values: Float64Array, lag: number): number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n;
  let sum = 0;
  for (let i = lag; i < n; i++) sum += (values[i] - mean) * (values[i - lag] - mean);
  return sum / (n * variance);
}

test.each([5, 6, 7, 8, 50])("every lag is what its definition gives, for %i rows", (rows) => {
  const rng = seededRng(rows);
  const values = Float64Array.from({ length: rows }, () => 3 + 2 * rng.normal());
  for (const lags of [1, 3, 4, 5]) {
    const found = lagCorrelations(values, lags);
    expect(found).toHaveLength(lags);
    for (const [k, value] of found.entries()) expect(value).toBeCloseTo(byDefinition(values, k + 1), 10);
  }
});

test("rows that repeat after three correlate at lag three, constant ones not at all", () => {
  const found = lagCorrelations(
    Float64Array.from({ length: 300 }, (_, i) => i % 3),
    3,
  );
  expect(found[2]).toBeCloseTo(0.99, 9);
  expect(found[0]).toBeLessThan(0);
  expect(lagCorrelations(new Float64Array(10).fill(7), 2)).toEqual(new Float64Array(2));
});
