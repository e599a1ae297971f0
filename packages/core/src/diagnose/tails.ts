import type { StandardPair } from "../data/standardize.js";
import { withoutExtremes } from "../direction/evidence/without-extremes.js";
import { isDiscrete } from "../direction/gate.js";
import type { Column } from "../numeric/column.js";
import { robustSpread } from "../numeric/robust-spread.js";
import type { Check } from "./check.js";
import { shown } from "./wording.js";

/** Of 1,000 rows the farthest lies 3.3 spreads out for a normal, 7 for a Laplace law, 9 for an exponential one. */
const FAR = 12;

/** Distance of the farthest value from the median, in spreads: the smaller of standard deviation and IQR/1.34. */
export function farthestValue(column: Column): number {
  const { center, spread, ascending } = robustSpread(column);
  return Math.max(center - ascending[0], ascending[ascending.length - 1] - center) / spread;
}

/** `tails`: how far out the farthest value of either column lies. Fails where one row has most of a column's variance. */
export function tailsCheck(pair: StandardPair): Check {
  const [x, y] = [farthestValue(pair.x), farthestValue(pair.y)];
  const value = Math.max(x, y);
  const name = x >= y ? pair.names.x : pair.names.y;
  const isPassed = value <= FAR;
  // Without its one other value an atom would be a constant column; `ties` speaks of those.
  const isDecisive = !(isDiscrete(pair.x) || isDiscrete(pair.y)) && withoutExtremes(pair) !== undefined;
  return {
    name: "tails",
    status: isDecisive ? "fail" : isPassed ? "pass" : "warn",
    value,
    sentence: `The farthest value of "${name}" lies ${shown(value)} robust standard deviations from its median${isDecisive ? ", and one row has most of a column's variance" : ""}.`,
    advice: isPassed && !isDecisive ? "" : "Check the farthest rows; take logarithms if the values are positive.",
  };
}
