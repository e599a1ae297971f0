import { byRole, type Direction } from "../fit/orient.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Severity } from "../table/finding.js";

/** The severity of a finding with thresholds. */
export type Judgment = Exclude<Severity, "note">;

/** The severity of a number that is better the smaller it is; what cannot be measured, NaN, fails. */
export function judged(value: number, warnFrom: number, failFrom: number): Judgment {
  if (value < warnFrom) return "pass";
  return value < failFrom ? "warn" : "fail";
}

/** The columns' names by role, in straight double quotes. */
export function roleNames(
  { names }: Pick<StandardPair, "names">,
  direction: Direction,
): { readonly cause: string; readonly effect: string } {
  return byRole({ x: `"${names.x}"`, y: `"${names.y}"` }, direction);
}
