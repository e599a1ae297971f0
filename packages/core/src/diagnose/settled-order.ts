import type { StandardPair } from "../data/standardize.js";

/**
 * The rows of a pair from its center outward. An order that the data alone set: it does not change where rows are
 * shuffled, columns swapped, moved, stretched or turned around, and neither does what is drawn at random from it.
 *
 * Rows at the same distance keep their order: where two of them differ, as they can in exactly symmetric data, a shuffle
 * may show in what is drawn.
 * @cost O(n log n)
 */
export function settledOrder({ x, y }: StandardPair): Uint32Array {
  const distance = x.map((value, i) => value * value + y[i] * y[i]);
  return Uint32Array.from(distance.keys()).sort((a, b) => distance[a] - distance[b] || a - b);
}
