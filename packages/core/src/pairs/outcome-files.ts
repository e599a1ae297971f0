import { verdictRecord } from "../explain/records.js";
import { type OptionWords, requireEach, requireParts, textWith, wrongOption } from "../primitives/errors.js";
import { type CsvCell, type CsvForm, csvLine, jsonText } from "../primitives/output-text.js";
import { requireTable, type Table } from "../table/table.js";
import type { PairOutcome } from "./decide-tile.js";
import type { Screened } from "./screen.js";

/** Names of the columns of a tidy table of outcomes, one row a pair. */
export const OUTCOME_HEADS = [
  ...["x", "y", "verdict", "cause", "effect", "probability", "dependence", "p_independent", "gate", "reason"],
  ...["margin", "evidence", "rows_read", "rows_used", "findings", "error", "method", "seed", "version"],
  ...["x_column", "y_column"],
] as const;

const OUTCOMES = "what decidePairs returns";

/** @throws InputError `wrong-option` */
function requireOutcome(outcome: PairOutcome): void {
  const found = Object(outcome).decision ? "decision" : "problem";
  requireParts("outcome", outcome, ["names", found], `one of ${OUTCOMES}`);
}

function requireVersion(version: unknown): void {
  if (typeof version !== "string") throw wrongOption("version", version, "the version of the package, as a text");
}

/** Between the parts of one cell. */
const SEPARATOR = "; ";

/**
 * The row of one pair, with empty cells where there is nothing.
 *
 * @param version of the package that made it     @param words what options are called; by default as in the library
 */
export function outcomeCells(outcome: PairOutcome, version: string, words?: OptionWords): CsvCell[] {
  requireOutcome(outcome);
  const { x, y, names, decision, dependence, problem } = outcome;
  if (!decision) {
    const blanks = Array.from<undefined>({ length: OUTCOME_HEADS.indexOf("error") - 2 });
    return [names.x, names.y, ...blanks, textWith(problem.message, words), undefined, undefined, version, x, y];
  }
  const { rows, method, seed } = decision;
  const { verdict, cause, effect, probability, gate, reason, margin, evidence, findings } = verdictRecord(decision);
  return [
    ...[names.x, names.y, verdict, cause, effect, probability, dependence?.strength, dependence?.tail],
    ...[gate, reason, margin],
    evidence?.map(({ name, logOdds }) => `${name} ${logOdds}`).join(SEPARATOR),
    ...[rows.read, rows.used],
    findings.map(({ code }) => code).join(SEPARATOR) || undefined,
    ...[undefined, method, seed, version, x, y],
  ];
}

/**
 * Outcomes as a tidy table, in the order given; numbers have all their digits.
 *
 * @param words what options are called; by default as in the library
 * @param form safe, the default: names that a spreadsheet would run are marked as text; raw: cells as they are
 */
export function outcomesCsv(
  outcomes: readonly PairOutcome[],
  version: string,
  words?: OptionWords,
  form: CsvForm = "safe",
): string {
  requireEach("outcomes", outcomes, ["names"], OUTCOMES);
  requireVersion(version);
  const lines = outcomes.map((outcome) => csvLine(outcomeCells(outcome, version, words), form));
  return `${[csvLine(OUTCOME_HEADS), ...lines].join("\n")}\n`;
}

/** One outcome as plain data for JSON: the verdict, or the error of a pair that could not be decided. */
export function outcomeRecord(outcome: PairOutcome, version: string, words?: OptionWords) {
  requireOutcome(outcome);
  requireVersion(version);
  const { x, y, names, decision, dependence, problem } = outcome;
  const base = { x: names.x, y: names.y, columns: { x, y } };
  if (!decision) return { ...base, error: { ...problem, message: textWith(problem.message, words) }, version };
  const { rows, method, options, seed } = decision;
  const strength = { dependence: dependence?.strength ?? null, pIndependent: dependence?.tail ?? null };
  return { ...base, ...strength, ...verdictRecord(decision, words), rows, method, options, seed, version };
}

/** What a screen has left, as plain data for JSON. */
export function screenRecord(screened: Screened, table: Table) {
  requireParts("screened", screened, ["left", "unscreened"], "what onScreened of decidePairs is called with");
  requireTable(table);
  const { pairs, measured, dependent, left, unscreened } = screened;
  const named = unscreened.map((column) => ({ column, name: table.columns[column - 1].name }));
  return { pairs, measured, dependent: dependent ?? null, left: left.count, unscreened: named };
}

/**
 * Outcomes as JSON, `causal-velocity/pairs@1`, in the order given.
 *
 * @param screen what a screen has left, by `screenRecord`, if there was one
 * @param transformations what was done to the table before
 */
export function outcomesJson(
  outcomes: readonly PairOutcome[],
  version: string,
  words?: OptionWords,
  screen?: ReturnType<typeof screenRecord>,
  transformations?: Table["transformations"],
): string {
  requireEach("outcomes", outcomes, ["names"], OUTCOMES);
  const pairs = outcomes.map((outcome) => outcomeRecord(outcome, version, words));
  return jsonText({ schema: "causal-velocity/pairs@1", version, transformations, screen, pairs });
}
