import { expect, test } from "vitest";
import { exponentOf, numberText, powerOfTenTexts, stepTexts } from "./number-text.js";

test.each([
  [0, "0"],
  [-0.5, "−0.5"],
  [12.3456, "12.35"],
  [0.001, "0.001"],
  [12345.6, "12\u202f346"],
  [999_999, "999\u202f999"],
  [1.5e-9, "1.5×10⁻⁹"],
  [-2.25e12, "−2.25×10¹²"],
  [Number.NaN, "—"],
  [Number.NEGATIVE_INFINITY, "−∞"],
])("%d is written %s", (value, text) => {
  expect(numberText(value)).toBe(text);
});

test("the exponent of a power of ten is exact, even if its logarithm is not", () => {
  for (let exponent = -300; exponent <= 300; exponent++) expect(exponentOf(Number(`1e${exponent}`))).toBe(exponent);
});

test("values of one axis share decimals and power of ten", () => {
  expect(stepTexts([-0.5, 0, 0.5, 1], 0.5)).toEqual(["−0.5", "0.0", "0.5", "1.0"]);
  expect(stepTexts([0, 5e8, 1e9], 5e8)).toEqual(["0", "0.5×10⁹", "1.0×10⁹"]);
  expect(stepTexts([-2e-9, 0, 2e-9], 2e-9)).toEqual(["−2×10⁻⁹", "0", "2×10⁻⁹"]);
});

test("large numbers keep the digits in which they differ", () => {
  expect(stepTexts([1e9, 1e9 + 5], 5)).toEqual(["1\u202f000\u202f000\u202f000", "1\u202f000\u202f000\u202f005"]);
});

test("powers of ten are all written as numbers or all as powers", () => {
  expect(powerOfTenTexts([-2, 0, 2])).toEqual(["0.01", "1", "100"]);
  expect(powerOfTenTexts([-9, 0])).toEqual(["10⁻⁹", "10⁰"]);
});
