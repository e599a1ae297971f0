import { expect, test } from "vitest";
import { evenGrid } from "./columns.js";

test("even steps, the ends included", () => {
  expect(Array.from(evenGrid(-1, 3, 5))).toEqual([-1, 0, 1, 2, 3]);
});

test("ends at the value asked for, to the last bit", () => {
  const [low, high] = [-0.1, 0.2];
  // The end if the steps were added up.
  expect(low + (high - low)).not.toBe(high);
  expect(evenGrid(low, high, 7).at(-1)).toBe(high);
});

test("even steps between numbers whose difference is infinite", () => {
  const most = Number.MAX_VALUE;
  evenGrid(-most, most, 5).forEach((value, k) => {
    expect(value / most).toBeCloseTo(k / 2 - 1, 14);
  });
  expect(evenGrid(0, most, 1000).every((value, k) => Math.abs(value / most - k / 999) < 1e-15)).toBe(true);
});
