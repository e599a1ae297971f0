import {
  type CsvCell,
  type MapOutcome,
  OUTCOME_HEADS,
  outcomeCells,
  outcomeRecord,
  outcomesCsv,
} from "@causal-velocity/core";
import { parquetWriteBuffer } from "hyparquet-writer/src/write.js";

/** Endings of files with results, and how they are written. */
const WRITERS: Readonly<Record<string, (outcomes: readonly MapOutcome[], version: string) => string | Uint8Array>> = {
  ".csv": outcomesCsv,
  ".jsonl": (outcomes, version) =>
    outcomes.map((outcome) => `${JSON.stringify(outcomeRecord(outcome, version))}\n`).join(""),
  ".parquet": outcomesParquet,
};

export const RESULT_ENDINGS: readonly string[] = Object.keys(WRITERS);

/** Outcomes as the content of a file whose name ends so; undefined for an ending there is no format for. */
export function resultsFile(
  ending: string,
  outcomes: readonly MapOutcome[],
  version: string,
): string | Uint8Array | undefined {
  const write = Object.hasOwn(WRITERS, ending) ? WRITERS[ending] : undefined;
  return write?.(outcomes, version);
}

/** Columns of whole numbers and of others; the rest is text. */
const WHOLE: readonly string[] = ["rows_read", "rows_used", "seed", "x_column", "y_column"];
const REAL: readonly string[] = ["score", "confidence", "sureness"];

/** The tidy table of outcomes as Parquet, typed: empty cells are null. */
function outcomesParquet(outcomes: readonly MapOutcome[], version: string): Uint8Array {
  const rows = outcomes.map((outcome) => outcomeCells(outcome, version));
  const columnData = OUTCOME_HEADS.map((name, place) => {
    const cells = rows.map((row) => row[place] ?? null);
    if (WHOLE.includes(name)) return { name, type: "INT64" as const, data: cells.map(wholeCell), nullable: true };
    if (REAL.includes(name)) return { name, type: "DOUBLE" as const, data: cells, nullable: true };
    return { name, type: "STRING" as const, data: cells, nullable: true };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function wholeCell(cell: CsvCell): bigint | null {
  return typeof cell === "number" ? BigInt(cell) : null;
}
