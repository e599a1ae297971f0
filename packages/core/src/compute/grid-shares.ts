import { type Matrix, matrix } from "../primitives/columns.js";
import type { GridProblem } from "./routines.js";

/** Degree of the B-splines by which points are shared out. */
export const SHARE_DEGREE = 9;
/** Grid points that get a share of a point, in each direction. */
export const SHARE_WIDTH: number = SHARE_DEGREE + 1;

/** Sum of the shares of a point along one direction: 9!. */
export const SHARE_SUM = 362880;

/** The shares of all points at each grid point, times the square of 9!, which makes each point one. */
export function gridShares({ points: [rowPlaces, columnPlaces], rows, cols }: GridProblem): Matrix {
  const grid = matrix(rows, cols);
  const [ofRow, ofColumn] = [new Float64Array(SHARE_WIDTH), new Float64Array(SHARE_WIDTH)];
  for (let i = 0; i < rowPlaces.length; i++) {
    const [row, column] = [Math.floor(rowPlaces[i]), Math.floor(columnPlaces[i])];
    splinesInto(rowPlaces[i] - row, ofRow);
    splinesInto(columnPlaces[i] - column, ofColumn);
    for (let r = 0; r < SHARE_WIDTH; r++) {
      const from = (row + r) * cols + column;
      for (let c = 0; c < SHARE_WIDTH; c++) grid.data[from + c] += ofRow[r] * ofColumn[c];
    }
  }
  return grid;
}

/**
 * The B-splines of degree 9 on equal intervals of length 1 that do not vanish at t in [0, 1) of one of them, times 9!:
 * the recursion of Cox and de Boor without its divisions.
 */
function splinesInto(t: number, out: Float64Array): void {
  out[0] = 1;
  for (let p = 1; p <= SHARE_DEGREE; p++) {
    let carried = 0;
    for (let r = 0; r < p; r++) {
      const share = out[r];
      out[r] = carried + (r + 1 - t) * share;
      carried = (t + p - 1 - r) * share;
    }
    out[p] = carried;
  }
}
