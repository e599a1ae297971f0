import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { InputError, option, type Text } from "@causal-velocity/core/primitives/errors.js";
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  StatementType,
} from "@duckdb/node-api";
import type { SourceOptions } from "../source.js";

/** An in-memory DuckDB that reads local files only. Its methods throw InputError, as `duckError` makes them. */
export interface Database {
  /** All rows of a small result. */
  rows(sql: string, place: Text): Promise<readonly (readonly unknown[])[]>;
  /** Names and types of a query's columns, without its rows. */
  columns(sql: string, place: Text): Promise<readonly { readonly name: string; readonly type: DuckDBType }[]>;
  /** A result in chunks, in the order of the rows. */
  chunks(sql: string, place: Text): AsyncGenerator<DuckDBDataChunk>;
  /** Whether the text is a single statement that only reads. */
  isQuery(sql: string, place: Text): Promise<boolean>;
  close(): void;
}

const DEFAULT_MEMORY = 1e9;
const MOST_THREADS = 4;

/**
 * Opens a database that installs and loads no extension and contacts no host, and whose settings no query can change.
 */
export async function openDatabase({ memoryLimit = DEFAULT_MEMORY, ...options }: SourceOptions): Promise<Database> {
  const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
  requirePositive("memoryLimit", memoryLimit);
  requirePositive("threads", threads);
  const folder = options.temporaryFolder ?? join(tmpdir(), `causal-velocity-${randomUUID()}`);
  const instance = await DuckDBInstance.create(":memory:", {
    threads: String(threads),
    memory_limit: `${Math.ceil(memoryLimit / 1e6)}MB`,
    temp_directory: folder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    lock_configuration: "true",
  });
  const connection = await instance.connect();
  return {
    rows: (sql, place) => withDuckErrors(place, async () => (await connection.runAndReadAll(sql)).getRowsJS()),
    columns: (sql, place) => withDuckErrors(place, () => columnsOf(connection, sql)),
    async *chunks(sql, place) {
      const result = await withDuckErrors(place, () => connection.stream(sql));
      for (;;) {
        const chunk = await withDuckErrors(place, () => result.fetchChunk());
        if (!chunk || chunk.rowCount === 0) return;
        yield chunk;
      }
    },
    isQuery: (sql, place) => withDuckErrors(place, () => isQuery(connection, sql)),
    close() {
      connection.closeSync();
      instance.closeSync();
      if (options.temporaryFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function withDuckErrors<T>(place: Text, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw duckError(error, place);
  }
}

async function columnsOf(connection: DuckDBConnection, sql: string) {
  const result = await connection.stream(`SELECT * FROM (${sql}\n) LIMIT 0`);
  return result.columnNames().map((name, j) => ({ name, type: result.columnType(j) }));
}

async function isQuery(connection: DuckDBConnection, sql: string): Promise<boolean> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) return false;
  const statement = await statements.prepare(0);
  return statement.statementType === StatementType.SELECT;
}

function requirePositive(option: string, value: number): void {
  if (Number.isSafeInteger(Math.ceil(value)) && value > 0) return;
  throw new InputError({
    code: "wrong-option",
    place: `option ${option}`,
    value: String(value),
    expected: "a positive number",
    remedy: "Leave it out for the default.",
  });
}

/** A string literal of SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A path as a literal glob that matches only this path. */
export function pathLiteral(path: string): string {
  return literal(path.replace(/[*?[]/g, "[$&]"));
}

/** The place in errors about a query. */
export const SQL_PLACE: Text = [option("sql")];

/** Longer messages of DuckDB are cut. */
const MOST_CHARACTERS = 300;

/**
 * Turns an error of DuckDB into an InputError: with a fixed text for known kinds, otherwise with the first line of
 * DuckDB's message, without the query.
 */
export function duckError(error: unknown, place: Text): InputError {
  if (error instanceof InputError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [, kind = "", text = ""] = /^(?:Failed to [^:]*: )?(?:([A-Z][A-Za-z ]*) Error: )?([^\n]*)/.exec(message) ?? [];
  const value = text.slice(0, MOST_CHARACTERS).replace(/[.!\s]+$/, "");
  if (kind === "Out of Memory") {
    return new InputError({
      code: "memory-exceeded",
      place,
      value,
      expected: "a table that DuckDB can read within its memory limit",
      remedy: "Read fewer columns or files; in a program, set a higher memoryLimit.",
    });
  }
  if (kind === "Missing Extension" || /extension/i.test(kind)) {
    return new InputError({
      code: "unreadable-file",
      place,
      value: value || "needs a DuckDB extension",
      expected: "a local file of CSV, TSV, JSON, JSON Lines or Parquet",
      remedy: "Download the file first; nothing is read from a network.",
    });
  }
  if (place === SQL_PLACE) {
    return new InputError({
      code: "wrong-option",
      place,
      value: `${kind ? `${kind.toLowerCase()} error, ` : ""}${value}`,
      expected: "a query over local files, such as select a, b from 'data.parquet'",
      remedy: "Fix the query; paths are relative to the current folder.",
    });
  }
  if (text.includes("expected records")) {
    return new InputError({
      code: "malformed-file",
      place,
      value: "no objects, or values that are not objects",
      expected: 'JSON such as [{"a": 1, "b": 2}, …] or {"a": [1, …], "b": [2, …]}, or one object per line',
      remedy: "Write the table in one of these forms, or as CSV.",
    });
  }
  if (kind === "IO") {
    return new InputError({
      code: "unreadable-file",
      place,
      value,
      expected: "a readable file",
      remedy: "Check the path and its permissions.",
    });
  }
  return new InputError({
    code: "malformed-file",
    place,
    value,
    expected: "a complete file of the kind that its name says",
    remedy: "Write or download the file again, or export it as CSV.",
  });
}
