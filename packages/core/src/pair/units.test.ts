import { expect, test } from "vitest";
import { pairFromColumns } from "./pair.js";
import { standardize, toStandardUnits, toUserUnits } from "./standardize.js";

test("standardized columns convert to the user's units and back, to 1e-14 of the largest value", () => {
  const x = Float64Array.from({ length: 30 }, (_, i) => 1000 + 3 * i + (i % 7));
  const y = x.map((value) => -value * value);
  const pair = standardize(pairFromColumns(x, y));
  toUserUnits(pair.x, pair.scale.x).forEach((value, i) => {
    expect(Math.abs(value / x[i] - 1)).toBeLessThan(1e-14);
  });
  toStandardUnits(y, pair.scale.y).forEach((value, i) => {
    expect(Math.abs(value - pair.y[i])).toBeLessThan(1e-13);
  });
});
