import type { Column } from "./column.js";
import { sorted } from "./quantile.js";

/** (rank − ½)/n of every value, between 0 and 1; equal values share the mean of their ranks. @cost O(n log n) */
export function unitRanks(column: Column): Column {
  const n = column.length;
  const ascending = sorted(column);
  return column.map((value) => {
    const smaller = firstPlace(ascending, (other) => other >= value);
    const upTo = firstPlace(ascending, (other) => other > value);
    // The mean of smaller + ½, …, upTo − ½.
    return (smaller + upTo) / 2 / n;
  });
}

/** The first place of an ascending column from which on a condition holds; its length if nowhere. */
function firstPlace(ascending: Column, holds: (value: number) => boolean): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(ascending[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
