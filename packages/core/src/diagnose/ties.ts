import { countDistinct, MANY_TIES } from "../data/inspect.js";
import type { StandardPair } from "../data/standardize.js";
import { isDiscrete } from "../direction/gate.js";
import { sorted } from "../numeric/quantile.js";
import { tieStep } from "../numeric/tie-step.js";
import type { Check } from "./check.js";
import { percent, shown } from "./wording.js";

/**
 * `ties`: share of the rows that repeat an earlier value, in the column with more of them, and the step to which it
 * seems rounded. Fails where the default's gate calls a column discrete.
 *
 * @cost O(n log n)
 */
export function tiesCheck(pair: StandardPair): Check {
  const [x, y] = (["x", "y"] as const).map((axis) => ({
    name: pair.names[axis],
    share: 1 - countDistinct(pair[axis]) / pair[axis].length,
    step: tieStep(sorted(pair[axis])) * pair.scale[axis].sd,
    isDiscrete: isDiscrete(pair[axis]),
  }));
  const isFirstWorse = x.isDiscrete === y.isDiscrete ? x.share >= y.share : x.isDiscrete;
  const worse = isFirstWorse ? x : y;
  const value = Math.max(x.share, y.share);
  const grid = worse.step > 0 ? `, as if rounded to ${shown(worse.step)}` : "";
  const kind = worse.isDiscrete ? "; it has too few values, or one far more often than any other" : "";
  const isPassed = !worse.isDiscrete && value <= MANY_TIES;
  return {
    name: "ties",
    status: worse.isDiscrete ? "fail" : isPassed ? "pass" : "warn",
    value,
    sentence: `${percent(worse.share)} of the rows repeat a value of "${worse.name}"${grid}${kind}.`,
    advice: isPassed ? "" : "Densities of such a column are distorted: use values before rounding if there are any.",
  };
}
