import type { Pair } from "./pair.js";

/** Marks that turn the direction of what follows, and letters of scripts that run from right to left. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** First strong isolate, pop directional isolate: what is between them turns nothing outside. */
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** A column's name for use within a sentence: one that runs from right to left would turn the arrow beside it. */
export function displayName(name: string): string {
  const plain = name.replace(DIRECTION_MARKS, "");
  return RIGHT_TO_LEFT.test(plain) ? ISOLATE + plain + END : plain;
}

/** Names of two columns for sentences: different where the columns have the same name. Applying it twice changes nothing. */
export function displayNames(names: Pair["names"]): Pair["names"] {
  const [x, y] = [displayName(names.x), displayName(names.y)];
  return x === y ? { x: `${x} [x]`, y: `${y} [y]` } : { x, y };
}

/** The pair with such names. */
export function withDisplayNames(pair: Pair): Pair {
  return { ...pair, names: displayNames(pair.names) };
}
