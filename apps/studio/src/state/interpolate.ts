import type { Column } from "@causal-velocity/core/primitives/columns.js";

/** A value between the points of a curve over an evenly spaced grid; NaN beyond its ends. */
export function interpolate(grid: Column, values: Column, at: number): number {
  const last = grid.length - 1;
  const place = ((at - grid[0]) / (grid[last] - grid[0])) * last;
  if (!(place >= 0 && place <= last)) return Number.NaN;
  const below = Math.min(Math.floor(place), last - 1);
  const share = place - below;
  return values[below] + share * (values[below + 1] - values[below]);
}
