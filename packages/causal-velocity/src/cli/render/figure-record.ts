import type { Figure } from "@causal-velocity/core";
import { version } from "../version.js";

/** A figure as JSON: columns are arrays, with null where there is no number. */
export function figureJson(figure: Figure): string {
  const record = { schema: "causal-velocity/figure@1", version, figure };
  const plain = (_: string, value: unknown) => (value instanceof Float64Array ? Array.from(value) : value);
  return `${JSON.stringify(record, plain)}\n`;
}
