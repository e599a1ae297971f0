import { csvLine } from "../data/csv-line.js";
import type { MapOutcome } from "./map-outcome.js";
import { OUTCOME_HEADS, outcomeCells } from "./outcome-cells.js";

/** Outcomes as a tidy table, in the order given; numbers have all their digits. @param version of the package */
export function outcomesCsv(outcomes: readonly MapOutcome[], version: string): string {
  const lines = outcomes.map((outcome) => csvLine(outcomeCells(outcome, version)));
  return `${[csvLine(OUTCOME_HEADS), ...lines].join("\n")}\n`;
}
