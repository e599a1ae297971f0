import type { Direction } from "./orient.js";

/** What belongs to x and to y, by the roles that a direction gives them. */
export function byRole<T>(
  { x, y }: { readonly x: T; readonly y: T },
  direction: Direction,
): { readonly cause: T; readonly effect: T } {
  return direction === "x->y" ? { cause: x, effect: y } : { cause: y, effect: x };
}
