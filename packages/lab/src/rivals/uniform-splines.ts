import type { Column, Matrix } from "@causal-velocity/core/primitives/columns.js";

/** B-splines at the rows of a column: of `size` functions only `width` neighbors differ from 0 at a row. */
export interface SplineRows {
  readonly size: number;
  readonly width: number;
  /** The first of those neighbors, for each row. */
  readonly first: Uint32Array;
  /** `width` numbers a row. */
  readonly values: Float64Array;
}

/**
 * B-splines on equal intervals between a column's extremes, with knots continued beyond them: `intervals + degree`
 * functions that sum to 1.
 *
 * @cost O(n·degree²) time, 8n(degree + 1) bytes
 */
export function uniformSplineRows(column: Column, intervals: number, degree: number): SplineRows {
  const n = column.length;
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const width = degree + 1;
  const first = new Uint32Array(n);
  const values = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    const place = ((column[i] - lowest) / (highest - lowest)) * intervals;
    first[i] = Math.min(Math.floor(place), intervals - 1);
    cardinalSplinesInto(place - first[i], degree, values.subarray(i * width, (i + 1) * width));
  }
  return { size: intervals + degree, width, first, values };
}

/** The splines of equal intervals of length 1 that do not vanish at t in [0, 1] of one of them (Cox and de Boor). */
function cardinalSplinesInto(t: number, degree: number, out: Float64Array): void {
  out[0] = 1;
  for (let p = 1; p <= degree; p++) {
    let carried = 0;
    for (let r = 0; r < p; r++) {
      const share = out[r] / p;
      out[r] = carried + (r + 1 - t) * share;
      carried = (t + p - 1 - r) * share;
    }
    out[p] = carried;
  }
}

/** Writes Σ_k coefficients_k B_k at every row. @cost O(n·width) */
export function splineSumInto(rows: SplineRows, coefficients: ArrayLike<number>, out: Column): void {
  const { width, first, values } = rows;
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let r = 0; r < width; r++) sum += coefficients[first[i] + r] * values[i * width + r];
    out[i] = sum;
  }
}

/** Σ_i B_k(i)·column_i for every k. @cost O(n·width) */
export function splineMoments(rows: SplineRows, column: Column): Float64Array {
  const { size, width, first, values } = rows;
  const out = new Float64Array(size);
  for (let i = 0; i < column.length; i++) {
    for (let r = 0; r < width; r++) out[first[i] + r] += values[i * width + r] * column[i];
  }
  return out;
}

/** Σ_i weight_i B_k(i)B_l(i), a symmetric band matrix. @cost O(n·width²/2) */
export function splineGram(rows: SplineRows, weight: Column): Matrix {
  const { size, width, first, values } = rows;
  const data = new Float64Array(size * size);
  for (let i = 0; i < weight.length; i++) {
    const start = i * width;
    for (let r = 0; r < width; r++) {
      const scaled = weight[i] * values[start + r];
      const line = (first[i] + r) * size + first[i];
      for (let c = 0; c <= r; c++) data[line + c] += scaled * values[start + c];
    }
  }
  for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) data[l * size + k] = data[k * size + l];
  return { data, rows: size, cols: size };
}
