import { InputError } from "../errors/input-error.js";
import { choleskyInPlace, choleskySolveInPlace } from "../numeric/cholesky.js";
import type { Column } from "../numeric/column.js";
import { matrix } from "../numeric/matrix.js";
import type { Kernel } from "./kernel.js";
import type { ScoreEstimate } from "./score-estimator.js";
import { steinFunction } from "./stein-function.js";

/** 8n² bytes for the Gram matrix must stay within 2 GB. */
const DENSE_ROW_LIMIT = 15_000;

/**
 * Stein scores straight from the definition, S = (K + λI)⁻¹B: the readable oracle, for any kernel.
 *
 * @cost O(n³/3 + dn²) time, 8n² bytes
 * @throws InputError `too-many-rows`
 */
export function steinDense(
  columns: readonly Column[],
  bandwidth: Float64Array,
  kernel: Kernel,
  ridge: number,
): ScoreEstimate {
  const d = columns.length;
  const n = columns[0].length;
  if (n > DENSE_ROW_LIMIT) throw tooManyRows(n);
  const gram = matrix(n, n);
  const slopeSums = columns.map(() => new Float64Array(n));
  const offset = new Float64Array(d);
  const slope = new Float64Array(d);
  for (let i = 0; i < n; i++) {
    gram.data[i * n + i] = 1 + ridge;
    for (let k = 0; k < i; k++) {
      for (let j = 0; j < d; j++) offset[j] = columns[j][i] - columns[j][k];
      const value = kernel.value(offset, bandwidth);
      gram.data[i * n + k] = value;
      kernel.slopeInto(offset, bandwidth, value, slope);
      for (let j = 0; j < d; j++) {
        slopeSums[j][i] += slope[j];
        slopeSums[j][k] -= slope[j];
      }
    }
  }
  choleskyInPlace(gram);
  for (const sums of slopeSums) choleskySolveInPlace(gram, sums);
  const weights = new Float64Array(n).fill(1);
  return {
    atRows: slopeSums,
    ...steinFunction({ nodes: columns, weights, scores: slopeSums, bandwidth, kernel, ridge }),
  };
}

function tooManyRows(rows: number): InputError {
  return new InputError({
    code: "too-many-rows",
    place: "Stein score estimate",
    value: `${rows} rows, a Gram matrix of ${Math.round((8 * rows * rows) / 1e9)} GB`,
    expected: `at most ${DENSE_ROW_LIMIT}`,
    remedy: "Use the Gaussian kernel, whose estimate needs no such matrix, or draw fewer rows with option maxRows.",
  });
}
