import type { InputErrorCode } from "@causal-velocity/core";

/** What the command returns to the shell. */
export const EXIT = { answered: 0, defect: 1, badUsage: 2, badData: 3 } as const;

/** Mended by changing the command; every other input error is mended by changing the data. */
const USAGE_CODES: ReadonlySet<InputErrorCode> = new Set<InputErrorCode>([
  "wrong-option",
  "wrong-basis",
  "lost-curve",
  "unknown-method",
  "unknown-column",
  "ambiguous-column",
  "same-column",
  "column-not-chosen",
  "missing-package",
  "unusable-database",
  "unknown-run",
]);

export function exitCodeOf(code: InputErrorCode): number {
  return USAGE_CODES.has(code) ? EXIT.badUsage : EXIT.badData;
}
