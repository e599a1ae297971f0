import { describe, expect, test } from "vitest";
import {
  chebyshevAntiderivative,
  chebyshevCoefficients,
  chebyshevDerivative,
  chebyshevInto,
  chebyshevRoots,
  chebyshevSlopesInto,
  chebyshevSum,
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

  test("T_k′(cos a) = k sin ka / sin a, to 1e-11", () => {
    const [terms, slopes] = [new Float64Array(16), new Float64Array(16)];
    for (const a of [0.3, 1.1, 2.5]) {
      chebyshevInto(Math.cos(a), terms);
      chebyshevSlopesInto(Math.cos(a), terms, slopes);
      slopes.forEach((value, k) => {
        expect(Math.abs(value - (k * Math.sin(k * a)) / Math.sin(a))).toBeLessThan(1e-11);
      });
    }
  });

  // Degree 19 leaves an error of 2·10⁻²⁵ in e^t; a derivative multiplies rounding by up to the square of the degree.
  test("e^t, its derivative and its antiderivative from −1, each to 1e-12", () => {
    const series = chebyshevCoefficients(chebyshevRoots(20).map(Math.exp), 20, 1);
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

  test("s²t³ has the coefficients ½·¼·(T_0 + T_2)(3T_1 + T_3) and no others, to 1e-15", () => {
    const [p, q] = [5, 6];
    const [s, t] = [chebyshevRoots(p), chebyshevRoots(q)];
    const values = Float64Array.from({ length: p * q }, (_, i) => s[Math.floor(i / q)] ** 2 * t[i % q] ** 3);
    const expected = new Float64Array(p * q);
    for (const j of [0, 2]) {
      expected[j * q + 1] = 3 / 8;
      expected[j * q + 3] = 1 / 8;
    }
    chebyshevCoefficients(values, p, q).forEach((value, i) => {
      expect(Math.abs(value - expected[i])).toBeLessThan(1e-15);
    });
  });
});
