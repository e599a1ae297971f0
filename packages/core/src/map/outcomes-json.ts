import type { MapOutcome } from "./map-outcome.js";
import { outcomeRecord } from "./outcome-record.js";

/** Outcomes as JSON, `causal-velocity/map@1`, in the order given. @param version of the package that made them */
export function outcomesJson(outcomes: readonly MapOutcome[], version: string): string {
  const pairs = outcomes.map((outcome) => outcomeRecord(outcome, version));
  return `${JSON.stringify({ schema: "causal-velocity/map@1", version, pairs }, null, 2)}\n`;
}
