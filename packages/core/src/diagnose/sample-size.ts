import { FEW_ROWS as OFTEN_WRONG_BELOW } from "../data/inspect.js";
import type { StandardPair } from "../data/standardize.js";
import { FEW_ROWS as NOT_CALIBRATED_BELOW } from "../direction/default-method.js";
import type { Check } from "./check.js";
import type { Judgment } from "./judged.js";

/** `sample-size`: rows behind everything else. Fails where the default gives few rows as its reason, warns below 200. */
export function sampleSizeCheck(pair: StandardPair): Check {
  const value = pair.x.length;
  const status: Judgment = value >= OFTEN_WRONG_BELOW ? "pass" : value >= NOT_CALIBRATED_BELOW ? "warn" : "fail";
  return {
    name: "sample-size",
    status,
    value,
    sentence: `${value} rows of "${pair.names.x}" and "${pair.names.y}" were looked at.`,
    advice: status === "pass" ? "" : `Collect more rows: below ${OFTEN_WRONG_BELOW} the direction is often wrong.`,
  };
}
