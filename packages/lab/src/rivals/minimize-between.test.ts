import { describe, expect, test } from "vitest";
import { minimizeBetween } from "./gaussian-process-fit.js";

describe("minimizeBetween", () => {
  test.each([
    ["a parabola", (t: number) => (t - 0.3) ** 2, 0.3],
    ["a corner", (t: number) => Math.abs(t + 0.7), -0.7],
    ["a flat quartic", (t: number) => (t - 0.5) ** 4, 0.5],
    ["a skewed bowl", (t: number) => Math.exp(t) - 2 * t, Math.log(2)],
    ["a line that falls to the end", (t: number) => -t, 2],
    ["a line that rises from the start", (t: number) => t, -1],
  ])("%s", (_, f, at) => {
    const found = minimizeBetween(f, { low: -1, start: 0.1, high: 2, tolerance: 1e-7 });
    // A quartic changes by less than rounding within 10⁻⁴ of its minimum.
    expect(Math.abs(found.at - at)).toBeLessThan(f(at + 1e-4) - f(at) < 1e-15 ? 1e-3 : 3e-7);
    expect(found.value).toBe(f(found.at));
  });

  test("a smooth function takes about ten evaluations, none outside the interval", () => {
    let count = 0;
    const f = (t: number) => {
      count += 1;
      expect(t >= 0 && t <= 3).toBe(true);
      return Math.cosh(t - 1);
    };
    expect(minimizeBetween(f, { low: 0, start: 2, high: 3, tolerance: 1e-6 }).at).toBeCloseTo(1, 6);
    expect(count).toBeLessThan(20);
  });
});
