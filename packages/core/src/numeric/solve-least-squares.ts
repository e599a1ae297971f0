import { type LeastSquaresRows, leastSquares } from "./least-squares.js";
import { plainRoutines } from "./plain-routines.js";
import type { Routines } from "./routines.js";

/** Smaller diagonal elements, relative to the largest, leave the choice of coefficients to `leastSquares`. */
const SAFE_DIAGONAL = 1e-7;

/**
 * The coefficients of `leastSquares` for small problems in large numbers: back substitution where the triangle is
 * plainly regular, which spares the singular value decomposition, else the minimum-norm solution.
 */
export function solveLeastSquares(
  problem: LeastSquaresRows,
  routines: Pick<Routines, "triangularize"> = plainRoutines,
): Float64Array {
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
