import { describe, expect, test } from "vitest";
import {
  digamma,
  gammaTail,
  gaussLegendre,
  logGamma,
  lowerNormalQuantile,
  normalLogDensity,
  normalShare,
} from "./special.js";

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

test.each([1, 2, 5, 12, 16])("%d nodes integrate tᵏ exactly up to degree 2q − 1, to 1e-14, and no further", (q) => {
  const { nodes, weights } = gaussLegendre(q);
  const moment = (k: number) => nodes.reduce((sum, t, i) => sum + weights[i] * t ** k, 0);
  for (let k = 0; k < 2 * q; k++) expect(Math.abs(moment(k) - (k % 2 ? 0 : 2 / (k + 1)))).toBeLessThan(1e-14);
  // The error of t^2q is that of the monic Legendre polynomial's square: at least 4^(−2q) or so.
  expect(Math.abs(moment(2 * q) - 2 / (2 * q + 1))).toBeGreaterThan(16 ** -q / 2);
});

test("three nodes are −√(3/5), 0 and √(3/5) with weights 5/9, 8/9, 5/9", () => {
  const { nodes, weights } = gaussLegendre(3);
  [-Math.sqrt(0.6), 0, Math.sqrt(0.6)].forEach((node, i) => {
    expect(nodes[i]).toBeCloseTo(node, 15);
  });
  [5 / 9, 8 / 9, 5 / 9].forEach((weight, i) => {
    expect(weights[i]).toBeCloseTo(weight, 14);
  });
});

test("100 nodes: weights sum to 2, nodes ascend and are symmetric", () => {
  const { nodes, weights } = gaussLegendre(100);
  expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(2, 13);
  for (let k = 0; k < 100; k++) {
    if (k > 0) expect(nodes[k]).toBeGreaterThan(nodes[k - 1]);
    expect(nodes[k] + nodes[99 - k]).toBeCloseTo(0, 14);
  }
});
