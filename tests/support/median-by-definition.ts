import { selectInPlace } from "../../packages/core/src/primitives/quantiles.js";

/** The median of a column's non-zero distances by definition: every one listed. NaN where there is none. @cost O(n²) */
export function medianByDefinition(column: Float64Array): number {
  const n = column.length;
  const distances = new Float64Array((n * (n - 1)) / 2);
  let count = 0;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      if (column[i] !== column[k]) distances[count++] = Math.abs(column[i] - column[k]);
    }
  }
  if (count === 0) return Number.NaN;
  const middle = selectInPlace(distances, count, count >> 1);
  return count % 2 === 1 ? middle : (selectInPlace(distances, count, (count >> 1) - 1) + middle) / 2;
}
