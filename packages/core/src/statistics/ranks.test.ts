import { expect, test } from "vitest";
import { unitRanks } from "./ranks.js";

test("unitRanks are (rank − ½)/n, equal values share their mean, infinities are the extremes", () => {
  expect(unitRanks(Float64Array.of(3, -1, 10, 0))).toEqual(Float64Array.of(0.625, 0.125, 0.875, 0.375));
  expect(unitRanks(Float64Array.of(2, 1, 2, 2))).toEqual(Float64Array.of(0.625, 0.125, 0.625, 0.625));
  expect(unitRanks(Float64Array.of(0, Infinity, -Infinity, Infinity))).toEqual(
    Float64Array.of(0.375, 0.75, 0.125, 0.75),
  );
});
