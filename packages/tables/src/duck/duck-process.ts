import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBResult } from "@duckdb/node-api";

/** What this process is asked; each question has a number, which comes back with its answer. */
export type Ask =
  | { readonly kind: "open"; readonly settings: Readonly<Record<string, string>> }
  | { readonly kind: "rows" | "columns" | "isQuery" | "stream"; readonly sql: string }
  | { readonly kind: "next" | "drop"; readonly stream: number }
  | { readonly kind: "close" };

/** The type of a column, as DuckDB names it. */
export interface DuckType {
  /** Such as BIGINT, DECIMAL, VARCHAR. */
  readonly id: string;
  /** With all that belongs to it, such as DECIMAL(18,3). */
  readonly name: string;
  /** Such as JSON, of a VARCHAR. */
  readonly alias?: string;
  /** Digits of a DECIMAL. */
  readonly width?: number;
}

/** A column of some rows: numbers, NaN where there is none, or texts. */
export type DuckVector = Float64Array | readonly (string | null)[];

/** Rows of a result, by column. */
export interface DuckRows {
  readonly rowCount: number;
  readonly vectors: readonly DuckVector[];
}

/** What it answers: a value, or the message of an error and whether DuckDB could not be loaded. */
export type Answer = { readonly number: number } & (
  | { readonly value: unknown }
  | { readonly error: string; readonly isMissing: boolean }
);

/** Characters and numbers that are sent at a time. */
const MOST_AT_ONCE = 1 << 17;

type Duck = typeof import("@duckdb/node-api");
let isLoaded = false;
let opened: { duck: Duck; instance: DuckDBInstance; connection: DuckDBConnection } | undefined;
const streams = new Map<number, DuckDBResult>();

// DuckDB is native code: some files end its process, which therefore does nothing else.
let last: Promise<void> = Promise.resolve();
process.on("message", ({ number, ask }: { number: number; ask: Ask }) => {
  if (ask.kind === "close") opened?.connection.interrupt();
  last = last.then(() => answer(number, ask));
});
// An orderly exit would wait for queries that nobody waits for.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Ctrl-C reaches all processes of a terminal; the one that asks decides what becomes of it.
process.on("SIGINT", () => undefined);

async function answer(number: number, ask: Ask): Promise<void> {
  try {
    reply({ number, value: await answerTo(ask, number) });
  } catch (error) {
    reply({ number, error: error instanceof Error ? error.message : String(error), isMissing: !isLoaded });
  }
}

function reply(answer: Answer): void {
  if (process.connected) process.send?.(answer);
}

async function answerTo(ask: Ask, number: number): Promise<unknown> {
  if (ask.kind === "open") return open(ask.settings);
  if (!opened) throw new Error("DuckDB is not open");
  const { connection } = opened;
  switch (ask.kind) {
    case "rows":
      return (await connection.runAndReadAll(ask.sql)).getRowsJS();
    case "columns":
      return columnsOf(await connection.stream(`SELECT * FROM (${ask.sql}\n) LIMIT 0`));
    case "isQuery":
      return isQuery(ask.sql);
    case "stream":
      streams.set(number, await connection.stream(ask.sql));
      return undefined;
    case "next":
      return nextRows(ask.stream);
    case "drop":
      streams.delete(ask.stream);
      return undefined;
    case "close":
      streams.clear();
      connection.closeSync();
      opened.instance.closeSync();
      return undefined;
  }
}

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  const duck = await import("@duckdb/node-api");
  isLoaded = true;
  const instance = await duck.DuckDBInstance.create(":memory:", settings);
  opened = { duck, instance, connection: await instance.connect() };
}

function columnsOf(result: DuckDBResult): readonly { readonly name: string; readonly type: DuckType }[] {
  return result.columnNames().map((name, j) => {
    const type = result.columnType(j);
    return {
      name,
      type: {
        id: opened?.duck.DuckDBTypeId[type.typeId] ?? "",
        name: String(type),
        ...(type.alias !== undefined && { alias: type.alias }),
        ...("width" in type && { width: Number(type.width) }),
      },
    };
  });
}

/** Whether a text is a single statement that only reads. */
async function isQuery(sql: string): Promise<boolean> {
  if (!opened) return false;
  const statements = await opened.connection.extractStatements(sql);
  if (statements.count !== 1) return false;
  const statement = await statements.prepare(0);
  return statement.statementType === opened.duck.StatementType.SELECT;
}

/** The next rows of a stream; none behind its end. */
async function nextRows(stream: number): Promise<readonly DuckRows[]> {
  const result = streams.get(stream);
  const rows: DuckRows[] = [];
  for (let size = 0; result && size < MOST_AT_ONCE; ) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) {
      streams.delete(stream);
      break;
    }
    const vectors = Array.from({ length: chunk.columnCount }, (_, j) => vectorOf(chunk, j));
    for (const vector of vectors) size += sizeOf(vector);
    rows.push({ rowCount: chunk.rowCount, vectors });
  }
  return rows;
}

function vectorOf(chunk: DuckDBDataChunk, at: number): DuckVector {
  const vector = chunk.getColumnVector(at);
  if (vector.type.typeId !== opened?.duck.DuckDBTypeId.DOUBLE) return chunk.getColumnValues(at) as (string | null)[];
  const numbers = new Float64Array(chunk.rowCount);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (vector.getItem(i) as number | null) ?? Number.NaN;
  return numbers;
}

function sizeOf(vector: DuckVector): number {
  if (vector instanceof Float64Array) return vector.length;
  return vector.reduce((sum, text) => sum + 1 + (text?.length ?? 0), 0);
}
