import { describe, expect, test } from "vitest";
import { piecewiseChebyshev } from "./chebyshev.js";

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
