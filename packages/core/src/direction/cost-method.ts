import type { StandardPair } from "../data/standardize.js";
import type { Warning } from "../data/warning.js";
import type { Column } from "../numeric/column.js";
import { compareCosts } from "./decision.js";
import type { DirectionMethod } from "./direction-method.js";

/** What a method charges for "this column causes that one". */
export interface DirectionCost {
  /** Lower is better. */
  readonly cost: number;
  /** Size of the terms it is made of, where that is more than the cost itself: two perfect fits differ by rounding. */
  readonly scale?: number;
  /** Set where the data hold no evidence to charge for; says why, of the cause's column. */
  readonly noEvidence?: (cause: string) => Warning;
}

/** How a method built on costs is called, and how it behaves. */
export interface CostMethodAbout {
  readonly name: string;
  readonly comfortableRows: number;
  /** Share of a cost that rounding may change, where the computation magnifies it. */
  readonly rounding?: number | undefined;
}

/**
 * A method that charges each direction by one function of (cause, effect), so that swapping the columns swaps the costs
 * to the bit.
 *
 * "cannot-tell" where the costs are equal to rounding, and where one direction has no evidence: an empty comparison
 * costs nothing and would win.
 */
export function costMethod(
  { name, comfortableRows, rounding }: CostMethodAbout,
  costOf: (cause: Column, effect: Column) => DirectionCost,
): DirectionMethod {
  return {
    name,
    comfortableRows,
    decide({ x, y, names, rows }: StandardPair) {
      const [forward, backward] = [costOf(x, y), costOf(y, x)];
      const scale = Math.max(forward.scale ?? 0, backward.scale ?? 0);
      const compared = compareCosts({ "x->y": forward.cost, "y->x": backward.cost }, scale, rounding);
      const warnings = [forward.noEvidence?.(names.x), backward.noEvidence?.(names.y)].filter((w) => w !== undefined);
      return { ...compared, ...(warnings.length > 0 ? { verdict: "cannot-tell" } : {}), rows, warnings };
    },
  };
}
