import { byRole, DIRECTIONS, type Direction } from "../fit/orient.js";
import type { StandardPair } from "../pair/standardize.js";

/** `note`: a number to look at, which no threshold judges. */
export type CheckStatus = "pass" | "warn" | "fail" | "note";

/** One assumption behind a verdict, measured. */
export interface Check {
  /** Kebab-case, stable: `linear-gaussian`, `fit`, … */
  readonly name: string;
  /** Which direction it is about, if about one. */
  readonly direction?: Direction | undefined;
  readonly status: CheckStatus;
  /** What was measured; the sentence says what it means. */
  readonly value: number;
  /** Where refits on random halves put the value, nine times in ten. */
  readonly interval?: readonly [low: number, high: number] | undefined;
  /** One plain sentence with the number in it, column names in straight double quotes. */
  readonly sentence: string;
  /** One line: what to do about it. Empty if there is nothing to do. */
  readonly advice: string;
}

/** Checks about the same thing, to be shown together. */
export interface CheckGroup {
  /** Undefined: about the pair. */
  readonly direction: Direction | undefined;
  /** The worst first; equally bad ones in the order given. */
  readonly members: readonly (StatusWords & { readonly check: Check })[];
}

/** Checks as every page and screen shows them: those about the pair, then each direction's; no empty groups. */
export function checkGroups(checks: readonly Check[]): CheckGroup[] {
  const groups = [undefined, ...DIRECTIONS].map((direction) => ({
    direction,
    members: STATUS_WORDS.flatMap((words) =>
      checks
        .filter((check) => check.direction === direction && check.status === words.status)
        .map((check) => ({ ...words, check })),
    ),
  }));
  return groups.filter(({ members }) => members.length > 0);
}

/** How a status looks and what it is called. */
export interface StatusWords {
  readonly status: CheckStatus;
  readonly symbol: string;
  readonly word: string;
}

/** The worst first. */
export const STATUS_WORDS: readonly StatusWords[] = [
  { status: "fail", symbol: "✕", word: "fail" },
  { status: "warn", symbol: "!", word: "warn" },
  { status: "note", symbol: "i", word: "note" },
  { status: "pass", symbol: "✓", word: "pass" },
];

/** The status of a check with thresholds. */
export type Judgment = Exclude<CheckStatus, "note">;

/** The status of a number that is better the smaller it is; what cannot be measured, NaN, fails. */
export function judged(value: number, warnFrom: number, failFrom: number): Judgment {
  if (value < warnFrom) return "pass";
  return value < failFrom ? "warn" : "fail";
}

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
