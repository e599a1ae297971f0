import { InputError, valueWords } from "./errors.js";

/** One finite number per row. Read-only by convention: functions that write say so in their name (`…Into`). */
export type Column = Float64Array;

/** Rows of the longest array there is. */
export const MOST_ROWS = 4_294_967_295;

/** Also true for arrays of another realm, such as a worker's or a frame's, for which `instanceof` fails. */
export function isColumn(values: unknown): values is Column {
  return Object.prototype.toString.call(values) === "[object Float64Array]";
}

/**
 * Refuses what is no column, for callers without types.
 *
 * @param columns by what messages call them     @throws InputError `not-a-column`
 */
export function requireColumns(columns: Readonly<Record<string, unknown>>): void {
  for (const name in columns) if (!isColumn(columns[name])) throw notAColumn(name, valueWords(columns[name]));
}

/** The error for something else where a column is needed. */
export function notAColumn(name: string, value: string, expected = "a Float64Array"): InputError {
  return new InputError({
    code: "not-a-column",
    place: `column "${name}"`,
    value,
    expected,
    remedy: "JSON turns typed arrays into objects: send Array.from(column) instead.",
  });
}

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
  // Of values near the largest double, differences times k are no numbers.
  const isHuge = !Number.isFinite(count * (high - low));
  return Float64Array.from({ length: count }, (_, k) => {
    if (k + 1 === count) return high;
    const share = k / (count - 1);
    return isHuge ? low * (1 - share) + high * share : low + (k * (high - low)) / (count - 1);
  });
}
