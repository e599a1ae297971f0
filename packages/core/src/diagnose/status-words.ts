import type { CheckStatus } from "./check.js";

/** How a status looks and what it is called. */
export interface StatusWords {
  readonly status: CheckStatus;
  readonly symbol: string;
  readonly word: string;
}

/** The worst first. */
export const STATUS_WORDS: readonly StatusWords[] = [
  { status: "fail", symbol: "✕", word: "fail" },
  { status: "warn", symbol: "!", word: "warn" },
  { status: "note", symbol: "i", word: "note" },
  { status: "pass", symbol: "✓", word: "pass" },
];
