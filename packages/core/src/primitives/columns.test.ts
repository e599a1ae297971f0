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
