import type { CheckStatus } from "@causal-velocity/core";

/** How a status looks and what it is called, the worst first. */
export const STATUS_WORDS: readonly { status: CheckStatus; symbol: string; word: string; heading: string }[] = [
  { status: "fail", symbol: "✕", word: "fail", heading: "Not met" },
  { status: "warn", symbol: "!", word: "warn", heading: "In doubt" },
  { status: "note", symbol: "i", word: "note", heading: "To look at" },
  { status: "pass", symbol: "✓", word: "pass", heading: "Met" },
];
