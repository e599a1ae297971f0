import type { RowCount } from "@causal-velocity/core";
import { wrap } from "../printable.js";

const MARGIN = "  ";

const REASON_WORDS = {
  missing: "with a missing value",
  infinite: "with an infinite value",
  text: "with text",
  subsampled: "not drawn",
  trimmed: "trimmed",
} as const;

/** How many rows were read, used and left out, and why. */
export function rowLine(rows: RowCount): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const reasons = Object.entries(rows.reasons).map(
    ([reason, value]) => `${count(value)} ${REASON_WORDS[reason as keyof typeof REASON_WORDS]}`,
  );
  const leftOut = rows.dropped > 0 ? `, left out: ${reasons.join(", ")}` : "";
  return wrap(`${count(rows.read)} read, ${count(rows.used)} used${leftOut}`, `${MARGIN}rows    `);
}
