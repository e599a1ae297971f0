import { expect, test } from "vitest";
import { standardizeColumn } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { smoothFunctions } from "./smooth-functions.js";

const rng = seededRng(2);
const column = standardizeColumn(
  Float64Array.from({ length: 300 }, () => rng.normal() ** 3 + rng.uniform()),
  "column",
).values;
const COUNT = 8;
const functions = smoothFunctions(column, COUNT);

test("functions have mean 0 and mean square 1 over the rows, and no correlation; the first is the column", () => {
  expect(functions.atRows).toHaveLength(COUNT);
  expect(functions.atRows[0]).toBe(column);
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  functions.atRows.forEach((one, j) => {
    expect(mean(one)).toBeCloseTo(0, 6);
    functions.atRows.slice(0, j + 1).forEach((other, k) => {
      // The ridge of the Gram matrix leaves less than 10⁻⁶.
      expect(mean(one.map((value, i) => value * other[i]))).toBeCloseTo(j === k ? 1 : 0, 5);
    });
  });
});

test("later functions bend more often", () => {
  const order = Array.from(column.keys()).sort((a, b) => column[a] - column[b]);
  const turns = functions.atRows.map((values) => {
    const slopes = order.slice(1).map((i, k) => Math.sign(values[i] - values[order[k]]));
    return slopes.filter((slope, k) => k > 0 && slope * slopes[k - 1] < 0).length;
  });
  expect(turns[0]).toBe(0);
  for (let k = 1; k < COUNT; k++) expect(turns[k]).toBeGreaterThanOrEqual(turns[k - 1]);
});

test("values at single points are those at the rows", () => {
  const out = new Float64Array(COUNT);
  for (const row of [0, 17, 123, 299]) {
    functions.atInto(column[row], out);
    for (const [k, values] of functions.atRows.entries()) expect(out[k]).toBeCloseTo(values[row], 9);
  }
});

test("a column of k values has at most k - 1 functions", () => {
  for (const levels of [2, 3, 5]) {
    const few = standardizeColumn(
      Float64Array.from({ length: 200 }, (_, i) => i % levels),
      "few",
    ).values;
    expect(smoothFunctions(few, COUNT).atRows.length).toBeLessThan(levels);
  }
});
