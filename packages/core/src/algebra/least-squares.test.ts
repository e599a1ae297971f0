import { describe, expect, test } from "vitest";
import type { Matrix } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { leastSquares } from "./least-squares.js";

function randomMatrix(rows: number, cols: number, seed: number): Matrix {
  const rng = seededRng(seed);
  return { data: Float64Array.from({ length: rows * cols }, () => rng.normal()), rows, cols };
}

function times({ data, rows, cols }: Matrix, a: ArrayLike<number>): Float64Array {
  const out = new Float64Array(rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[i] += data[i * cols + j] * a[j];
  return out;
}

/** A problem with its design in memory. */
function solve({ data, rows, cols }: Matrix, target: Float64Array, ridge = 0) {
  const rowInto = (i: number, out: Float64Array) => {
    out.set(data.subarray(i * cols, (i + 1) * cols));
    return target[i];
  };
  return leastSquares({ rows, cols, rowInto }, ridge);
}

const worstGap = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i])));

describe("leastSquares", () => {
  test("recovers the coefficients of a consistent system to 1e-12", () => {
    const design = randomMatrix(50, 6, 1);
    const truth = [1, -2, 3, 0.5, 0, -0.25];
    const { coefficients, rank } = solve(design, times(design, truth));
    expect(rank).toBe(6);
    expect(worstGap(coefficients, truth)).toBeLessThan(1e-12);
  });

  test("leaves a residual orthogonal to every column, to 1e-12", () => {
    const design = randomMatrix(80, 5, 2);
    const target = randomMatrix(80, 1, 3).data;
    const fitted = times(design, solve(design, target).coefficients);
    for (let j = 0; j < 5; j++) {
      let dot = 0;
      for (let i = 0; i < 80; i++) dot += design.data[i * 5 + j] * (target[i] - fitted[i]);
      expect(Math.abs(dot)).toBeLessThan(1e-12);
    }
  });

  test("shares a duplicated column's coefficient equally: the minimum-norm solution", () => {
    const one = randomMatrix(40, 1, 4).data;
    const design = { data: Float64Array.from({ length: 80 }, (_, i) => one[i >> 1]), rows: 40, cols: 2 };
    const { coefficients, rank } = solve(
      design,
      one.map((value) => 3 * value),
    );
    expect(rank).toBe(1);
    expect(worstGap(coefficients, [1.5, 1.5])).toBeLessThan(1e-12);
  });

  test("keeps digits where the normal equations lose them: Läuchli's matrix with e = 1e-8", () => {
    const e = 1e-8;
    const design = { data: Float64Array.of(1, 1, e, 0, 0, e), rows: 3, cols: 2 };
    const { coefficients } = solve(design, Float64Array.of(2, e, e));
    expect(worstGap(coefficients, [1, 1])).toBeLessThan(1e-7);
  });

  test("ridge solves (AᵀA/n + ridge·I) a = Aᵀb/n, to 1e-12", () => {
    const design = randomMatrix(30, 3, 5);
    const target = randomMatrix(30, 1, 6).data;
    const ridge = 0.3;
    const { coefficients } = solve(design, target, ridge);
    const gap = target.map((value, i) => value - times(design, coefficients)[i]);
    for (let j = 0; j < 3; j++) {
      let gradient = -ridge * coefficients[j];
      for (let i = 0; i < 30; i++) gradient += (design.data[i * 3 + j] * gap[i]) / 30;
      expect(Math.abs(gradient)).toBeLessThan(1e-12);
    }
  });

  test("fewer rows than columns: fits exactly with the smallest coefficients", () => {
    const design = { data: Float64Array.of(1, 2, 2), rows: 1, cols: 3 };
    const { coefficients, rank } = solve(design, Float64Array.of(9));
    expect(rank).toBe(1);
    expect(worstGap(coefficients, [1, 2, 2])).toBeLessThan(1e-12);
  });

  test("a column whose squares underflow is left out, not divided by", () => {
    const design = { data: Float64Array.of(1, 0, 2, 1e-300, 3, 0, 4, 0), rows: 4, cols: 2 };
    const { coefficients, rank } = solve(design, Float64Array.of(2, 4, 6, 8));
    expect(rank).toBe(1);
    expect(worstGap(coefficients, [2, 0])).toBeLessThan(1e-12);
  });

  test("many chunks give the same as one: 2,000 rows, 1e-12", () => {
    const design = randomMatrix(2000, 4, 8);
    const truth = [0.5, -1, 2, 4];
    expect(worstGap(solve(design, times(design, truth)).coefficients, truth)).toBeLessThan(1e-12);
  });

  test("a zero design gives zero coefficients and rank 0", () => {
    const design = { data: new Float64Array(12), rows: 6, cols: 2 };
    const { coefficients, rank } = solve(design, Float64Array.of(1, 2, 3, 4, 5, 6));
    expect([...coefficients, rank]).toEqual([0, 0, 0]);
  });
});

// The square of 10⁻¹⁵⁸ is barely a double, and its inverse overflows.
test.each([1e-150, 1e-158, 1e-162, 1e-170])("a column of size %f counts as 0 and leaves the others alone", (size) => {
  const rowInto = (i: number, out: Float64Array) => {
    out.set([1, size * i]);
    return i;
  };
  const { coefficients, rank } = leastSquares({ rows: 10, cols: 2, rowInto });
  expect(rank).toBe(1);
  expect(coefficients[0]).toBeCloseTo(4.5, 12);
});
