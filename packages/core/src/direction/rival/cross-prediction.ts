import { addCombination } from "../../numeric/add-combination.js";
import { choleskyInPlace, choleskySolveInPlace } from "../../numeric/cholesky.js";
import type { Column } from "../../numeric/column.js";
import { matrix } from "../../numeric/matrix.js";
import type { Routines } from "../../numeric/routines.js";

/**
 * Kernel ridge prediction of every row from the rows of other folds: contiguous folds in row order, sizes as equal as
 * can be, the longer ones first.
 *
 * @param factor rows f_k with Σ_k f_k(i)f_k(j) = K_ij     @param ridge added to the diagonal of K, not multiplied by n
 * @cost O(n·rank² + folds·rank³)
 */
export function crossPrediction(
  factor: readonly Column[],
  target: Column,
  { ridge, folds, routines }: { readonly ridge: number; readonly folds: number; readonly routines: Routines },
): Column {
  const n = target.length;
  const rank = factor.length;
  const parts = Array.from({ length: folds }, (_, f) => {
    const start = f * Math.floor(n / folds) + Math.min(f, n % folds);
    const end = start + Math.floor(n / folds) + (f < n % folds ? 1 : 0);
    const rows = factor.map((row) => row.subarray(start, end));
    const right = target.subarray(start, end);
    return {
      start,
      end,
      rows,
      gram: routines.products(rows, rows).data,
      moments: routines.products(rows, [right]).data,
    };
  });
  const out = new Float64Array(n);
  for (const part of parts) {
    const system = matrix(rank, rank);
    const weights = new Float64Array(rank);
    for (const other of parts) {
      if (other === part) continue;
      for (let k = 0; k < system.data.length; k++) system.data[k] += other.gram[k];
      for (let k = 0; k < rank; k++) weights[k] += other.moments[k];
    }
    for (let k = 0; k < rank; k++) system.data[k * rank + k] += ridge;
    choleskyInPlace(system);
    choleskySolveInPlace(system, weights);
    addCombination(out.subarray(part.start, part.end), part.rows, weights);
  }
  return out;
}
