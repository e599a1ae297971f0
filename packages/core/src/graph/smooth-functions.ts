import { choleskyInPlace } from "../algebra/cholesky.js";
import { symmetricEigen } from "../algebra/eigenvalues.js";
import type { ComputeOptions } from "../compute/routines.js";
import { type Column, type Matrix, matrix } from "../primitives/columns.js";
import { quantileSpline, SPLINES_AT_ONCE, type SplineBasis, splineCubics } from "../velocity/spline.js";

/**
 * Functions of one column, the smoothest first, with mean 0, mean square 1 and no correlation over its rows. The first
 * is the column itself, which must be standardized.
 */
export interface SmoothFunctions {
  /** One column for each function. */
  readonly atRows: readonly Column[];
  /** Writes every function at a value; beyond the smallest and the largest row only the first one changes. */
  atInto(value: number, out: Float64Array): void;
}

/** Share of the mean on the diagonal of a Gram matrix, so that columns with few different values have a factor. */
const GRAM_RIDGE = 1e-10;
/** A function whose mean square over the rows is below this half of 1 lives between the values of the column. */
const SMALLEST_MEAN_SQUARE = 0.5;

/**
 * Smooth functions of a standardized column: cubic splines with knots at quantiles, turned so that they are orthogonal
 * over the rows and that their second derivatives are orthogonal too.
 *
 * These are the functions in which a smoothing spline acts by shrinking coefficients (Demmler and Reinsch). A column of
 * k different values has at most k − 1 of them.
 * @param count wanted; ties may leave fewer     @cost O(n·count)
 */
export function smoothFunctions(column: Column, count: number, compute: ComputeOptions = {}): SmoothFunctions {
  const basis = quantileSpline(column, Math.max(count + 1, SPLINES_AT_ONCE), compute);
  const curves = curvedCombinations(column, basis);
  const values = new Float64Array(basis.size);
  const slopes = new Float64Array(basis.size);
  const n = column.length;
  const raw = curves.map(() => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    basis.evaluateInto(column[i], values, slopes);
    const first = basis.firstAt(column[i]);
    curves.forEach((curve, k) => {
      let sum = 0;
      for (let r = first; r < first + SPLINES_AT_ONCE; r++) sum += curve[r] * values[r];
      raw[k][i] = sum;
    });
  }
  const usable: {
    readonly curve: Float64Array;
    readonly atRows: Column;
    readonly mean: number;
    readonly sd: number;
  }[] = [];
  raw.forEach((atRows, k) => {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += atRows[i] / n;
    let square = 0;
    for (let i = 0; i < n; i++) square += ((atRows[i] - mean) * (atRows[i] - mean)) / n;
    if (!(square > SMALLEST_MEAN_SQUARE) || usable.length + 1 >= count) return;
    const sd = Math.sqrt(square);
    usable.push({ curve: curves[k], atRows: atRows.map((value) => (value - mean) / sd), mean, sd });
  });
  return {
    atRows: [column, ...usable.map(({ atRows }) => atRows)],
    atInto(value, out) {
      basis.evaluateInto(value, values, slopes);
      out[0] = value;
      usable.forEach(({ curve, mean, sd }, k) => {
        let sum = 0;
        for (let r = 0; r < curve.length; r++) sum += curve[r] * values[r];
        out[k + 1] = (sum - mean) / sd;
      });
    },
  };
}

/** Coefficients of the splines for each function that is not a straight line, the smoothest first. */
function curvedCombinations(column: Column, basis: SplineBasis): Float64Array[] {
  const { size } = basis;
  const factor = gramOf(column, basis);
  let trace = 0;
  for (let k = 0; k < size; k++) trace += factor.data[k * size + k];
  for (let k = 0; k < size; k++) factor.data[k * size + k] += (GRAM_RIDGE * trace) / size;
  choleskyInPlace(factor);
  const rough = roughnessOf(basis);
  // L⁻¹RL⁻ᵀ: solve from the left, transpose, solve again.
  for (let pass = 0; pass < 2; pass++) {
    for (let c = 0; c < size; c++) {
      for (let i = 0; i < size; i++) {
        let sum = rough[i * size + c];
        for (let k = 0; k < i; k++) sum -= factor.data[i * size + k] * rough[k * size + c];
        rough[i * size + c] = sum / factor.data[i * size + i];
      }
    }
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) {
        const upper = rough[j * size + i];
        rough[j * size + i] = rough[i * size + j];
        rough[i * size + j] = upper;
      }
    }
  }
  const { vectors } = symmetricEigen(rough, size);
  // The two that are not rough at all are constants and straight lines.
  return vectors.slice(2).map((vector) => {
    const out = vector.slice();
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) out[i] -= factor.data[k * size + i] * out[k];
      out[i] /= factor.data[i * size + i];
    }
    return out;
  });
}

/** Means over the rows of products of splines. */
function gramOf(column: Column, basis: SplineBasis): Matrix {
  const { size } = basis;
  const gram = matrix(size, size);
  const values = new Float64Array(size);
  const slopes = new Float64Array(size);
  for (let i = 0; i < column.length; i++) {
    basis.evaluateInto(column[i], values, slopes);
    const first = basis.firstAt(column[i]);
    for (let r = first; r < first + SPLINES_AT_ONCE; r++) {
      for (let s = first; s <= r; s++) gram.data[r * size + s] += (values[r] * values[s]) / column.length;
    }
  }
  return gram;
}

/** Integrals of products of second derivatives of splines. */
function roughnessOf(basis: SplineBasis): Float64Array {
  const { size, breaks } = basis;
  const cubics = splineCubics(basis);
  const rough = new Float64Array(size * size);
  const bend = new Float64Array(SPLINES_AT_ONCE);
  const turn = new Float64Array(SPLINES_AT_ONCE);
  for (let j = 0; j + 1 < breaks.length; j++) {
    const width = breaks[j + 1] - breaks[j];
    for (let r = 0; r < SPLINES_AT_ONCE; r++) {
      const at = SPLINES_AT_ONCE * SPLINES_AT_ONCE * j + r;
      bend[r] = 2 * cubics[at + 2 * SPLINES_AT_ONCE];
      turn[r] = 6 * cubics[at + 3 * SPLINES_AT_ONCE];
    }
    for (let r = 0; r < SPLINES_AT_ONCE; r++) {
      for (let s = 0; s < SPLINES_AT_ONCE; s++) {
        // ∫(a + bt)(c + dt)dt from 0 to 1; derivatives along t are those along the column times its width.
        const integral = bend[r] * bend[s] + (bend[r] * turn[s] + turn[r] * bend[s]) / 2 + (turn[r] * turn[s]) / 3;
        rough[(j + r) * size + j + s] += integral / (width * width * width);
      }
    }
  }
  return rough;
}
