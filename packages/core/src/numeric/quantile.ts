import type { Column } from "./column.js";

/** An ascending copy. @cost O(n log n) time, 8n bytes */
export function sorted(column: Column): Column {
  return column.slice().sort();
}

/** The value at share q of an ascending column: linear between order statistics, position q(n − 1). */
export function quantileOfSorted(ascending: Column, q: number): number {
  const position = q * (ascending.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, ascending.length - 1);
  const low = ascending[below];
  const share = position - below;
  // Equal neighbors and whole positions return the order statistic itself, untouched by rounding.
  return share === 0 || low === ascending[above] ? low : low + (ascending[above] - low) * share;
}

/**
 * The k-th smallest of values[0..count), k counted from 0. Reorders `values`.
 *
 * @cost O(count) on average: partition around the median of three (Hoare's selection)
 */
export function selectInPlace(values: Float64Array, count: number, k: number): number {
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const a = values[left];
    const b = values[(left + right) >>> 1];
    const c = values[right];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swap = values[i];
        values[i] = values[j];
        values[j] = swap;
        i++;
        j--;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else break;
  }
  return values[k];
}
