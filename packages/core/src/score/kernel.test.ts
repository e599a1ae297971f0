import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { kde } from "./kde.js";
import {
  exponentialKernel,
  gaussianKernel,
  medianDistance,
  publishedExponentialKernel,
  silvermanBandwidths,
} from "./kernel.js";
import { pairScores } from "./pair-scores.js";
import { stein } from "./stein.js";

const OFFSET = Float64Array.of(0.3, -0.7);
const BANDWIDTH = Float64Array.of(0.9, 0.5);
const kernels = [gaussianKernel, exponentialKernel, publishedExponentialKernel];

/** Central differences of f in every direction. */
function differences(f: (offset: Float64Array) => number, step = 1e-6): number[] {
  return [0, 1].map((j) => {
    const moved = (by: number) => OFFSET.map((value, k) => (k === j ? value + by : value));
    return (f(moved(step)) - f(moved(-step))) / (2 * step);
  });
}

describe.each(kernels)("$name kernel", (kernel) => {
  const value = kernel.value(OFFSET, BANDWIDTH);

  test("its gradient equals differences of its value, 1e-9", () => {
    const gradient = new Float64Array(2);
    kernel.gradientInto(OFFSET, BANDWIDTH, value, gradient);
    differences((offset) => kernel.value(offset, BANDWIDTH)).forEach((difference, j) => {
      expect(Math.abs(difference - gradient[j])).toBeLessThan(1e-9);
    });
  });

  test("its slope's Jacobian equals differences of the slope, 1e-9", () => {
    const jacobian = new Float64Array(4);
    kernel.slopeJacobianInto(OFFSET, BANDWIDTH, value, jacobian);
    for (const i of [0, 1]) {
      const slopeAt = (offset: Float64Array) => {
        const slope = new Float64Array(2);
        kernel.slopeInto(offset, BANDWIDTH, kernel.value(offset, BANDWIDTH), slope);
        return slope[i];
      };
      differences(slopeAt).forEach((difference, j) => {
        expect(Math.abs(difference - jacobian[2 * i + j])).toBeLessThan(1e-9);
      });
    }
  });

  test("its mass is its integral over the line, by the trapezoid rule to 1e-6", () => {
    const step = 1e-3;
    let sum = 0;
    for (let t = -60; t <= 60; t += step) sum += step * kernel.value(Float64Array.of(t), Float64Array.of(1));
    expect(Math.abs(sum - kernel.mass(1))).toBeLessThan(1e-6);
  });

  test("its mass in the plane is 2π times the radial integral, to 1e-6", () => {
    const step = 1e-3;
    let sum = 0;
    for (let r = 0; r <= 80; r += step)
      sum += step * 2 * Math.PI * r * kernel.value(Float64Array.of(r, 0), Float64Array.of(1, 1));
    expect(Math.abs(sum - kernel.mass(2))).toBeLessThan(1e-5);
  });
});

test("the published slope is the gradient where the bandwidths are equal, and not elsewhere", () => {
  const slopes = (bandwidth: Float64Array) =>
    [exponentialKernel, publishedExponentialKernel].map((kernel) => {
      const slope = new Float64Array(2);
      kernel.slopeInto(OFFSET, bandwidth, kernel.value(OFFSET, bandwidth), slope);
      return slope;
    });
  const [exact, published] = slopes(Float64Array.of(0.9, 0.9));
  expect(Math.max(...exact.map((v, j) => Math.abs(v - published[j])))).toBeLessThan(1e-15);
  const [skewed, skewedPublished] = slopes(BANDWIDTH);
  expect(Math.abs(skewed[0] - skewedPublished[0])).toBeGreaterThan(0.01);
});

const rng = seededRng(6);
const normal = Float64Array.from({ length: 200 }, () => rng.normal());

describe("bandwidths", () => {
  test("a spread below 1e-12 is refused", () => {
    const crowded = normal.map((v, i) => (i === 0 ? 14 : 1e-13 * v));
    expect(() => medianDistance(crowded)).toThrow(expect.objectContaining({ code: "extreme-range" }));
    expect(() => silvermanBandwidths([crowded])).toThrow(expect.objectContaining({ code: "extreme-range" }));
    expect(medianDistance(normal.map((v) => 1e-11 * v))).toBeGreaterThan(1e-12);
  });

  test("Silverman falls back to the standard deviation where the interquartile range is 0", () => {
    const mostly = normal.map((v, i) => (i < 160 ? 0 : v));
    const [bandwidth] = silvermanBandwidths([mostly]);
    const mean = mostly.reduce((a, b) => a + b) / 200;
    const sd = Math.sqrt(mostly.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 200);
    expect(bandwidth).toBeCloseTo(1.06 * sd * 200 ** -0.2, 12);
  });

  test("an estimator's error names the column", () => {
    const pair = standardize(
      pairFromColumns(
        normal.map((v, i) => (i < 2 ? 1e13 * (i + 1) : v)),
        normal,
        { x: "mass", y: "y" },
      ),
    );
    expect(() => pairScores(pair, stein())).toThrow(/^column "mass": most values lie within/);
  });

  test("quadratic and cubic estimates refuse too many rows", () => {
    const long = new Float64Array(60_000).map((_, i) => i);
    expect(() => kde().estimate([long])).toThrow(expect.objectContaining({ code: "too-many-rows" }));
    expect(() => stein({ accuracy: "exact" }).estimate([long])).toThrow(
      expect.objectContaining({ code: "too-many-rows" }),
    );
  });
});
