import { describe, expect, test } from "vitest";
import {
  chebyshevAntiderivative,
  chebyshevCoefficients,
  chebyshevDerivative,
  chebyshevInto,
  chebyshevRoots,
  chebyshevSum,
  piecewiseChebyshev,
} from "./chebyshev.js";

describe("Chebyshev series", () => {
  test("T_k(cos a) = cos ka, to 1e-13", () => {
    const terms = new Float64Array(16);
    for (const a of [0, 0.3, 1.1, 2.5, Math.PI]) {
      chebyshevInto(Math.cos(a), terms);
      terms.forEach((value, k) => {
        expect(Math.abs(value - Math.cos(k * a))).toBeLessThan(1e-13);
      });
    }
  });

  // At degree 19 e^t is left out by 2·10⁻²⁵; a derivative takes up to the square of the degree in roundings.
  test("e^t, its derivative and its antiderivative from −1, each to 1e-12", () => {
    const series = chebyshevCoefficients(chebyshevRoots(20).map(Math.exp));
    const [slope, area] = [chebyshevDerivative(series), chebyshevAntiderivative(series)];
    for (const t of [-1, -0.7, 0, 0.2, 1]) {
      expect(Math.abs(chebyshevSum(series, t) - Math.exp(t))).toBeLessThan(1e-12);
      expect(Math.abs(chebyshevSum(slope, t) - Math.exp(t))).toBeLessThan(1e-12);
      expect(Math.abs(chebyshevSum(area, t) - chebyshevSum(area, -1) - Math.exp(t) + Math.exp(-1))).toBeLessThan(1e-12);
    }
  });

  test("of a constant the derivative is 0 and the antiderivative c·T_1", () => {
    expect(chebyshevDerivative(Float64Array.of(3))).toEqual(Float64Array.of(0));
    expect(chebyshevAntiderivative(Float64Array.of(3))).toEqual(Float64Array.of(0, 3));
  });

  test("t³ has the coefficients ¼(3T_1 + T_3) and no others, to 1e-15", () => {
    const values = chebyshevRoots(6).map((t) => t ** 3);
    const expected = [0, 3 / 4, 0, 1 / 4, 0, 0];
    chebyshevCoefficients(values).forEach((value, k) => {
      expect(Math.abs(value - expected[k])).toBeLessThan(1e-15);
    });
  });
});

describe("a tabulated function", () => {
  const f = (t: number) => Math.tanh(5 * t) + Math.cos(t);
  const df = (t: number) => 5 / Math.cosh(5 * t) ** 2 - Math.sin(t);
  const integral = (t: number) => Math.log(Math.cosh(5 * t)) / 5 + Math.sin(t);
  const table = piecewiseChebyshev(f, -4, 6, 1e-13);
  const points = Array.from({ length: 200 }, (_, k) => -3.99 + (9.98 * k) / 199);

  test("has its value to 1e-12, its slope to 1e-10, its integral to 1e-12", () => {
    const slope = table.derivative();
    const whole = table.integral(0.5);
    for (const t of points) {
      expect(Math.abs(table.at(t) - f(t))).toBeLessThan(1e-12);
      expect(Math.abs(slope.at(t) - df(t))).toBeLessThan(1e-10);
      expect(Math.abs(whole.at(t) - integral(t) + integral(0.5))).toBeLessThan(1e-12);
    }
  });

  test("reports the error asked for, and needs fewer calls for a larger one", () => {
    let calls = 0;
    const counted = (t: number) => {
      calls += 1;
      return f(t);
    };
    expect(piecewiseChebyshev(counted, -4, 6, 1e-13).error).toBeLessThanOrEqual(1e-13);
    const many = calls;
    calls = 0;
    const loose = piecewiseChebyshev(counted, -4, 6, 1e-4);
    expect(calls).toBeLessThan(many / 2);
    expect(loose.error).toBeGreaterThan(1e-13);
    for (const t of points) expect(Math.abs(loose.at(t) - f(t))).toBeLessThan(1e-3);
  });

  test("halving ends at a kink, which the reported error shows", () => {
    expect(piecewiseChebyshev((t) => Math.abs(t - 0.1), -1, 1, 1e-13).error).toBeGreaterThan(1e-8);
  });
});
