import type { CheckStatus } from "./check.js";

/** The status of a check with thresholds. */
export type Judgment = Exclude<CheckStatus, "note">;

/** The status of a number that is better the smaller it is; what cannot be measured, NaN, fails. */
export function judged(value: number, warnFrom: number, failFrom: number): Judgment {
  if (value < warnFrom) return "pass";
  return value < failFrom ? "warn" : "fail";
}
