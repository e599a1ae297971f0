import type { Direction, PairDecision } from "@causal-velocity/core";
import { shortName } from "../printable.js";

/** A direction in the users' names, each at most `width` wide: "dose → response". */
export function arrow({ names }: Pick<PairDecision, "names">, direction: Direction, width: number): string {
  let x = shortName(names.x, width);
  let y = shortName(names.y, width);
  // Equal headers, or long ones that differ at the end.
  if (x === y) [x, y] = [`${shortName(names.x, width - 4)} [x]`, `${shortName(names.y, width - 4)} [y]`];
  return direction === "x->y" ? `${x} → ${y}` : `${y} → ${x}`;
}
