import type { RowCount } from "../data/row-count.js";
import type { Warning } from "../data/warning.js";
import type { Check } from "../diagnose/check.js";
import type { PairDecision } from "../direction/decide.js";
import type { Figure } from "./figure.js";

/** A verdict and what is behind it, as plain data: a report without its looks. */
export interface Explanation {
  /** Names to speak of the columns by; the decision has them as they are. */
  readonly names: { readonly x: string; readonly y: string };
  readonly decision: PairDecision;
  /** The verdict in words: "dose causes response, 97 % sure." */
  readonly verdict: string;
  /** Why, one sentence each. */
  readonly reasons: readonly string[];
  /** In reading order. */
  readonly figures: readonly Figure[];
  /** In the order of the data flow. */
  readonly checks: readonly Check[];
  readonly rows: RowCount;
  readonly warnings: readonly Warning[];
  readonly seed: number;
}
