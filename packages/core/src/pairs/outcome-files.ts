import { type CsvCell, csvLine } from "../table/table.js";
import { type PairOutcome, sureness } from "./decide-tile.js";

/** Names of the columns of a tidy table of outcomes, one row a pair. Columns are added at the end, never renamed. */
export const OUTCOME_HEADS = [
  ...["x", "y", "verdict", "score", "confidence", "sureness", "reason", "evidence", "rows_read", "rows_used"],
  ...["warnings", "error", "method", "seed", "version", "x_column", "y_column"],
] as const;

/** Between the parts of one cell. */
const SEPARATOR = "; ";

/** The row of one pair: nothing where there is nothing to say. @param version of the package that made it */
export function outcomeCells({ x, y, names, decision, problem }: PairOutcome, version: string): CsvCell[] {
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

/** Outcomes as a tidy table, in the order given; numbers have all their digits. @param version of the package */
export function outcomesCsv(outcomes: readonly PairOutcome[], version: string): string {
  const lines = outcomes.map((outcome) => csvLine(outcomeCells(outcome, version)));
  return `${[csvLine(OUTCOME_HEADS), ...lines].join("\n")}\n`;
}

/** One outcome as plain data for JSON. Fields are added, never renamed. @param version of the package that made it */
export function outcomeRecord({ x, y, names, decision, problem }: PairOutcome, version: string) {
  const base = { x: names.x, y: names.y, columns: { x, y } };
  if (!decision) return { ...base, error: problem, version };
  const { verdict, score, confidence, reason, evidence, rows, warnings, method, options, seed } = decision;
  const told = warnings.map(({ code, message }) => ({ code, message }));
  return {
    ...base,
    verdict,
    score,
    confidence,
    reason,
    evidence,
    rows,
    warnings: told,
    method,
    options,
    seed,
    version,
  };
}

/** Outcomes as JSON, `causal-velocity/map@1`, in the order given. @param version of the package that made them */
export function outcomesJson(outcomes: readonly PairOutcome[], version: string): string {
  const pairs = outcomes.map((outcome) => outcomeRecord(outcome, version));
  return `${JSON.stringify({ schema: "causal-velocity/map@1", version, pairs }, null, 2)}\n`;
}
