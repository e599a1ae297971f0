import { InputError, type Text, text } from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { cellReader } from "@causal-velocity/core/table/cell-reader.js";
import { cellStore } from "@causal-velocity/core/table/column-builder.js";
import { markTally } from "@causal-velocity/core/table/column-form.js";
import { firstDoubts } from "@causal-velocity/core/table/reading-findings.js";
import { emptyTable, isNumeric, type Table, type TableFormat } from "@causal-velocity/core/table/table.js";
import { checkOptions, type ReadOptions } from "@causal-velocity/core/table/table-format.js";
import { roundedIntegers } from "@causal-velocity/readers/rounded-integers.js";
import { type ColumnKey, inSource, type OpenedSource, positionsOf } from "../source.js";
import { type ColumnReading, columnReading } from "./column-reading.js";
import { type Database, pathLiteral } from "./database.js";
import { type MisreadDecimals, requireRightDecimals } from "./parquet-schema.js";

/** Rows by which `isNumeric` of text and JSON columns is decided. */
const SAMPLED_ROWS = 1000;
/** Above this, not every whole number is a double. */
const FIRST_LOSSY = 2 ** 53;

/** A query over files. */
interface Relation {
  /** SQL that can be used as a subquery. */
  readonly sql: string;
  /** Its name in errors, such as `file "trial.parquet"`. */
  readonly place: Text;
  readonly rowCount?: number;
  readonly misread?: MisreadDecimals;
}

/**
 * Opens a table that DuckDB reads: only the columns that are needed, some thousand cells at a time.
 *
 * @cost 9 bytes per cell, plus the memory limit of DuckDB
 */
export async function relationSource(
  database: Database,
  { sql, place, rowCount, misread = new Map() }: Relation,
  options: ReadOptions,
): Promise<Omit<OpenedSource, "close">> {
  const found = await database.columns(sql, place);
  const format: TableFormat = { delimiter: ",", decimal: options.decimal ?? ".", header: true };
  const reader = cellReader(format.decimal, options.missing);
  const names = found.map(({ name }, j) => name.trim() || `column ${j + 1}`);
  // Columns get new names: theirs may differ only in case, or need quotes.
  const from = `FROM (${sql}\n) AS t(${found.map((_, j) => `c${j}`).join(", ")})`;
  const readings = found.map(({ type }, j) => columnReading(`c${j}`, type, reader, format.decimal));

  const readRows = async (positions: readonly number[], end = ""): Promise<Table> => {
    const chosen = positions.map((j) => readings[j] as ColumnReading);
    const read = positions.map((j) => names[j] ?? "");
    const store = cellStore(read, reader, markTally(), checkOptions(options));
    const expressions = chosen.flatMap((reading) => reading.expressions);
    let rows = 0;
    for await (const found of database.chunks(`SELECT ${expressions.join(", ")} ${from} ${end}`, place)) {
      let vector = 0;
      chosen.forEach((reading, k) => {
        const cells: Parameters<ColumnReading["append"]>[2] = {
          append: (cell, row) => store.put(row - 1, k, cell, 0, cell.length, row),
          appendKind: (kind, value, row, cell) => store.putKind(row - 1, k, kind, value, row, cell),
        };
        reading.append(found, vector, cells, rows + 1);
        vector += reading.expressions.length;
      });
      rows += found.rowCount;
    }
    if (rows === 0) throw emptyTable("columns without rows");
    const mark = { decimal: format.decimal, source: "given" } as const;
    const columns = store.finish(rows, mark, options.dates);
    return { columns, rowCount: rows, format, findings: firstDoubts(columns) };
  };

  const undecided = readings.flatMap((reading, j) => (reading.isNumeric === undefined ? [j] : []));
  const sample = await sampleOf(undecided, readRows, place);
  const columns = names.map((name, j) => ({
    name,
    type: found[j]?.type.alias ?? found[j]?.type.name ?? "",
    isNumeric: readings[j]?.isNumeric ?? sample.get(j) ?? false,
  }));

  /** Counts whole numbers that were rounded; only for columns with values that large, which are rare. */
  const roundedFindings = async (table: Table, positions: readonly number[]): Promise<Finding[]> => {
    const suspects = positions.filter((j, k) => {
      return readings[j]?.isWide && table.columns[k]?.values.some((value) => Math.abs(value) >= FIRST_LOSSY);
    });
    const findings: Finding[] = [];
    for (const j of suspects) {
      const rounded = `TRY_CAST(CAST(CAST(c${j} AS VARCHAR) AS DOUBLE) AS HUGEINT) IS DISTINCT FROM TRY_CAST(c${j} AS HUGEINT)`;
      const [row] = await database.rows(`SELECT count(*) FILTER (WHERE ${rounded}) ${from}`, place);
      const count = Number(row?.[0] ?? 0);
      if (count > 0) findings.push(roundedIntegers(names[j] ?? "", count));
    }
    return findings;
  };

  return {
    columns,
    ...(rowCount !== undefined && { rowCount }),
    read: (keys?: readonly ColumnKey[]) =>
      inSource(place, async () => {
        const positions = positionsOf(names, format.header, keys);
        for (const j of positions) requireRightDecimals(misread, found[j]?.name ?? "", place);
        const table = await readRows(positions);
        return { ...table, findings: [...table.findings, ...(await roundedFindings(table, positions))] };
      }),
  };
}

/** Whether columns hold numbers in their first rows. */
async function sampleOf(
  positions: readonly number[],
  readRows: (positions: readonly number[], end: string) => Promise<Table>,
  place: Text,
): Promise<ReadonlyMap<number, boolean>> {
  if (positions.length === 0) return new Map();
  const { columns } = await inSource(place, () => readRows(positions, `LIMIT ${SAMPLED_ROWS}`));
  return new Map(columns.map((column, k) => [positions[k] ?? 0, isNumeric(column)]));
}

/** Rows are objects; their values are not interpreted. */
const OPTIONS = "records = true, maximum_depth = 1, sample_size = -1, union_by_name = true";

/**
 * The query for JSON files: arrays of objects, one object per line, or an object with an array per column. Values are
 * not interpreted, so that the rules for text apply. All rows are searched for keys, so that no column is lost.
 *
 * @throws InputError `malformed-file`, `length-mismatch`
 */
export async function jsonRelation(database: Database, paths: readonly string[], place: Text): Promise<string> {
  const files = `[${paths.map(pathLiteral).join(", ")}]`;
  const sql = `SELECT * FROM read_json(${files}, ${OPTIONS})`;
  const columns = await database.columns(sql, place);
  const rows = await database.rows(`${sql} LIMIT 2`, place);
  const [first] = rows;
  const isByColumn = rows.length === 1 && first?.every((value) => String(value).startsWith("["));
  if (!isByColumn) return sql;
  const lengths = columns.map((_, j) => `json_array_length(c${j})`);
  const named = `(${sql}) AS t(${columns.map((_, j) => `c${j}`).join(", ")})`;
  const [counts = []] = await database.rows(`SELECT ${lengths.join(", ")} FROM ${named}`, place);
  const odd = counts.findIndex((count) => count !== counts[0]);
  if (odd > 0) throw unevenColumns(place, columns[0]?.name ?? "", columns[odd]?.name ?? "", [counts[0], counts[odd]]);
  const unnested = columns.map(
    ({ name }, j) => `unnest(from_json(c${j}, '["JSON"]')) AS "${name.replaceAll('"', '""')}"`,
  );
  return `SELECT ${unnested.join(", ")} FROM ${named}`;
}

function unevenColumns(place: Text, first: string, odd: string, counts: readonly unknown[]): InputError {
  return new InputError({
    code: "length-mismatch",
    place: text`${place}, columns "${first}" and "${odd}"`,
    value: `${counts.join(" and ")} values`,
    expected: "columns of the same length",
    remedy: "Add null values to the shorter column.",
  });
}
