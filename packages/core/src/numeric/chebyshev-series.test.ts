import { describe, expect, test } from "vitest";
import { chebyshevRoots } from "./chebyshev.js";
import { chebyshevCoefficients, chebyshevInto } from "./chebyshev-series.js";

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
