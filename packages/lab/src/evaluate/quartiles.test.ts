import { expect, test } from "vitest";
import { quartiles } from "./metrics.js";

test("quartiles lie between order statistics", () => {
  expect(quartiles(Float64Array.of(4, 1, 3, 2))).toEqual({ median: 2.5, lower: 1.75, upper: 3.25 });
  expect(quartiles(Float64Array.of(7))).toEqual({ median: 7, lower: 7, upper: 7 });
  expect(quartiles(new Float64Array()).median).toBeNaN();
});
