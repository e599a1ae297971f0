import type { RowCount } from "../data/row-count.js";
import type { Warning } from "../data/warning.js";
import type { Training } from "../fit/fit-velocity.js";
import type { Direction } from "../fit/orient.js";

export type Verdict = Direction | "cannot-tell";

/** Why a method that can abstain does. */
export type Reason = "independent" | "both-fit" | "neither-fit" | "too-few-rows" | "discrete" | "evidence-split";

/** What one kind of evidence adds to the log odds of x->y against y->x. */
export interface Evidence {
  readonly name: string;
  readonly logOdds: number;
}

/** What a method says about one pair. */
export interface Decision {
  readonly verdict: Verdict;
  /** cost["y->x"] − cost["x->y"]: positive means x->y; swapping the columns negates it. */
  readonly score: number;
  /** Probability that x causes y, from methods that are calibrated; others give none. */
  readonly confidence?: number;
  /** Contributions that add up to the score, from methods that weigh several. */
  readonly evidence?: readonly Evidence[];
  /** Why the verdict is "cannot-tell", from methods that know. */
  readonly reason?: Reason;
  /** Lower is better, always. */
  readonly cost: Readonly<Record<Direction, number>>;
  /** How the answer was computed, where there is something to tell. */
  readonly diagnostics?: {
    /** Largest measured relative error of the score estimates' linear algebra. */
    readonly scoreError?: number;
    /** How far the training of each direction came, where velocities were trained. */
    readonly training?: Readonly<Record<Direction, Training>>;
    /** Causal curves that end before the baseline to which all rows are brought. */
    readonly lostCurves?: Readonly<Record<Direction, number>>;
  };
  /** Rows behind the costs, after any trimming. */
  readonly rows: RowCount;
  readonly warnings: readonly Warning[];
}

/** Costs that differ by less than this share of the terms they are made of differ by rounding. */
const TIE_TOLERANCE = 1e-9;

/**
 * Verdict and score of two costs; "cannot-tell" where they are equal to rounding.
 *
 * @param scale size of the terms that make up the costs, where a method knows it: two perfect fits differ by rounding
 * @param rounding share of a cost that rounding may change, where the computation magnifies it
 */
export function compareCosts(
  cost: Readonly<Record<Direction, number>>,
  scale = 0,
  rounding = TIE_TOLERANCE,
): Pick<Decision, "verdict" | "score" | "cost"> {
  const score = cost["y->x"] - cost["x->y"];
  const size = Math.max(scale, Math.abs(cost["x->y"]), Math.abs(cost["y->x"]));
  if (!(Math.abs(score) > rounding * size)) return { verdict: "cannot-tell", score, cost };
  return { verdict: score > 0 ? "x->y" : "y->x", score, cost };
}
