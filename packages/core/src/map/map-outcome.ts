import type { Pair } from "../data/pair.js";
import type { PairDecision } from "../direction/decide.js";
import type { Verdict } from "../direction/decision.js";
import type { InputErrorCode } from "../errors/input-error.js";

/** Why a pair has no decision: the input's fault, or ours. */
export interface MapProblem {
  readonly code: InputErrorCode | "internal";
  readonly message: string;
}

/** What became of one pair among the columns of a table: a decision, or why there is none. */
export type MapOutcome = {
  /** Numbers of the two columns in their table, from 1, x being the smaller. */
  readonly x: number;
  readonly y: number;
  readonly names: Pair["names"];
} & (
  | { readonly decision: PairDecision; readonly problem?: undefined }
  | { readonly problem: MapProblem; readonly decision?: undefined }
);

/** How sure a verdict is of its direction, from 0.5 to 1; undefined without direction or from methods that cannot say. */
export function sureness({
  verdict,
  confidence,
}: {
  readonly verdict: Verdict;
  readonly confidence?: number;
}): number | undefined {
  if (verdict === "cannot-tell" || confidence === undefined) return undefined;
  return verdict === "x->y" ? confidence : 1 - confidence;
}
