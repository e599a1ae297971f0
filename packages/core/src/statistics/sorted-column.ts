import { kept } from "../compute/memo.js";
import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";

/**
 * A column in ascending order. Places are counted from 0, from the smallest value to the largest; rows with equal values
 * are in their own order.
 */
export interface SortedColumn {
  /** The value at each place. */
  readonly ascending: Column;
  /** The row at each place. */
  readonly order: Uint32Array;
  /**
   * The places where the different values begin, and behind the last one the number of rows: different value k is at the
   * places from `starts[k]` to `starts[k + 1]`, without the latter.
   */
  readonly starts: Uint32Array;
  /** Number of different values. */
  readonly distinct: number;
}

/**
 * The column in ascending order: sorted once where there is a memo, so that all parts of a decision share it.
 *
 * @cost O(n log n); with compiled routines 0.04 ms for 1,000 rows, 4 ms for 100,000; 16 bytes a row
 */
export function sortedColumn(column: Column, compute: ComputeOptions = {}): SortedColumn {
  const { routines } = computeOptions(compute);
  return kept(compute, "sorted column", [column], () => inOrder(column, routines.ascendingOrder(column)));
}

function inOrder(column: Column, order: Uint32Array): SortedColumn {
  const n = column.length;
  const ascending = new Float64Array(n);
  const starts = new Uint32Array(n + 1);
  let distinct = 0;
  for (let place = 0; place < n; place++) {
    const value = column[order[place]];
    ascending[place] = value;
    if (place === 0 || value !== ascending[place - 1]) starts[distinct++] = place;
  }
  starts[distinct] = n;
  return { ascending, order, starts: starts.slice(0, distinct + 1), distinct };
}

/** One number for each different value of a column, written to its rows. @cost O(n) */
export function atRows(
  { order, starts, distinct }: SortedColumn,
  numberOf: (from: number, to: number) => number,
): Column {
  const out = new Float64Array(order.length);
  for (let k = 0; k < distinct; k++) {
    const to = starts[k + 1];
    const number = numberOf(starts[k], to);
    for (let place = starts[k]; place < to; place++) out[order[place]] = number;
  }
  return out;
}
