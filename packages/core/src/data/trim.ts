import { quantileOfSorted, sorted } from "../numeric/quantile.js";
import type { StandardPair } from "./standardize.js";

/**
 * Indices of the rows strictly between the share/2 and 1 − share/2 quantiles of both columns.
 *
 * The paper trims after estimating the scores, where they are worst, and does not standardize again.
 * @paper appx:experiments:benchmarks (share = 0.05)
 * @param share total share cut from each column, in [0, 1)
 */
export function trimmedRows(pair: StandardPair, share: number): Uint32Array {
  if (share === 0) return Uint32Array.from(pair.x, (_, i) => i);
  const inner = [pair.x, pair.y].map((column) => {
    const ascending = sorted(column);
    return { column, low: quantileOfSorted(ascending, share / 2), high: quantileOfSorted(ascending, 1 - share / 2) };
  });
  const kept: number[] = [];
  for (let i = 0; i < pair.x.length; i++) {
    if (inner.every(({ column, low, high }) => low < column[i] && column[i] < high)) kept.push(i);
  }
  return Uint32Array.from(kept);
}
