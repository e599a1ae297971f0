import { type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { symmetricSpectrum } from "./symmetric-spectrum.js";

const rng = seededRng(3);

function symmetric(k: number, entry: (i: number, j: number) => number): Matrix {
  const a = matrix(k, k);
  for (let i = 0; i < k; i++) for (let j = 0; j <= i; j++) a.data[i * k + j] = a.data[j * k + i] = entry(i, j);
  return a;
}

const times = ({ data, rows: k }: Matrix, v: Float64Array) =>
  v.map((_, i) => v.reduce((sum, value, j) => sum + data[i * k + j] * value, 0));
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
/** Σ λᵖ c², which must equal vᵀAᵖv. */
const moment = ({ values, coordinates }: ReturnType<typeof symmetricSpectrum>, p: number) =>
  values.reduce((sum, value, j) => sum + value ** p * coordinates[j] ** 2, 0);

describe("symmetricSpectrum", () => {
  test("second differences have the eigenvalues 2 − 2cos(πj/(k + 1)), to 1e-14", () => {
    const k = 40;
    const a = symmetric(k, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0));
    const { values } = symmetricSpectrum(a, new Float64Array(k));
    values.sort().forEach((value, j) => {
      expect(Math.abs(value - (2 - 2 * Math.cos((Math.PI * (j + 1)) / (k + 1))))).toBeLessThan(1e-14);
    });
  });

  test.each([
    ["dense", symmetric(25, () => rng.normal())],
    ["of rank one", symmetric(12, (i, j) => (i + 1) * (j + 1))],
    ["a multiple of the identity", symmetric(6, (i, j) => (i === j ? 3 : 0))],
    ["graded over twenty orders of magnitude", symmetric(12, (i, j) => 10 ** -(i + j))],
    ["one by one", symmetric(1, () => -2)],
    ["zero", symmetric(5, () => 0)],
  ])("a matrix that is %s: vᵀAᵖv = Σ λᵖc² for p = 0, 1, 2, 3, to 1e-13", (_, a) => {
    const v = Float64Array.from({ length: a.rows }, () => rng.normal());
    const copy = [a.data.slice(), v.slice()];
    const spectrum = symmetricSpectrum(a, v);
    let image = v;
    const norm = Math.max(...spectrum.values.map(Math.abs));
    for (let p = 0; p < 4; p++) {
      const scale = norm ** p * dot(v, v);
      expect(Math.abs(moment(spectrum, p) - dot(v, image))).toBeLessThanOrEqual(1e-13 * scale);
      image = times(a, image);
    }
    expect([a.data, v]).toEqual(copy);
  });
});
