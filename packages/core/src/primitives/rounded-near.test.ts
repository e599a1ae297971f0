import { expect, test } from "vitest";
import { roundedNear } from "./quantiles.js";

test.each([
  [101325.4321, 12, 101325.4],
  [101325.4321, 200_000, 101000],
  [2005.578, 8.4, 2005.58],
  [1e9 + 1, 1, 1e9 + 1],
  [-0.0012345, 0.01, -0.0012],
  [3.9e-7, 1, 0],
  [0, 1, 0],
  [5, 0, 5],
  [Number.NaN, 1, Number.NaN],
])("%d with a scale of %d is rounded to %d", (value, scale, expected) => {
  expect(roundedNear(value, scale)).toBe(expected);
});
