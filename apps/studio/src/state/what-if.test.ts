import { expect, test } from "vitest";
import { interpolate } from "./what-if.svelte.js";

test("interpolation is exact at the points, linear between them, and NaN outside", () => {
  const grid = Float64Array.of(0, 0.5, 1);
  const values = Float64Array.of(2, 4, -2);
  expect([0, 0.25, 0.5, 0.75, 1].map((at) => interpolate(grid, values, at))).toEqual([2, 3, 4, 1, -2]);
  expect([-0.01, 1.01, Number.NaN].map((at) => interpolate(grid, values, at))).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});
