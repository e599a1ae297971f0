import { hypot } from "./elementary.js";
import type { Matrix } from "./matrix.js";

/** What `leastSquares` found. */
export interface LeastSquaresSolution {
  readonly coefficients: Float64Array;
  /** Number of singular values above rounding; below `design.cols` the minimum-norm solution was taken. */
  readonly rank: number;
}

/** Singular values below this times rows times the largest one are rounding, not data. */
const MACHINE_EPSILON = 2.220446049250313e-16;
/** One-sided Jacobi converges quadratically; 60 columns need about 10 sweeps. */
const MAX_SWEEPS = 60;

/**
 * Minimizes |target − design·a|²/rows + ridge·|a|², the minimum-norm solution where that is not unique.
 *
 * Householder triangularization, then a singular value decomposition of the small triangle by one-sided Jacobi
 * rotations: the normal equations would square the condition number, which for splines and quartics loses all digits.
 * @param design rows × cols, left untouched
 * @cost 2·rows·cols² + O(cols³) per sweep
 */
export function leastSquares(design: Matrix, target: Float64Array, ridge = 0): LeastSquaresSolution {
  const { triangle, rotated } = triangularize(design, target);
  const k = triangle.rows;
  const { u, v, singular } = jacobiSvd(triangle);
  const largest = Math.max(0, ...singular);
  const floor = largest * Math.max(design.rows, k) * MACHINE_EPSILON;
  const penalty = ridge * design.rows;
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

/** Far below the rank decision's floor, and far above where squares of doubles underflow. */
const NEGLIGIBLE_SHARE = 1e-40;

/** Length of a column's part from row `start` on. */
function normFrom(column: Float64Array, start: number): number {
  let norm = 0;
  for (let i = start; i < column.length; i++) norm = hypot(norm, column[i]);
  return norm;
}

/** R and the leading part of Qᵀ·target of the design's QR factorization; k × k also when rows < cols. */
function triangularize(design: Matrix, target: Float64Array): { triangle: Matrix; rotated: Float64Array } {
  const { rows: n, cols: k } = design;
  // Columns are contiguous here: every step of Householder's method runs along one.
  const columns = Array.from({ length: k }, (_, j) => {
    const column = new Float64Array(n);
    for (let i = 0; i < n; i++) column[i] = design.data[i * k + j];
    return column;
  });
  const rotated = target.slice();
  const negligible = NEGLIGIBLE_SHARE * Math.max(0, ...columns.map((column) => normFrom(column, 0)));
  for (let j = 0; j < Math.min(k, n); j++) {
    const reflector = columns[j];
    const norm = normFrom(reflector, j);
    if (norm <= negligible) {
      reflector.fill(0, j);
      continue;
    }
    const diagonal = reflector[j] > 0 ? -norm : norm;
    reflector[j] -= diagonal;
    let length = 0;
    for (let i = j; i < n; i++) length += reflector[i] * reflector[i];
    for (let other = j + 1; other <= k; other++) {
      const column = other < k ? columns[other] : rotated;
      let dot = 0;
      for (let i = j; i < n; i++) dot += reflector[i] * column[i];
      const scale = (2 * dot) / length;
      for (let i = j; i < n; i++) column[i] -= scale * reflector[i];
    }
    reflector[j] = diagonal;
  }
  const triangle = { data: new Float64Array(k * k), rows: k, cols: k };
  for (let j = 0; j < k; j++) {
    for (let i = 0; i <= j && i < n; i++) triangle.data[i * k + j] = columns[j][i];
  }
  const head = new Float64Array(k);
  head.set(rotated.subarray(0, Math.min(k, n)));
  return { triangle, rotated: head };
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

/** Makes columns p and q of u orthogonal, turning v along; false if they already were, to rounding. */
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
  if (Math.abs(gamma) <= MACHINE_EPSILON * Math.sqrt(alpha * beta)) return false;
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
