import { dependenceTail, GATE_LEVEL } from "../direction/gate.js";
import type { Check } from "./check.js";
import type { PairEstimates } from "./pair-estimates.js";
import { shown } from "./wording.js";

/**
 * `dependence`: probability of at least the dependence found if the columns are independent. The default's gate: where
 * it is 0.01 or more, there is nothing to orient.
 */
export function dependenceCheck({ pair, measures }: Pick<PairEstimates, "pair" | "measures">): Check {
  const value = dependenceTail(measures);
  const isPassed = value < GATE_LEVEL;
  const { x, y } = pair.names;
  return {
    name: "dependence",
    status: isPassed ? "pass" : "fail",
    value,
    sentence: `"${x}" and "${y}" ${isPassed ? "depend on each other" : "may be independent"} (p = ${shown(value)}).`,
    advice: isPassed ? "" : "There is no direction to find: collect more rows, or choose other columns.",
  };
}

/**
 * `linear-gaussian`: probability of at least the distance found from the nearest bivariate normal if the columns are
 * jointly normal. The default's gate: where it is 0.01 or more, or all rows lie on a line (NaN), both directions are
 * linear-Gaussian and no method can tell them apart.
 *
 * @paper eq:anm:constraint (its linear-Gaussian case)
 */
export function linearGaussianCheck({ pair, normality }: Pick<PairEstimates, "pair" | "normality">): Check {
  const value = normality.tail;
  const isPassed = value < GATE_LEVEL;
  const { x, y } = pair.names;
  const finding = Number.isNaN(value)
    ? "lie on a line"
    : `${isPassed ? "are not" : "may be"} jointly normal (p = ${shown(value)})`;
  return {
    name: "linear-gaussian",
    status: isPassed ? "pass" : "fail",
    value,
    sentence: `"${x}" and "${y}" ${finding}.`,
    advice: isPassed ? "" : "A linear-Gaussian pair has no direction to find; more rows may show that it is not one.",
  };
}
