import { expect, test } from "vitest";
import { threefryNormals } from "./random.js";

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
