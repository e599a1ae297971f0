import type { StandardPair } from "../data/standardize.js";
import { byRole } from "../fit/by-role.js";
import type { Direction } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";
import type { Check } from "./check.js";
import { judged } from "./judged.js";
import { percent, roleNames } from "./wording.js";

/** The middle of a column: its 1 % to 99 % quantiles. */
const TAIL = 0.01;
const WIDE = 0.15;
const VERY_WIDE = 0.35;

/** The largest gap between neighboring values within the middle 98 % of a column, relative to the range of that middle. */
export function largestGap(column: Column): number {
  const ascending = sorted(column);
  const [low, high] = [quantileOfSorted(ascending, TAIL), quantileOfSorted(ascending, 1 - TAIL)];
  let [previous, widest] = [low, 0];
  for (const value of ascending) {
    if (value <= low) continue;
    const here = Math.min(value, high);
    widest = Math.max(widest, here - previous);
    previous = here;
    if (value >= high) break;
  }
  // A column whose middle is one value has no middle to have gaps in.
  return high > low ? widest / (high - low) : 1;
}

/** `support`: whether the cause leaves a stretch empty, across which causal curves are guesses. */
export function supportCheck(pair: StandardPair, direction: Direction): Check {
  const value = largestGap(byRole(pair, direction).cause);
  const { cause } = roleNames(pair, direction);
  const status = judged(value, WIDE, VERY_WIDE);
  return {
    name: "support",
    direction,
    status,
    value,
    sentence: `The widest gap of ${cause} takes ${percent(value)} of the range of its middle 98 %.`,
    advice:
      status === "pass"
        ? ""
        : `Nothing is known of ${cause} in the gap: study the groups on either side by themselves.`,
  };
}
