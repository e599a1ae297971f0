import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { QueueConnection } from "./connect-queue.js";
import { runCounts } from "./run-status.js";

/** Marks a number that JSON does not have. */
const SPECIAL = "$number";
const SPECIAL_VALUES: Readonly<Record<string, number>> = { NaN, Infinity, "-Infinity": -Infinity, "-0": -0 };

/** An outcome as JSON that keeps every bit: NaN, infinities and the sign of zero too. */
export function outcomeText(outcome: PairOutcome): string {
  return JSON.stringify(outcome, (_, value: unknown) => {
    if (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))) return value;
    return { [SPECIAL]: Object.is(value, -0) ? "-0" : String(value) };
  });
}

/** The outcome of a text made by `outcomeText`. */
export function outcomeFrom(text: string): PairOutcome {
  return JSON.parse(text, (_, value: unknown) => {
    const special = typeof value === "object" && value !== null && SPECIAL in value ? value[SPECIAL] : undefined;
    return special === undefined ? value : SPECIAL_VALUES[String(special)];
  });
}

/** Outcomes in memory at a time. */
const PAGE = 1000;

/**
 * The outcomes so far, by x, then y, each once.
 *
 * @cost memory of 1000 outcomes     @throws InputError `unknown-run`
 */
export async function* runResults(connection: QueueConnection, id: string): AsyncGenerator<PairOutcome, void, void> {
  await runCounts(connection, id);
  let last = { x: 0, y: 0 };
  for (;;) {
    const { rows } = await connection.database.query(
      `select x, y, outcome::text as outcome from causal_velocity.outcome
       where run = $1 and (x, y) > ($2, $3) order by x, y limit $4`,
      [id, last.x, last.y, PAGE],
    );
    for (const { outcome } of rows) yield outcomeFrom(outcome);
    if (rows.length < PAGE) break;
    last = rows[rows.length - 1];
  }
  // If the run was removed meanwhile, outcomes are missing.
  await runCounts(connection, id);
}
