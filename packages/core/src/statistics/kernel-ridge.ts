import { pivotedCholesky, ROUNDING_PER_ROW } from "../algebra/cholesky.js";
import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { addCombination, type Column } from "../primitives/columns.js";
import { memoryExceeded } from "../primitives/errors.js";
import { sortedColumn } from "./sorted-column.js";

/** Trace of the kernel matrix that its factor may leave out; a million times below any sensible ridge. */
const RIDGE_TRACE = 1e-12;

/**
 * Factor of the kernel matrix exp(−d²/(2·bandwidth²)) of a column: rows f_k with Σ_k f_k(i)f_k(j) = K_ij to 10⁻¹².
 *
 * From the points in ascending order, so that the order of the rows does not choose the pivots, and always from the
 * points themselves: the routines' features have errors of 10⁻¹² per entry, which a small ridge would amplify.
 * @cost O(n·rank²); the rank grows with range/bandwidth, 30 for standard normals and a bandwidth of 1
 * @throws InputError `memory-exceeded`
 */
export function kernelFactor(column: Column, bandwidth: number, compute: ComputeOptions = {}): readonly Column[] {
  const { memoryLimit } = computeOptions(compute);
  const n = column.length;
  const { ascending, order } = sortedColumn(column, compute);
  const scaled = ascending.map((value) => value / bandwidth);
  const tolerance = Math.max(RIDGE_TRACE, ROUNDING_PER_ROW * n);
  const { rows, trace } = pivotedCholesky([scaled], tolerance, memoryLimit);
  if (trace > tolerance && rows.length < n) throw memoryExceeded("kernel regression", n, memoryLimit);
  return rows.map((row) => {
    const out = new Float64Array(n);
    for (let place = 0; place < n; place++) out[order[place]] = row[place];
    return out;
  });
}

/**
 * Residual of kernel ridge regression, which is also the posterior mean of a Gaussian process: y − K(K + ridge·I)⁻¹y
 * for K given by its factor.
 *
 * With K = LᵀL this is the least-squares problem |y − Lᵀw|² + ridge·|w|², solved by Householder's triangle of its n + k
 * rows: its condition number is the square root of that of K + ridge·I.
 * @cost O(n·rank²)
 */
export function ridgeResidual(
  factor: readonly Column[],
  target: Column,
  ridge: number,
  compute: ComputeOptions = {},
): Column {
  const { routines } = computeOptions(compute);
  const n = target.length;
  const k = factor.length;
  const root = Math.sqrt(ridge);
  const { triangle, rotated } = routines.triangularize({
    rows: n + k,
    cols: k,
    rowInto(i, out) {
      if (i < n) {
        for (let j = 0; j < k; j++) out[j] = factor[j][i];
        return target[i];
      }
      out.fill(0);
      out[i - n] = root;
      return 0;
    },
  });
  const weights = solveTriangle(triangle.data, rotated);
  const residual = target.slice();
  addCombination(
    residual,
    factor,
    weights.map((weight) => -weight),
  );
  return residual;
}

/** Rw = b for an upper triangle without zeros on its diagonal. */
function solveTriangle(r: Float64Array, b: Float64Array): Float64Array {
  const k = b.length;
  const w = new Float64Array(k);
  for (let i = k - 1; i >= 0; i--) {
    let sum = b[i];
    for (let j = i + 1; j < k; j++) sum -= r[i * k + j] * w[j];
    w[i] = sum / r[i * k + i];
  }
  return w;
}
