import type { Counterfactual } from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { version } from "../version.js";

/** The JSON form of a counterfactual. Fields may be added in later versions, none is renamed. */
export function counterfactualRecord({ names, from, to, method, seed, rows, warnings }: Counterfactual) {
  return {
    schema: "causal-velocity/counterfactual@1",
    version,
    method,
    seed,
    cause: names.cause,
    effect: names.effect,
    from: { x: from.cause, y: from.effect },
    to: to.map(({ cause, effect, low, high, supported }) => ({
      x: cause,
      y: effect,
      low: finiteOrNull(low),
      high: finiteOrNull(high),
      supported,
    })),
    rows,
    warnings: warnings.map(({ code, message }) => ({ code, message: flagWords(message) })),
  };
}

/** JSON has no NaN: a band that is not known is null. */
function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
