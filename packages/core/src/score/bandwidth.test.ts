import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { kde } from "./kde.js";
import { medianDistance, silvermanBandwidths } from "./kernel.js";
import { pairScores } from "./pair-scores.js";
import { stein } from "./stein.js";

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
