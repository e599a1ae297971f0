/** How many pairs so many columns make. */
export function pairCount(columns: number): number {
  // Of none the product is 0 · −1, and readers would see −0.
  return columns < 2 ? 0 : (columns * (columns - 1)) / 2;
}
