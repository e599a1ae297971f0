import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { InputError, option, type Text } from "@causal-velocity/core/primitives/errors.js";
import type { SourceOptions } from "../source.js";
import type { Answer, Ask, DuckRows, DuckType } from "./duck-process.js";

/**
 * An in-memory DuckDB that reads local files only, in a process of its own: where a file or a query ends that process,
 * this one goes on. Its methods throw InputError, as `duckError` makes them.
 */
export interface Database {
  /** All rows of a small result. */
  rows(sql: string, place: Text): Promise<readonly (readonly unknown[])[]>;
  /** Names and types of a query's columns, without its rows. */
  columns(sql: string, place: Text): Promise<readonly { readonly name: string; readonly type: DuckType }[]>;
  /** A result whose columns are of type DOUBLE and VARCHAR, in the order of its rows. */
  chunks(sql: string, place: Text): AsyncGenerator<DuckRows>;
  /** Whether the text is a single statement that only reads. */
  isQuery(sql: string, place: Text): Promise<boolean>;
  close(): Promise<void>;
}

const DEFAULT_MEMORY = 1e9;
const MOST_THREADS = 4;

/**
 * Opens a database that installs and loads no extension and contacts no host, and whose settings no query can change.
 *
 * @throws InputError `wrong-option`; `missing-package` if DuckDB cannot be loaded
 */
export async function openDatabase({ memoryLimit = DEFAULT_MEMORY, ...options }: SourceOptions): Promise<Database> {
  const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
  requirePositive("memoryLimit", memoryLimit);
  requirePositive("threads", threads);
  const folder = options.temporaryFolder ?? join(tmpdir(), `causal-velocity-${randomUUID()}`);
  const settings = {
    threads: String(threads),
    memory_limit: `${Math.ceil(memoryLimit / 1e6)}MB`,
    temp_directory: folder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    lock_configuration: "true",
  };
  const duck = duckProcess();
  await duck.ask({ kind: "open", settings }, "DuckDB").promise.catch(async (error: unknown) => {
    await duck.close();
    throw error;
  });
  const asked = <T>(ask: Ask, place: Text) => duck.ask(ask, place).promise as Promise<T>;
  return {
    rows: (sql, place) => asked({ kind: "rows", sql }, place),
    columns: (sql, place) => asked({ kind: "columns", sql }, place),
    async *chunks(sql, place) {
      const { number, promise } = duck.ask({ kind: "stream", sql }, place);
      await promise;
      const next = () => duck.ask({ kind: "next", stream: number }, place).promise as Promise<readonly DuckRows[]>;
      try {
        let coming = next();
        for (let rows = await coming; rows.length > 0; rows = await coming) {
          // The next rows are read while these are used; if they are not asked for, neither is their error.
          coming = next();
          coming.catch(() => undefined);
          yield* rows;
        }
      } finally {
        // Rows that nobody reads any more, as behind a limit, are freed.
        duck.ask({ kind: "drop", stream: number }, place).promise.catch(() => undefined);
      }
    },
    isQuery: (sql, place) => asked({ kind: "isQuery", sql }, place),
    async close() {
      await duck.close();
      if (options.temporaryFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface DuckProcess {
  ask(ask: Ask, place: Text): { readonly number: number; readonly promise: Promise<unknown> };
  /** Ends the process, and waits until it has ended. */
  close(): Promise<void>;
}

function duckProcess(): DuckProcess {
  const child = fork(new URL("./duck-process.js", import.meta.url), {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const open = new Map<number, { place: Text; resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  let count = 0;
  let end: string | undefined;
  let isOpen = false;
  const ended = new Promise<void>((resolve) => {
    const stop = (why: string) => {
      end ??= why;
      for (const { place, reject } of open.values()) reject(processEnded(place, end, isOpen));
      open.clear();
      resolve();
    };
    child.on("exit", (code, signal) => stop(signal ?? `exit code ${code}`));
    child.on("error", (error) => stop(error.message));
  });
  child.on("message", (answer: Answer) => {
    const asked = open.get(answer.number);
    open.delete(answer.number);
    keepAlive(child, open.size > 0);
    isOpen = true;
    if ("value" in answer) asked?.resolve(answer.value);
    else asked?.reject(answer.isMissing ? notLoaded(answer.error) : duckError(answer.error, asked.place));
  });
  keepAlive(child, false);
  const ask: DuckProcess["ask"] = (ask, place) => {
    const number = count++;
    const promise = new Promise((resolve, reject) => {
      if (end !== undefined) return reject(processEnded(place, end, isOpen));
      open.set(number, { place, resolve, reject });
      keepAlive(child, true);
      // A process that is gone says so by its end.
      child.send({ number, ask }, () => undefined);
    });
    return { number, promise };
  };
  return {
    ask,
    async close() {
      const killing = setTimeout(() => child.kill("SIGKILL"), LONGEST_CLOSE);
      await ask({ kind: "close" }, "").promise.catch(() => undefined);
      keepAlive(child, true);
      if (child.connected) child.disconnect();
      await ended;
      clearTimeout(killing);
    },
  };
}

/** A program that has nothing else to do ends, unless an answer is to come. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isNeeded) handle?.ref();
    else handle?.unref();
  }
}

/** Milliseconds within which a query that is interrupted ends; then its process is killed. */
const LONGEST_CLOSE = 10_000;

/** @param isOpen whether the process has answered before */
function processEnded(place: Text, how: string, isOpen: boolean): InputError {
  if (!isOpen) {
    return new InputError({
      code: "missing-package",
      place: "the process of DuckDB",
      value: `it could not be started (${how})`,
      expected: "the file duck-process.js beside the code that starts it",
      remedy:
        "If a bundler packed this program, add node_modules/@causal-velocity/tables/dist/duck-process.js as an entry of its own.",
    });
  }
  // So the system ends the largest process where memory runs out.
  if (how === "SIGKILL") {
    return new InputError({
      code: "memory-exceeded",
      place,
      value: "the system ended the process that reads it with DuckDB (SIGKILL)",
      expected: "enough memory",
      remedy: "Name the columns that you need, or give DuckDB less memory with memoryLimit, so that it uses the disk.",
    });
  }
  return new InputError({
    code: "malformed-file",
    place,
    value: `the process that reads it with DuckDB ended (${how})`,
    expected: "an undamaged file, without values that are nested thousands deep",
    remedy: "Write or download the file again, or export it as CSV; leave deeply nested values out.",
  });
}

function notLoaded(reason: string): InputError {
  return new InputError({
    code: "missing-package",
    place: "package @duckdb/node-api",
    value: `cannot be loaded (${reason.split("\n")[0]})`,
    expected: "it beside @causal-velocity/tables, with its library for this system",
    remedy: "Install it again: npm install @causal-velocity/tables.",
  });
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
function duckError(message: string, place: Text): InputError {
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
