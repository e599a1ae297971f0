import type { Column } from "../primitives/columns.js";
import { meanAndSd } from "../primitives/quantiles.js";

/** Mean 0 and mean square 1; a constant column becomes 0. */
function standardized(column: Column): Column {
  const { mean, sd } = meanAndSd(column);
  const out = new Float64Array(column.length);
  for (let i = 0; i < out.length; i++) out[i] = sd > 0 ? (column[i] - mean) / sd : 0;
  return out;
}

/** Lags that are summed together: a row is read once for all of them. */
const LAGS_TOGETHER = 4;

/**
 * Correlation of each value of a column with the one so many rows before, for the lags from 1 to `lags`; 0 for a constant
 * column.
 *
 * @cost O(n·lags)
 */
export function lagCorrelations(values: Column, lags: number): Column {
  const column = standardized(values);
  const n = column.length;
  const sums = new Float64Array(LAGS_TOGETHER * Math.ceil(lags / LAGS_TOGETHER));
  for (let done = 0; done < lags; done += LAGS_TOGETHER) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = done + LAGS_TOGETHER; i < n; i++) {
      const value = column[i];
      const before = i - done;
      a += value * column[before - 1];
      b += value * column[before - 2];
      c += value * column[before - 3];
      d += value * column[before - 4];
    }
    sums.set([a, b, c, d], done);
    // The shorter of these lags have a few pairs of rows more.
    for (let lag = done + 1; lag < done + LAGS_TOGETHER; lag++) {
      for (let i = lag; i < done + LAGS_TOGETHER && i < n; i++) sums[lag - 1] += column[i] * column[i - lag];
    }
  }
  return sums.subarray(0, lags).map((sum) => sum / n);
}
