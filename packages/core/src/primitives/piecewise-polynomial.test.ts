import { describe, expect, test } from "vitest";
import { antiderivative, pieceAt, pieceBound, piecewisePolynomial, piecewiseValue } from "./piecewise-polynomial.js";

// 2 before −1; 2 − (t + 1) + 3(t + 1)² up to 0.5; from there 7.25 + (t − 0.5)³.
const p = piecewisePolynomial([-1, 0.5], [[2], [2, -1, 3], [7.25, 0, 0, 1]]);

describe("piecewise polynomials", () => {
  test.each([
    [-4, 2],
    [-1, 2],
    [0, 4],
    [0.5, 7.25],
    [2.5, 15.25],
  ])("value at %d is %d", (t, value) => {
    expect(piecewiseValue(p, t)).toBe(value);
  });

  test("a break belongs to the piece on its right", () => {
    expect([-1.1, -1, 0.4, 0.5, 9].map((t) => pieceAt(p, t))).toEqual([0, 1, 1, 2, 2]);
  });

  test("the antiderivative is continuous and its differences are integrals, by hand to 1e-13", () => {
    const integral = antiderivative(p);
    const between = (from: number, to: number) => piecewiseValue(integral, to) - piecewiseValue(integral, from);
    expect(between(-3, -1)).toBeCloseTo(4, 13);
    // ∫₀^1.5 (2 − u + 3u²) du = 3 − 1.125 + 3.375.
    expect(between(-1, 0.5)).toBeCloseTo(5.25, 13);
    expect(between(0.5, 2.5)).toBeCloseTo(14.5 + 4, 13);
    expect(between(2.5, -3)).toBeCloseTo(-(4 + 5.25 + 18.5), 13);
    for (const knot of [-1, 0.5]) expect(between(knot - 1e-13, knot)).toBeLessThan(1e-11);
  });

  test("the bound of a part of a piece is above every value there, and exact for a monomial", () => {
    expect(pieceBound(p, 1, -1, 0.5)).toBeGreaterThanOrEqual(7.25);
    expect(pieceBound(p, 2, 0.5, 2.5)).toBe(15.25);
    expect(pieceBound(piecewisePolynomial([], [[0, -3]]), 0, -2, 1)).toBe(6);
  });

  test("needs one piece more than breaks", () => {
    expect(() => piecewisePolynomial([0], [[1]])).toThrow(/1 pieces; expected 2/);
  });
});
