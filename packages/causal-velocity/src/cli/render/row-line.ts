import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core";
import { MARGIN, wrap } from "../printable.js";

/** How many rows were read, used and left out, and why. */
export function rowLine(rows: RowCount): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const reasons = Object.entries(rows.reasons).map(
    ([reason, value]) => `${count(value)} ${DROP_WORDS[reason as DropReason]}`,
  );
  const leftOut = rows.dropped > 0 ? `, left out: ${reasons.join(", ")}` : "";
  return wrap(`${count(rows.read)} read, ${count(rows.used)} used${leftOut}`, `${MARGIN}rows    `);
}
