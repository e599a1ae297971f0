import { expect, test } from "vitest";
import { ninetyPercent, spacedRows } from "./pair-estimates.js";

test("nine in ten lie between the 5 % and the 95 % quantile", () => {
  expect(ninetyPercent(Array.from({ length: 101 }, (_, k) => 100 - k))).toEqual([5, 95]);
  expect(ninetyPercent([])).toBeUndefined();
});

test("at most so many rows are taken, evenly spaced", () => {
  expect(spacedRows(Uint32Array.of(1, 3, 5, 7, 9, 11), 3)).toEqual(Uint32Array.of(1, 5, 9));
  expect(spacedRows(Uint32Array.of(4, 2), 3)).toEqual(Uint32Array.of(4, 2));
});
