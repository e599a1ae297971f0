import type { CsvCell } from "../data/csv-line.js";
import { type MapOutcome, sureness } from "./map-outcome.js";

/** Names of the columns of a tidy table of outcomes, one row a pair. Columns are added at the end, never renamed. */
export const OUTCOME_HEADS = [
  ...["x", "y", "verdict", "score", "confidence", "sureness", "reason", "evidence", "rows_read", "rows_used"],
  ...["warnings", "error", "method", "seed", "version", "x_column", "y_column"],
] as const;

/** Between the parts of one cell. */
const SEPARATOR = "; ";

/** The row of one pair: nothing where there is nothing to say. @param version of the package that made it */
export function outcomeCells({ x, y, names, decision, problem }: MapOutcome, version: string): CsvCell[] {
  if (!decision) {
    const blanks = Array.from<undefined>({ length: OUTCOME_HEADS.indexOf("error") - 2 });
    return [names.x, names.y, ...blanks, problem.message, undefined, undefined, version, x, y];
  }
  const { verdict, score, confidence, reason, evidence, rows, warnings, method, seed } = decision;
  return [
    ...[names.x, names.y, verdict, score, confidence, sureness(decision), reason],
    evidence?.map(({ name, logOdds }) => `${name} ${logOdds}`).join(SEPARATOR),
    ...[rows.read, rows.used],
    warnings.map(({ code }) => code).join(SEPARATOR) || undefined,
    ...[undefined, method, seed, version, x, y],
  ];
}
