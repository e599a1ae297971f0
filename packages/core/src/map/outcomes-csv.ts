import { type CsvCell, csvLine } from "../data/csv-line.js";
import { type MapOutcome, sureness } from "./map-outcome.js";

const HEADS = [
  ...["x", "y", "verdict", "score", "confidence", "sureness", "reason", "evidence", "rows_read", "rows_used"],
  ...["warnings", "error", "method", "seed", "version"],
] as const;
/** Between the parts of one cell. */
const SEPARATOR = "; ";

/**
 * Outcomes as a tidy table: one line a pair, in the order given; an empty cell where there is nothing to say. Numbers
 * have all their digits.
 *
 * @param version of the package that made them
 */
export function outcomesCsv(outcomes: readonly MapOutcome[], version: string): string {
  const lines = outcomes.map((outcome) => csvLine(cellsOf(outcome, version)));
  return `${[csvLine(HEADS), ...lines].join("\n")}\n`;
}

function cellsOf({ names, decision, problem }: MapOutcome, version: string): CsvCell[] {
  if (!decision) {
    const blanks = Array.from<undefined>({ length: HEADS.indexOf("error") - 2 });
    return [names.x, names.y, ...blanks, problem.message, undefined, undefined, version];
  }
  const { verdict, score, confidence, reason, evidence, rows, warnings, method, seed } = decision;
  return [
    ...[names.x, names.y, verdict, score, confidence, sureness(decision), reason],
    evidence?.map(({ name, logOdds }) => `${name} ${logOdds}`).join(SEPARATOR),
    ...[rows.read, rows.used],
    warnings.map(({ code }) => code).join(SEPARATOR),
    ...[undefined, method, seed, version],
  ];
}
