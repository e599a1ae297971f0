import type { CheckStatus } from "@causal-velocity/core";

/** How a status looks and what it is called, the worst first. */
export const STATUS_WORDS: readonly { status: CheckStatus; symbol: string; word: string }[] = [
  { status: "fail", symbol: "✕", word: "fail" },
  { status: "warn", symbol: "!", word: "warn" },
  { status: "note", symbol: "i", word: "note" },
  { status: "pass", symbol: "✓", word: "pass" },
];
