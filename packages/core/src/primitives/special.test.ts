import { describe, expect, test } from "vitest";
import { digamma, gammaTail, logGamma } from "./special.js";

describe("logGamma", () => {
  test("is the logarithm of factorials and of √π at one half, relative 1e-13", () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n++) {
      expect(Math.abs(logGamma(n) - Math.log(factorial))).toBeLessThan(1e-13 * (1 + Math.log(factorial)));
      factorial *= n;
    }
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
  });
});

describe("digamma", () => {
  test("is −γ at 1, −γ − ln 4 at one half and the harmonic sum less γ at whole numbers, to 1e-13", () => {
    const gamma = 0.5772156649015329;
    expect(digamma(1)).toBeCloseTo(-gamma, 13);
    expect(digamma(0.5)).toBeCloseTo(-gamma - Math.log(4), 13);
    let harmonic = 0;
    for (let k = 1; k < 1000; k++) harmonic += 1 / k;
    expect(digamma(1000)).toBeCloseTo(harmonic - gamma, 13);
  });
});

describe("gammaTail", () => {
  test("with shape 1 is e⁻ˣ, with shape 3 e⁻ˣ(1 + x + x²/2), from the center to far tails", () => {
    for (const x of [0.01, 0.5, 1, 2, 5, 20, 100, 500]) {
      expect(gammaTail(1, x) / Math.exp(-x)).toBeCloseTo(1, 10);
      expect(gammaTail(3, x) / (Math.exp(-x) * (1 + x + (x * x) / 2))).toBeCloseTo(1, 10);
    }
  });
  test("with shape 1/2 is the tail of a squared normal: 0.05 at 1.959964²/2", () => {
    expect(gammaTail(0.5, 1.959963984540054 ** 2 / 2)).toBeCloseTo(0.05, 12);
  });
  test("is 1 at and below 0", () => expect([gammaTail(2, 0), gammaTail(2, -1)]).toEqual([1, 1]));
});
