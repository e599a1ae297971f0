import type { StandardPair } from "../data/standardize.js";
import type { Direction } from "../fit/orient.js";

/** A number with two digits that count, as sentences have it. */
export function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(2))) : "an unknown number";
}

/** A share as a percentage. */
export function percent(share: number): string {
  return Number.isFinite(share) ? `${shown(100 * share)} %` : "an unknown share";
}

/** The columns' names by role, in straight double quotes. */
export function roleNames(
  { names }: Pick<StandardPair, "names">,
  direction: Direction,
): { readonly cause: string; readonly effect: string } {
  const [x, y] = [`"${names.x}"`, `"${names.y}"`];
  return direction === "x->y" ? { cause: x, effect: y } : { cause: y, effect: x };
}
