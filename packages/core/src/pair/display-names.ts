import type { Pair } from "./pair.js";

/** Marks that change the direction of the text after them, and letters of scripts written from right to left. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** First strong isolate, pop directional isolate: the text between them does not affect the direction outside. */
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** A column's name for use in a sentence: a name written from right to left must not turn the arrow next to it. */
export function displayName(name: string): string {
  const plain = name.replace(DIRECTION_MARKS, "");
  return RIGHT_TO_LEFT.test(plain) ? ISOLATE + plain + END : plain;
}

/** A letter with its accents, or pictographs that are joined. */
const LETTER = /\P{Mark}\p{Mark}*(?:\u200d\P{Mark}\p{Mark}*)*/gu;

/** A name of at most `length` letters, cut in its middle, because names of columns often differ at their ends. */
export function shortName(name: string, length: number): string {
  const letters = name.replace(DIRECTION_MARKS, "").match(LETTER) ?? [];
  if (letters.length <= length) return displayName(letters.join(""));
  const [first, last] = [Math.ceil((length - 1) / 2), Math.floor((length - 1) / 2)];
  const [start, end] = [letters.slice(0, first), letters.slice(letters.length - last)];
  return displayName(`${start.join("").trimEnd()}…${end.join("").trimStart()}`);
}

/** The names of two columns for texts: different names even if the columns have the same one. */
export function displayNames(names: Pair["names"]): Pair["names"] {
  const [x, y] = [displayName(names.x), displayName(names.y)];
  return x === y ? { x: `${x} [x]`, y: `${y} [y]` } : { x, y };
}

/** The names of two columns with at most `length` letters, for texts that repeat them: they differ as well. */
export function shortNames(names: Pair["names"], length: number): Pair["names"] {
  return displayNames({ x: shortName(names.x, length), y: shortName(names.y, length) });
}

/** A text in which two names are as `shortNames` gives them. Names that are short stay as they are. */
export function withShortNames(text: string, names: Pair["names"], length: number): string {
  const short = shortNames(names, length);
  // The longer name first: it may hold the other one.
  const order = [...(["x", "y"] as const)].sort((a, b) => names[b].length - names[a].length);
  return order.reduce(
    (shortened, side) => (names[side].length > length ? shortened.replaceAll(names[side], short[side]) : shortened),
    text,
  );
}

/** The pair with the names of `displayNames`. */
export function withDisplayNames(pair: Pair): Pair {
  return { ...pair, names: displayNames(pair.names) };
}
