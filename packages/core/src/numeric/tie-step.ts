import type { Column } from "./column.js";

/**
 * The grid on which a column was measured, in its units: the median, over rows, of the distance from a tied value to the
 * nearest different one; 0 where less than half of the rows are tied, and where all are equal.
 *
 * A rounded column gives its step. A few repeated values in a continuous column change nothing.
 * @param ascending sorted     @cost O(n), sorting one column
 */
export function tieStep(ascending: Column): number {
  const n = ascending.length;
  const steps = new Float64Array(n);
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && ascending[to] === ascending[from]) to += 1;
    if (to - from > 1) {
      const below = from > 0 ? ascending[from] - ascending[from - 1] : Infinity;
      const above = to < n ? ascending[to] - ascending[from] : Infinity;
      const nearest = Math.min(below, above);
      steps.fill(nearest === Infinity ? 0 : nearest, from, to);
    }
    from = to;
  }
  return steps.sort()[Math.floor((n - 1) / 2)];
}
