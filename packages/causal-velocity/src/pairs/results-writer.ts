import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { OUTCOME_HEADS, outcomeCells, outcomeRecord } from "@causal-velocity/core/pairs/outcome-files.js";
import type { OptionWords } from "@causal-velocity/core/primitives/errors.js";
import { type CsvCell, type CsvForm, csvLine, jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import { schemaFromColumnData } from "hyparquet-writer/src/schema.js";

/** Writes outcomes one by one. */
export interface ResultsWriter {
  add(outcome: PairOutcome): void;
  /** Writes what is left: nothing comes after it. */
  end(): void;
}

/** Takes what is to be written. */
export type Emit = (content: string | Uint8Array) => void;

/** Endings of files with results, and how they are written. */
const WRITERS: Readonly<
  Record<string, (emit: Emit, version: string, words?: OptionWords, form?: CsvForm) => ResultsWriter>
> = {
  ".csv": csvWriter,
  ".jsonl": jsonLinesWriter,
  ".parquet": parquetWriter,
};

export const RESULT_ENDINGS: readonly string[] = Object.keys(WRITERS);

/**
 * A writer for files with this ending.
 *
 * @param words what options are called in errors; by default as in the library
 * @param form of texts in CSV; by default no spreadsheet runs them
 * @throws RangeError for none of `RESULT_ENDINGS`
 */
export function resultsWriter(
  ending: string,
  emit: Emit,
  version: string,
  words?: OptionWords,
  form?: CsvForm,
): ResultsWriter {
  const start = Object.hasOwn(WRITERS, ending) ? WRITERS[ending] : undefined;
  if (!start) throw new RangeError(`no results end in "${ending}"`);
  return start(emit, version, words, form);
}

function csvWriter(emit: Emit, version: string, words?: OptionWords, form?: CsvForm): ResultsWriter {
  emit(`${csvLine(OUTCOME_HEADS)}\n`);
  return { add: (outcome) => emit(`${csvLine(outcomeCells(outcome, version, words), form)}\n`), end: () => {} };
}

function jsonLinesWriter(emit: Emit, version: string, words?: OptionWords): ResultsWriter {
  return { add: (outcome) => emit(jsonText(outcomeRecord(outcome, version, words), 0)), end: () => {} };
}

/** Rows that are held until they are written together. */
const ROW_GROUP = 20_000;
/** Columns of whole numbers and of others; the rest is text. */
const WHOLE: readonly string[] = ["rows_read", "rows_used", "seed", "x_column", "y_column"];
const REAL: readonly string[] = ["probability", "dependence", "p_independent", "margin"];

/** The tidy table of outcomes as Parquet, typed: empty cells are null. */
function parquetWriter(emit: Emit, version: string, words?: OptionWords): ResultsWriter {
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: parquetColumns([]) });
  const file = new ParquetWriter({ writer: bytes, schema });
  let rows: CsvCell[][] = [];
  const flush = (): void => {
    emit(bytes.getBytes());
    bytes.index = 0;
  };
  const writeRows = (): void => {
    if (rows.length === 0) return;
    file.write({ columnData: parquetColumns(rows).map(({ name, data }) => ({ name, data })), rowGroupSize: ROW_GROUP });
    rows = [];
    flush();
  };
  return {
    add: (outcome) => {
      rows.push(outcomeCells(outcome, version, words));
      if (rows.length === ROW_GROUP) writeRows();
    },
    end: () => {
      writeRows();
      file.finish();
      flush();
    },
  };
}

function parquetColumns(rows: readonly CsvCell[][]) {
  return OUTCOME_HEADS.map((name, place) => {
    const cells = rows.map((row) => row[place] ?? null);
    if (WHOLE.includes(name)) return { name, type: "INT64" as const, data: cells.map(wholeCell), nullable: true };
    if (REAL.includes(name)) return { name, type: "DOUBLE" as const, data: cells, nullable: true };
    return { name, type: "STRING" as const, data: cells, nullable: true };
  });
}

function wholeCell(cell: CsvCell): bigint | null {
  return typeof cell === "number" ? BigInt(cell) : null;
}
