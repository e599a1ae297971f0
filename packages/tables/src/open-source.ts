import { InputError, type Text, text } from "@causal-velocity/core/primitives/errors.js";
import { isNumeric, type Table } from "@causal-velocity/core/table/table.js";
import { checkOptions, type ReadOptions } from "@causal-velocity/core/table/table-format.js";
import { sourceKind } from "@causal-velocity/core/table/text-source.js";
import { type FileOptions, refuseSheet } from "@causal-velocity/readers/read-table.js";
import { type Database, openDatabase, pathLiteral, SQL_PLACE } from "./duck/database.js";
import { checkSchemas, requireRightQuery } from "./duck/parquet-schema.js";
import { jsonRelation, relationSource } from "./duck/relation-source.js";
import { fileSource } from "./file-source.js";
import { type FoundFiles, findFiles, requireBytes } from "./files.js";
import type { ColumnKey, OpenedSource, Source, SourceOptions } from "./source.js";
import { textSource } from "./text-source.js";

type ReadableSource = Omit<OpenedSource, "close">;

/**
 * Opens a table: text, JSON or Parquet, compressed or not, in one file or several, a workbook, a file of Arrow, or an
 * SQL query over files.
 *
 * Text, workbooks and Arrow are read by the code of `readTable`; everything else by DuckDB, which is started when it is needed and
 * reads local files only. Call `close` on the result when you are done.
 * @throws InputError `unreadable-file`, `malformed-file`, `wrong-option`, `memory-exceeded`; `empty-table` and the others
 *   of `parseTable` if the start of a text is wrong
 */
export async function openSource(source: Source, options: SourceOptions = {}): Promise<OpenedSource> {
  const { sheet, range, ...format } = options.format ?? {};
  const read: ReadOptions = { ...format, ...(options.limit && { limit: options.limit }) };
  checkOptions(read);
  let opened: Promise<Database> | undefined;
  const database = (): Promise<Database> => {
    opened ??= openDatabase(options);
    return opened;
  };
  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    await (await closing)?.close();
  };
  try {
    const found =
      typeof source === "string"
        ? await openFiles(source, await findFiles(source, database), { ...read, sheet, range }, database)
        : await openQuery(await database(), source.sql, { ...read, sheet, range });
    return { ...found, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openQuery(
  database: Database,
  sql: string,
  { sheet, range, ...options }: FileOptions,
): Promise<ReadableSource> {
  refuseSheet({ sheet, range }, SQL_PLACE);
  refuseLayout(options, SQL_PLACE);
  if (sql.trim() === "" || !(await database.isQuery(sql, SQL_PLACE))) {
    throw new InputError({
      code: "wrong-option",
      place: SQL_PLACE,
      value: "not a single query",
      expected: "one statement that only reads, such as select a, b from 'data.parquet'",
      remedy: "Run statements that prepare or write data elsewhere.",
    });
  }
  const bare = sql.replace(STATEMENT_END, "");
  const query = (await database.isQuery(bare, SQL_PLACE).catch(() => false)) ? bare : sql;
  await requireRightQuery(database, query, SQL_PLACE);
  return relationSource(database, { sql: query, place: SQL_PLACE }, options);
}

/** A semicolon with only comments after it. If it is inside a string, the part before it is not a query. */
const STATEMENT_END = /;(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|;)*$/;

async function openFiles(
  source: string,
  { paths, isFolder }: FoundFiles,
  { sheet, range, ...options }: FileOptions,
  database: () => Promise<Database>,
): Promise<ReadableSource> {
  const place = isFolder ? `folder "${source}"` : `file "${paths.length === 1 ? paths[0] : source}"`;
  const kinds = new Set(paths.map((path) => sourceKind(path).holds));
  if (kinds.size > 1) throw mixedKinds(place, [...kinds]);
  const [path = "", ...others] = paths;
  if (kinds.has("text") && others.length === 0) {
    const found = await fileSource(path, place, { ...options, sheet, range });
    if (found) return found;
  }
  refuseSheet({ sheet, range }, place);
  if (kinds.has("text")) return textSource(paths, place, options, database);
  refuseLayout(options, place);
  const duck = await database();
  if (kinds.has("json")) {
    for (const path of paths) await requireBytes(path, checkOptions(options), database);
    return relationSource(duck, { sql: await jsonRelation(duck, paths, place), place }, options);
  }
  const misread = await checkSchemas(duck, paths, place);
  const files = `[${paths.map(pathLiteral).join(", ")}]`;
  const sql = `SELECT * FROM read_parquet(${files}, hive_partitioning = ${isFolder}, union_by_name = true)`;
  const [row] = await duck.rows(`SELECT count(*) FROM (${sql})`, place);
  return relationSource(duck, { sql, place, rowCount: Number(row?.[0]), misread }, options);
}

/** Delimiter and header apply to text only. */
function refuseLayout({ delimiter, header }: ReadOptions, place: Text): void {
  const option = delimiter !== undefined ? "delimiter" : header !== undefined ? "header" : undefined;
  if (!option) return;
  throw new InputError({
    code: "wrong-option",
    place: [{ option }],
    value: text`given for ${place}`,
    expected: "a text table",
    remedy: "Leave this option out.",
  });
}

function mixedKinds(place: Text, kinds: readonly string[]): InputError {
  return new InputError({
    code: "malformed-file",
    place,
    value: `files of ${kinds.join(" and ")}`,
    expected: "files of one kind",
    remedy: "Select one kind by its extension, such as *.parquet.",
  });
}

/** How a source is read, and which columns. */
export interface ReadColumnsOptions extends SourceOptions {
  /** Columns by name or number; default: those that hold numbers. */
  readonly columns?: readonly ColumnKey[];
}

/**
 * Opens a source, reads the given columns, or all columns that hold numbers, and closes it.
 *
 * @throws InputError as `openSource` and its `read`
 */
export async function readColumns(source: Source, { columns, ...options }: ReadColumnsOptions = {}): Promise<Table> {
  const opened = await openSource(source, options);
  try {
    const table = await opened.read(columns);
    return columns ? table : { ...table, columns: table.columns.filter(isNumeric) };
  } finally {
    await opened.close();
  }
}
