import type { Column } from "./column.js";

/** `count` values, two or more, in even steps from `low` to `high`, both of them exactly. */
export function evenGrid(low: number, high: number, count: number): Column {
  return Float64Array.from({ length: count }, (_, k) =>
    k + 1 === count ? high : low + (k * (high - low)) / (count - 1),
  );
}
