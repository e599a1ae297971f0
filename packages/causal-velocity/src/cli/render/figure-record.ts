import { type Figure, plainColumns } from "@causal-velocity/core";
import { version } from "../version.js";

/** A figure as JSON: columns are arrays, with null where there is no number. */
export function figureJson(figure: Figure): string {
  const record = { schema: "causal-velocity/figure@1", version, figure };
  return `${JSON.stringify(record, plainColumns)}\n`;
}
