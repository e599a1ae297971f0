import { describe, expect, test } from "vitest";
import { lowerNormalQuantile, normalLogDensity, normalShare } from "./special.js";

describe("the normal distribution", () => {
  // scipy.stats.norm.cdf and norm.ppf.
  test.each([
    [-8, 6.22096057427178e-16],
    [-3, 1.3498980316300933e-3],
    [-1, 0.15865525393145707],
    [0.5, 0.6914624612740131],
    [2, 0.9772498680518208],
  ])("share below %f: relative error < 1e-12", (t, share) => {
    expect(Math.abs(normalShare(t) / share - 1)).toBeLessThan(1e-12);
  });

  test("the quantile inverts the share to 1e-11, also at 1e-300", () => {
    for (const t of [-37, -20, -8, -3, -1, -0.2, -1e-3]) {
      expect(Math.abs(lowerNormalQuantile(Math.log(normalShare(t))) - t)).toBeLessThan(1e-11);
    }
    expect(lowerNormalQuantile(Math.log(0.025))).toBeCloseTo(-1.959963984540054, 12);
  });

  test("the density is the slope of the share", () => {
    const h = 1e-5;
    const slope = (normalShare(0.7 + h) - normalShare(0.7 - h)) / (2 * h);
    expect(Math.exp(normalLogDensity(0.7))).toBeCloseTo(slope, 9);
  });
});
