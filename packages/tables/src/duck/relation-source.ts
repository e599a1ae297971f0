import { cellReader, numberScanner } from "@causal-velocity/core/table/cell.js";
import { columnBuilder } from "@causal-velocity/core/table/column-builder.js";
import { emptyTable, isNumeric, type Table, type TableFormat } from "@causal-velocity/core/table/table.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import type { Warning } from "@causal-velocity/core/table/warning.js";
import { inSource } from "../in-source.js";
import { positionsOf } from "../positions-of.js";
import type { ColumnKey, OpenedSource } from "../source.js";
import { type ColumnReading, columnReading } from "./column-reading.js";
import type { Database } from "./database.js";

/** Rows by which columns whose type does not tell are judged beforehand. */
const SAMPLED_ROWS = 1000;
/** From here on, not every whole number is a double. */
const FIRST_LOSSY = 2 ** 53;

interface Relation {
  /** What can stand in parentheses after FROM. */
  readonly sql: string;
  /** How sentences call it: `file "trial.parquet"`. */
  readonly place: string;
  readonly rowCount?: number;
}

/**
 * A table that DuckDB reads: only the columns asked for, in chunks of 2,048 rows.
 *
 * @cost 9 bytes a cell; DuckDB besides keeps to its memory limit
 */
export async function relationSource(
  database: Database,
  { sql, place, rowCount }: Relation,
  told: FormatOverrides,
): Promise<Omit<OpenedSource, "close">> {
  const found = await database.columns(sql, place);
  const format: TableFormat = { delimiter: ",", decimal: told.decimal ?? ".", header: true };
  const reader = cellReader(format.decimal, told.missing);
  const names = found.map(({ name }, j) => name.trim() || `column ${j + 1}`);
  // Columns by number: names may repeat but for their case, or need quotes.
  const from = `FROM (${sql}\n) AS t(${found.map((_, j) => `c${j}`).join(", ")})`;
  const readings = found.map(({ type }, j) => columnReading(`c${j}`, type, reader, format.decimal));

  const readRows = async (positions: readonly number[], end = ""): Promise<Table> => {
    const chosen = positions.map((j) => readings[j] as ColumnReading);
    const builders = positions.map((j) => columnBuilder(names[j] ?? "", reader, numberScanner(format.decimal)));
    const expressions = chosen.flatMap((reading) => reading.expressions);
    let rows = 0;
    for await (const chunk of database.chunks(`SELECT ${expressions.join(", ")} ${from} ${end}`, place)) {
      let vector = 0;
      chosen.forEach((reading, k) => {
        const builder = builders[k];
        if (builder) reading.append(chunk, vector, builder, rows + 1);
        vector += reading.expressions.length;
      });
      rows += chunk.rowCount;
    }
    if (rows === 0) throw emptyTable("columns without rows");
    return { columns: builders.map((builder) => builder.finish()), rowCount: rows, format, warnings: [] };
  };

  const undecided = readings.flatMap((reading, j) => (reading.isNumeric === undefined ? [j] : []));
  const sample = await sampleOf(undecided, readRows, place);
  const columns = names.map((name, j) => ({
    name,
    type: found[j]?.type.alias ?? String(found[j]?.type),
    isNumeric: readings[j]?.isNumeric ?? sample.get(j) ?? false,
  }));

  /** Whole numbers that lost digits, which is rare: only then they are counted. */
  const roundedWarnings = async (table: Table, positions: readonly number[]): Promise<Warning[]> => {
    const suspects = positions.filter((j, k) => {
      return readings[j]?.isWide && table.columns[k]?.values.some((value) => Math.abs(value) >= FIRST_LOSSY);
    });
    const warnings: Warning[] = [];
    for (const j of suspects) {
      const rounded = `TRY_CAST(CAST(CAST(c${j} AS VARCHAR) AS DOUBLE) AS HUGEINT) IS DISTINCT FROM TRY_CAST(c${j} AS HUGEINT)`;
      const [row] = await database.rows(`SELECT count(*) FILTER (WHERE ${rounded}) ${from}`, place);
      const count = Number(row?.[0] ?? 0);
      if (count > 0) warnings.push(roundedIntegers(names[j] ?? "", count));
    }
    return warnings;
  };

  return {
    columns,
    ...(rowCount !== undefined && { rowCount }),
    read: (keys?: readonly ColumnKey[]) =>
      inSource(place, async () => {
        const positions = positionsOf(names, format, keys);
        const table = await readRows(positions);
        return { ...table, warnings: await roundedWarnings(table, positions) };
      }),
  };
}

/** Whether columns are numeric in their first rows. */
async function sampleOf(
  positions: readonly number[],
  readRows: (positions: readonly number[], end: string) => Promise<Table>,
  place: string,
): Promise<ReadonlyMap<number, boolean>> {
  if (positions.length === 0) return new Map();
  const { columns } = await inSource(place, () => readRows(positions, `LIMIT ${SAMPLED_ROWS}`));
  return new Map(columns.map((column, k) => [positions[k] ?? 0, isNumeric(column)]));
}

function roundedIntegers(name: string, count: number): Warning {
  const values = count === 1 ? "one whole number" : `${count} whole numbers`;
  return {
    code: "rounded-integers",
    message:
      `column "${name}" holds ${values} beyond 2^53, rounded to the nearest double. Such numbers often ` +
      "name things rather than measure them.",
  };
}
