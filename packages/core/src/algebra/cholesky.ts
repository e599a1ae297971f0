import { addCombination, type Column, type Matrix } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";

/** Columns factored together: a block of this many columns of 2,000 rows stays in the second-level cache. */
const BLOCK_COLUMNS = 48;

/**
 * Overwrites the lower triangle of a symmetric positive definite matrix with its Cholesky factor L, A = LLᵀ.
 *
 * The upper triangle is neither read nor written. Right-looking and blocked: factor a block of columns, then subtract
 * its outer product from the rest, two rows by two columns at a time so that four sums run side by side.
 * @cost n³/6 multiplications and as many additions, in place
 * @throws RangeError if a pivot is not positive
 */
export function choleskyInPlace(a: Matrix): void {
  const n = a.rows;
  const l = a.data;
  for (let start = 0; start < n; start += BLOCK_COLUMNS) {
    const end = Math.min(start + BLOCK_COLUMNS, n);
    factorBlockColumns(l, n, start, end);
    subtractOuterProduct(l, n, start, end);
  }
}

/** Factors columns start..end of all rows below start; earlier columns have been subtracted already. */
function factorBlockColumns(l: Float64Array, n: number, start: number, end: number): void {
  for (let j = start; j < end; j++) {
    const rowJ = j * n;
    let pivot = l[rowJ + j];
    for (let k = start; k < j; k++) pivot -= l[rowJ + k] * l[rowJ + k];
    if (!(pivot > 0)) {
      throw new RangeError(`choleskyInPlace: pivot ${j} of ${n} is ${pivot}; the matrix must be positive definite`);
    }
    const diagonal = Math.sqrt(pivot);
    l[rowJ + j] = diagonal;
    for (let i = j + 1; i < n; i++) {
      const rowI = i * n;
      let sum = l[rowI + j];
      for (let k = start; k < j; k++) sum -= l[rowI + k] * l[rowJ + k];
      l[rowI + j] = sum / diagonal;
    }
  }
}

/** Subtracts, from the lower triangle below row `end`, the product of the freshly factored columns with themselves. */
function subtractOuterProduct(l: Float64Array, n: number, start: number, end: number): void {
  for (let i = end; i < n; i += 2) {
    const hasNextRow = i + 1 < n;
    const row0 = i * n;
    const row1 = hasNextRow ? row0 + n : row0;
    for (let j = end; j <= i; j += 2) {
      const column0 = j * n;
      const column1 = j + 1 < n ? column0 + n : column0;
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      for (let k = start; k < end; k++) {
        const p = l[row0 + k];
        const q = l[row1 + k];
        const r = l[column0 + k];
        const s = l[column1 + k];
        s00 += p * r;
        s01 += p * s;
        s10 += q * r;
        s11 += q * s;
      }
      l[row0 + j] -= s00;
      if (j + 1 <= i) l[row0 + j + 1] -= s01;
      if (hasNextRow) {
        l[row1 + j] -= s10;
        if (j + 1 <= i + 1) l[row1 + j + 1] -= s11;
      }
    }
  }
}

/**
 * Overwrites b with the solution of LLᵀ z = b, L from `choleskyInPlace`. @cost n² multiplications and as many additions
 */
export function choleskySolveInPlace(factor: Matrix, b: Float64Array): void {
  const n = factor.rows;
  const l = factor.data;
  for (let i = 0; i < n; i++) {
    const row = i * n;
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= l[row + k] * b[k];
    b[i] = sum / l[row + i];
  }
  // Backward by columns of Lᵀ, that is rows of L, so that memory is read in order.
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n;
    const z = b[i] / l[row + i];
    b[i] = z;
    for (let k = 0; k < i; k++) b[k] -= l[row + k] * z;
  }
}

/** Rounding of a Gram matrix's trace, per row: no factor can leave out less. */
export const ROUNDING_PER_ROW = 1e-15;

/** A factor of a Gaussian Gram matrix, K ≈ LᵀL: `rank` rows of one number per point. */
export interface LowRankFactor {
  readonly rows: readonly Column[];
  /** Trace of K − LᵀL, which is positive semidefinite: an upper bound of its norm. */
  readonly trace: number;
}

/** A later point is the pivot only if its residual is larger by this factor: rounding must not choose among equal ones. */
const CLEARLY = 1.001;

/**
 * Greedy pivoted Cholesky of exp(−|u_i − u_k|²/2): the next point has the largest residual, or nearly, until the
 * trace of the residual is at most `tolerance` or the factor would exceed `memoryLimit` bytes.
 *
 * Gram matrices of one or two columns have tiny numerical rank (20 to 300), whatever the number of points.
 * @cost O(n·rank²) time, 8·n·rank bytes
 */
export function pivotedCholesky(points: readonly Column[], tolerance: number, memoryLimit: number): LowRankFactor {
  const n = points[0].length;
  const residual = new Float64Array(n).fill(1);
  const rows: Column[] = [];
  for (;;) {
    let trace = 0;
    let pivot = 0;
    for (let i = 0; i < n; i++) {
      trace += residual[i];
      if (residual[i] > CLEARLY * residual[pivot]) pivot = i;
    }
    const full = 8 * n * (rows.length + 1) > memoryLimit;
    if (trace <= tolerance || full || rows.length === n) return { rows, trace };
    const row = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let square = 0;
      for (const column of points) square += (column[i] - column[pivot]) * (column[i] - column[pivot]);
      row[i] = exp(-0.5 * square);
    }
    addCombination(
      row,
      rows,
      rows.map((earlier) => -earlier[pivot]),
    );
    const scale = 1 / Math.sqrt(residual[pivot]);
    for (let i = 0; i < n; i++) {
      row[i] *= scale;
      residual[i] = Math.max(0, residual[i] - row[i] * row[i]);
    }
    residual[pivot] = 0;
    rows.push(row);
  }
}
