import type { Matrix } from "../primitives/columns.js";
import { hypot } from "../primitives/elementary.js";

/**
 * The rows of a least-squares problem, computed a few at a time, so that the design of a million rows is never in memory.
 */
export type LeastSquaresProblem = LeastSquaresRows | LeastSquaresColumns;

/** A problem whose rows are computed one at a time. */
export interface LeastSquaresRows {
  readonly rows: number;
  readonly cols: number;
  /** Writes the design's row i and returns its target. */
  rowInto(i: number, out: Float64Array): number;
}

/** A problem whose rows are computed in blocks, column by column. */
export interface LeastSquaresColumns {
  readonly rows: number;
  readonly cols: number;
  /** Writes `count` rows, starting at row `from`, to the columns of the design; the last column is the target. */
  columnsInto(from: number, count: number, columns: readonly Float64Array[]): void;
}

/** Writes `count` rows of a problem to columns, the target last. */
export function designInto(
  problem: LeastSquaresProblem,
  from: number,
  count: number,
  columns: readonly Float64Array[],
): void {
  if ("columnsInto" in problem) {
    problem.columnsInto(from, count, columns);
    return;
  }
  const row = new Float64Array(problem.cols);
  for (let i = 0; i < count; i++) {
    columns[problem.cols][i] = problem.rowInto(from + i, row);
    for (let j = 0; j < problem.cols; j++) columns[j][i] = row[j];
  }
}

/** R of the design's QR factorization, cols × cols, and the leading part of Qᵀ·target. */
export interface LeastSquaresTriangle {
  readonly triangle: Matrix;
  readonly rotated: Float64Array;
}

/** How rows are triangularized: in plain TypeScript, or by the faster `Routines`. */
export interface Triangularize {
  triangularize(problem: LeastSquaresProblem): LeastSquaresTriangle;
}

/** In plain TypeScript. */
export const PLAIN_TRIANGLE: Triangularize = { triangularize: (problem) => triangularize(problem) };

/** A solution of `leastSquares`. */
export interface LeastSquaresSolution {
  readonly coefficients: Float64Array;
  /** Number of singular values above rounding; if fewer than `cols`, the solution is the one of minimum norm. */
  readonly rank: number;
}

/** One-sided Jacobi converges quadratically; 60 columns need about 10 sweeps. */
const MAX_SWEEPS = 60;

/**
 * Minimizes |target − design·a|²/rows + ridge·|a|², with the solution of minimum norm if it is not unique.
 *
 * Householder triangularization in one pass over the rows, chunk by chunk, then a singular value decomposition of the
 * small triangle by one-sided Jacobi rotations: the normal equations would square the condition number, which for
 * splines and quartics loses all digits.
 * @param error relative error of the design, where it is more than rounding: columns that differ by less are dependent
 * @cost 2·rows·cols² multiplications and additions, O(cols³) per sweep; O(cols²) memory
 */
export function leastSquares(
  problem: LeastSquaresProblem,
  ridge = 0,
  routines: Triangularize = PLAIN_TRIANGLE,
  error = 0,
): LeastSquaresSolution {
  const { triangle, rotated } = routines.triangularize(problem);
  const k = triangle.rows;
  const { u, v, singular } = jacobiSvd(triangle);
  const largest = Math.max(0, ...singular);
  // Smaller singular values are rounding, not data.
  const floor = largest * Math.max(error, Math.max(problem.rows, k) * Number.EPSILON);
  const penalty = ridge * problem.rows;
  const coefficients = new Float64Array(k);
  let rank = 0;
  for (let j = 0; j < k; j++) {
    if (!(singular[j] > floor)) continue;
    rank += 1;
    let projection = 0;
    for (let i = 0; i < k; i++) projection += u.data[i * k + j] * rotated[i];
    // u's columns still carry their length singular[j].
    const weight = projection / (singular[j] * singular[j] + penalty);
    for (let i = 0; i < k; i++) coefficients[i] += v.data[i * k + j] * weight;
  }
  return { coefficients, rank };
}

/** a·v = u with orthonormal v and mutually orthogonal columns of u, whose lengths are the singular values. */
function jacobiSvd(a: Matrix): { u: Matrix; v: Matrix; singular: Float64Array } {
  const k = a.cols;
  const u = a.data.slice();
  const v = new Float64Array(k * k);
  for (let i = 0; i < k; i++) v[i * k + i] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotations = 0;
    for (let p = 0; p < k - 1; p++) {
      for (let q = p + 1; q < k; q++) {
        if (rotateColumns(u, v, k, p, q)) rotations += 1;
      }
    }
    if (rotations === 0) break;
  }
  const singular = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    let sum = 0;
    for (let i = 0; i < k; i++) sum += u[i * k + j] * u[i * k + j];
    singular[j] = Math.sqrt(sum);
  }
  return { u: { data: u, rows: k, cols: k }, v: { data: v, rows: k, cols: k }, singular };
}

/** Makes columns p and q of u orthogonal and rotates v with them; false if they already were, up to rounding. */
function rotateColumns(u: Float64Array, v: Float64Array, k: number, p: number, q: number): boolean {
  let alpha = 0;
  let beta = 0;
  let gamma = 0;
  for (let i = 0; i < k; i++) {
    const a = u[i * k + p];
    const b = u[i * k + q];
    alpha += a * a;
    beta += b * b;
    gamma += a * b;
  }
  if (Math.abs(gamma) <= Number.EPSILON * Math.sqrt(alpha * beta)) return false;
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + hypot(1, zeta));
  const c = 1 / hypot(1, t);
  const s = c * t;
  for (const m of [u, v]) {
    for (let i = 0; i < k; i++) {
      const a = m[i * k + p];
      const b = m[i * k + q];
      m[i * k + p] = c * a - s * b;
      m[i * k + q] = s * a + c * b;
    }
  }
  return true;
}

/** With a smaller diagonal element, relative to the largest, `leastSquares` solves the problem. */
const SAFE_DIAGONAL = 1e-7;

/**
 * The coefficients of `leastSquares` for small problems in large numbers: back substitution if the triangle is clearly
 * regular, which saves the singular value decomposition; otherwise the solution of minimum norm.
 */
export function solveLeastSquares(problem: LeastSquaresRows, routines: Triangularize = PLAIN_TRIANGLE): Float64Array {
  const k = problem.cols;
  const { triangle, rotated } = routines.triangularize(problem);
  const r = triangle.data;
  let [smallest, largest] = [Infinity, 0];
  for (let j = 0; j < k; j++) {
    smallest = Math.min(smallest, Math.abs(r[j * k + j]));
    largest = Math.max(largest, Math.abs(r[j * k + j]));
  }
  if (!(smallest > SAFE_DIAGONAL * largest)) {
    const rowInto = (i: number, out: Float64Array) => {
      out.set(r.subarray(i * k, (i + 1) * k));
      return rotated[i];
    };
    return leastSquares({ rows: k, cols: k, rowInto }).coefficients;
  }
  const coefficients = new Float64Array(k);
  for (let i = k - 1; i >= 0; i--) {
    let sum = rotated[i];
    for (let j = i + 1; j < k; j++) sum -= r[i * k + j] * coefficients[j];
    coefficients[i] = sum / r[i * k + i];
  }
  return coefficients;
}

/** Rows triangularized together: 60 columns of this many numbers stay in the second-level cache. */
const CHUNK = 512;

/**
 * Householder's triangle of a least-squares problem, chunk by chunk. @cost 2·rows·cols² multiplications and additions
 */
export function triangularize(problem: LeastSquaresProblem): LeastSquaresTriangle {
  const { rows: n, cols: k } = problem;
  const triangle = { data: new Float64Array(k * k), rows: k, cols: k };
  const rotated = new Float64Array(k);
  // Columns of the chunk, the target last: every step of Householder's method runs along one.
  const columns = Array.from({ length: k + 1 }, () => new Float64Array(Math.min(n, CHUNK)));
  for (let start = 0; start < n; start += CHUNK) {
    const count = Math.min(CHUNK, n - start);
    designInto(problem, start, count, columns);
    absorb(columns, count, triangle, rotated);
  }
  return { triangle, rotated };
}

/** Columns of smaller squared length count as 0: 2 divided by it would overflow. */
const SMALLEST_SQUARE = 1e-290;

/**
 * Rotates a chunk of rows into the triangle. Reflection j maps (R_jj, chunk's column j) to (±norm, 0): the rows of R in
 * between are already zero there.
 */
function absorb(columns: readonly Float64Array[], count: number, triangle: Matrix, rotated: Float64Array): void {
  const k = triangle.cols;
  const r = triangle.data;
  for (let j = 0; j < k; j++) {
    const reflector = columns[j];
    const head = r[j * k + j];
    let below = 0;
    for (let i = 0; i < count; i++) below += reflector[i] * reflector[i];
    if (below < SMALLEST_SQUARE) continue;
    const norm = Math.sqrt(head * head + below);
    const diagonal = head > 0 ? -norm : norm;
    const top = head - diagonal;
    const factor = 2 / (top * top + below);
    r[j * k + j] = diagonal;
    for (let other = j + 1; other <= k; other++) {
      const column = columns[other];
      const above = other < k ? r[j * k + other] : rotated[j];
      let dot = top * above;
      for (let i = 0; i < count; i++) dot += reflector[i] * column[i];
      const scale = factor * dot;
      if (other < k) r[j * k + other] = above - scale * top;
      else rotated[j] = above - scale * top;
      for (let i = 0; i < count; i++) column[i] -= scale * reflector[i];
    }
  }
}
