import { expect, test } from "vitest";
import { estimateText, given } from "./what-if-text.js";

test("an estimate near the largest double is printed as a number, and what lies beyond in words", () => {
  const most = Number.MAX_VALUE;
  expect(estimateText({ value: most, low: 1.2e308, high: Infinity })).toEqual({
    value: "1.79769313486e+308",
    band: " (1.2e+308 to above 1.8e+308)",
  });
  expect(estimateText({ value: -most, low: -Infinity, high: -1.7e308 }).band).toBe(" (below -1.8e+308 to -1.7e+308)");
  expect(estimateText({ value: -most, low: -most, high: -1.7e308 })).toEqual({
    value: "-1.79769313486e+308",
    band: " (-1.79769313486e+308 to -1.7e+308)",
  });
  expect([given(Number.NaN), given(0.1 + 0.2)]).toEqual(["?", "0.3"]);
});
