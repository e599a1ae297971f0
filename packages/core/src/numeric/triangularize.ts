import type { LeastSquaresRows, LeastSquaresTriangle } from "./least-squares.js";
import type { Matrix } from "./matrix.js";

/** Rows triangularized together: 60 columns of this many numbers stay in the second-level cache. */
const CHUNK = 512;

/** Householder's triangle of a least-squares problem, chunk by chunk. @cost 2·rows·cols² multiplications and additions */
export function triangularize(problem: LeastSquaresRows): LeastSquaresTriangle {
  const { rows: n, cols: k } = problem;
  const triangle = { data: new Float64Array(k * k), rows: k, cols: k };
  const rotated = new Float64Array(k);
  const row = new Float64Array(k);
  // Columns of the chunk, the target last: every step of Householder's method runs along one.
  const columns = Array.from({ length: k + 1 }, () => new Float64Array(Math.min(n, CHUNK)));
  for (let start = 0; start < n; start += CHUNK) {
    const count = Math.min(CHUNK, n - start);
    for (let i = 0; i < count; i++) {
      columns[k][i] = problem.rowInto(start + i, row);
      for (let j = 0; j < k; j++) columns[j][i] = row[j];
    }
    absorb(columns, count, triangle, rotated);
  }
  return { triangle, rotated };
}

/** Columns of smaller squared length count as 0: 2 divided by it would overflow. */
const SMALLEST_SQUARE = 1e-290;

/**
 * Rotates a chunk of rows into the triangle. Reflection j maps (R_jj, chunk's column j) to (±norm, 0): the rows of R
 * between are zero there already.
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
