import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { type SplineRows, splineGram, splineMoments, splineSumInto, uniformSplineRows } from "./uniform-splines.js";

const rng = seededRng(8);
const column = Float64Array.from({ length: 300 }, () => rng.normal());
const weight = Float64Array.from({ length: 300 }, () => rng.uniform());

/** All functions at a row, zeros included. */
function fullRow({ size, width, first, values }: SplineRows, i: number): Float64Array {
  const row = new Float64Array(size);
  row.set(values.subarray(i * width, (i + 1) * width), first[i]);
  return row;
}

/** The cardinal B-spline of a degree by its definition: a sum of cut-off powers. */
function cardinal(t: number, degree: number): number {
  let sum = 0;
  let binomial = 1;
  let factorial = 1;
  for (let k = 2; k <= degree; k++) factorial *= k;
  for (let k = 0; k <= degree + 1; k++) {
    sum += (k % 2 === 0 ? 1 : -1) * binomial * Math.max(t - k, 0) ** degree;
    binomial *= (degree + 1 - k) / (k + 1);
  }
  return sum / factorial;
}

describe("B-splines at rows", () => {
  test("on equal intervals they are shifted cardinal splines, to 1e-10", () => {
    const rows = uniformSplineRows(column, 24, 5);
    expect(rows.size).toBe(29);
    const [lowest, highest] = [Math.min(...column), Math.max(...column)];
    for (const i of [0, 17, column.indexOf(lowest), column.indexOf(highest)]) {
      const place = ((column[i] - lowest) / (highest - lowest)) * 24;
      fullRow(rows, i).forEach((value, k) => {
        expect(value).toBeCloseTo(cardinal(place - k + 5, 5), 10);
      });
    }
  });

  test("sums, moments and weighted products are those of the full matrix, to 1e-12", () => {
    const rows = uniformSplineRows(column, 6, 3);
    const full = Array.from(column, (_, i) => fullRow(rows, i));
    const coefficients = Float64Array.from({ length: rows.size }, (_, k) => k - 3.5);
    const sums = new Float64Array(column.length);
    splineSumInto(rows, coefficients, sums);
    full.forEach((row, i) => {
      expect(sums[i]).toBeCloseTo(
        row.reduce((sum, value, k) => sum + value * coefficients[k], 0),
        12,
      );
    });
    const [moments, gram] = [splineMoments(rows, weight), splineGram(rows, weight)];
    for (let k = 0; k < rows.size; k++) {
      expect(moments[k]).toBeCloseTo(
        full.reduce((sum, row, i) => sum + row[k] * weight[i], 0),
        12,
      );
      for (let l = 0; l < rows.size; l++) {
        const expected = full.reduce((sum, row, i) => sum + row[k] * row[l] * weight[i], 0);
        expect(gram.data[k * rows.size + l]).toBeCloseTo(expected, 12);
      }
    }
  });
});
