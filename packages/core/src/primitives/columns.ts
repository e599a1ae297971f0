/** One finite number per row. Read-only by convention: functions that write say so in their name (`…Into`). */
export type Column = Float64Array;

/** Rows of the longest array there is. */
export const MOST_ROWS = 4_294_967_295;

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

/**
 * Adds Σ_k weights[k]·rows[k] to a column.
 *
 * Four rows at a time: the column is then read and written once for four multiplications, which halves the time.
 * @cost rows·n multiplications
 */
export function addCombination(out: Column, rows: readonly Column[], weights: ArrayLike<number>): void {
  const n = out.length;
  let k = 0;
  for (; k + 3 < rows.length; k += 4) {
    const [r0, r1, r2, r3] = [rows[k], rows[k + 1], rows[k + 2], rows[k + 3]];
    const [w0, w1, w2, w3] = [weights[k], weights[k + 1], weights[k + 2], weights[k + 3]];
    for (let i = 0; i < n; i++) out[i] += w0 * r0[i] + w1 * r1[i] + (w2 * r2[i] + w3 * r3[i]);
  }
  for (; k < rows.length; k++) {
    const row = rows[k];
    const weight = weights[k];
    for (let i = 0; i < n; i++) out[i] += weight * row[i];
  }
}

/** `count` values, two or more, in even steps from exactly `low` to exactly `high`. */
export function evenGrid(low: number, high: number, count: number): Column {
  return Float64Array.from({ length: count }, (_, k) =>
    k + 1 === count ? high : low + (k * (high - low)) / (count - 1),
  );
}
