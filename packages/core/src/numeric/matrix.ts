/** Row-major: element (i, j) is data[i·cols + j]. */
export interface Matrix {
  readonly data: Float64Array;
  readonly rows: number;
  readonly cols: number;
}

/** A matrix of zeros. */
export function matrix(rows: number, cols: number): Matrix {
  return { data: new Float64Array(rows * cols), rows, cols };
}
