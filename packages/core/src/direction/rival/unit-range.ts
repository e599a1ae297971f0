import type { Column } from "../../numeric/column.js";

/** A column moved and scaled to [0, 1]. */
export function unitRange(column: Column): Column {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return column.map((value) => (value - low) / (high - low));
}
