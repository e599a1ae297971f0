import { addCombination } from "./add-combination.js";
import type { Column } from "./column.js";
import { exp } from "./elementary.js";

/** A factor of a Gaussian Gram matrix, K ≈ LᵀL: `rank` rows of one number per point. */
export interface LowRankFactor {
  readonly rows: readonly Column[];
  /** Trace of K − LᵀL, which is positive semidefinite: an upper bound of its norm. */
  readonly trace: number;
}

/**
 * Greedy pivoted Cholesky of exp(−|u_i − u_k|²/2): always the point that is explained worst comes next, until the trace
 * of the residual is at most `tolerance` or the factor would exceed `memoryLimit` bytes.
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
      if (residual[i] > residual[pivot]) pivot = i;
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
