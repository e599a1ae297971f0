import { describe, expect, test } from "vitest";
import { mersenneTwister, seededRng, threefry, threefryKey, threefryNormals } from "./random.js";

describe("threefry", () => {
  test("encrypts the published check vector of key 0, counter 0", () => {
    expect(threefry([0, 0], [0, 0])).toEqual([0x6b200159, 0x99ba4efe]);
  });
  test("encrypts the published check vectors of all-ones and of pi digits", () => {
    const ones = 0xffffffff;
    expect(threefry([ones, ones], [ones, ones])).toEqual([0x1cb996fc, 0xbb002be7]);
    expect(threefry([0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3])).toEqual([0xc4923a9c, 0x483df7a0]);
  });
  test("splits a seed above 2^32 into high and low words", () => {
    expect(threefryKey(3 * 2 ** 32 + 7)).toEqual([3, 7]);
  });
});

describe("seededRng", () => {
  const draw = (seed: number, count: number, kind: "uniform" | "normal"): number[] => {
    const rng = seededRng(seed);
    return Array.from({ length: count }, () => rng[kind]());
  };

  test("repeats for one seed and differs between seeds", () => {
    expect(draw(7, 20, "normal")).toEqual(draw(7, 20, "normal"));
    expect(draw(7, 20, "normal")).not.toEqual(draw(8, 20, "normal"));
  });
  test("a split stream depends on seed and label, not on earlier draws", () => {
    const fresh = seededRng(1);
    const used = seededRng(1);
    for (let i = 0; i < 10; i++) used.uniform();
    expect(used.split("noise").uniform()).toBe(fresh.split("noise").uniform());
    expect(fresh.split("noise").uniform()).not.toBe(fresh.split("cause").uniform());
  });
  test("uniform fills [0, 1) evenly: chi-square of 20 cells below its 0.999 point 43.8", () => {
    const cells = new Array(20).fill(0);
    for (const u of draw(3, 20000, "uniform")) cells[Math.floor(20 * u)] += 1;
    expect(cells.reduce((sum, c) => sum + (c - 1000) ** 2 / 1000, 0)).toBeLessThan(43.8);
  });
  test("normal has the first four moments of N(0, 1) within four standard errors, n = 40000", () => {
    const z = draw(11, 40000, "normal");
    const moment = (p: number) => z.reduce((sum, v) => sum + v ** p, 0) / z.length;
    const standardErrors = [1, 2, 15, 96].map((variance) => Math.sqrt(variance / z.length));
    [0, 1, 0, 3].forEach((expected, i) => {
      expect(Math.abs(moment(i + 1) - expected)).toBeLessThan(4 * standardErrors[i]);
    });
  });
});

/** Spacing of single-precision numbers, relative: the published ones come from a polynomial good to about two. */
const SINGLE_PRECISION = 2 ** -23;

test("the published stream: the first three normals of seed 0, to twice single precision", () => {
  const published = [1.6226422, 2.0252647, -0.43359444];
  threefryNormals(0, 3).forEach((value, j) => {
    expect(Math.abs(value / published[j] - 1)).toBeLessThan(2 * SINGLE_PRECISION);
  });
});

test("fewer numbers are the first of more, and every seed, also above 2³², has its own", () => {
  expect(threefryNormals(7, 5)).toEqual(threefryNormals(7, 50).subarray(0, 5));
  const firsts = [0, 1, 444, 2 ** 32, 2 ** 32 + 1].map((seed) => threefryNormals(seed, 1)[0]);
  expect(new Set(firsts).size).toBe(5);
});

test("20,000 numbers have the moments of a standard normal, each within four standard errors", () => {
  const n = 20_000;
  const draws = threefryNormals(3, n);
  const moment = (power: number) => draws.reduce((sum, value) => sum + value ** power, 0) / n;
  // Variances of z, z², z³ and z⁴ are 1, 2, 15 and 96.
  [
    [1, 0, 1],
    [2, 1, 2],
    [3, 0, 15],
    [4, 3, 96],
  ].forEach(([power, mean, variance]) => {
    expect(Math.abs(moment(power) - mean)).toBeLessThan(4 * Math.sqrt(variance / n));
  });
});

// From numpy's RandomState, which has the same seeding.
test.each([
  [711, 0, 2393827738],
  [711, 1, 3049425505],
  [711, 700, 737060313],
  [711, 1299, 2258675557],
  [5489, 0, 3499211612],
  [5489, 2, 3890346734],
])("seed %i, word %i", (seed, index, expected) => {
  const next = mersenneTwister(seed);
  for (let i = 0; i < index; i++) next();
  expect(next()).toBe(expected);
});
