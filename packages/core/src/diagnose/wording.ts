import type { StandardPair } from "../data/standardize.js";
import { byRole } from "../fit/by-role.js";
import type { Direction } from "../fit/orient.js";

/** Numbers from here on are written with a power of ten, and those below its inverse. */
const LARGE = 1e5;

/** A number with two digits that count, as sentences have it. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "an unknown number";
  const size = Math.abs(value);
  const isPlain = size === 0 || (size < LARGE && size * LARGE >= 1);
  return isPlain ? String(Number(value.toPrecision(2))) : Number(value.toPrecision(2)).toExponential();
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
  return byRole({ x: `"${names.x}"`, y: `"${names.y}"` }, direction);
}
