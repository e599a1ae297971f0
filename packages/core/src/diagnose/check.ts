import type { Direction } from "../fit/orient.js";

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
