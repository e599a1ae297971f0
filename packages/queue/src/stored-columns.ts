import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { TableColumn } from "@causal-velocity/core/table/table.js";
import type { Database, Executor } from "./database.js";

/** Bytes of a part of a column: far below the limit of PostgreSQL for one value. */
const PART_BYTES = 32 * 2 ** 20;
const VALUE_BYTES = 8;

/** The stored form of a column: its values as little-endian float64, then one byte per row, its kind. */
export type StoredBytes = Buffer;

/** Cells of a column, in memory that threads share. */
export interface Cells {
  readonly values: Float64Array;
  readonly kinds: Uint8Array;
}

/** @cost a copy of the column */
export function columnBytes({ values, kinds }: Pick<TableColumn, "values" | "kinds">): StoredBytes {
  const bytes = Buffer.alloc(values.length * (VALUE_BYTES + 1));
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  if (endianness() === "BE") bytes.subarray(0, values.byteLength).swap64();
  bytes.set(kinds, values.byteLength);
  return bytes;
}

/** The key of a column's bytes in the store. */
export function columnHash(bytes: StoredBytes): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** Cuts bytes into parts of at most `PART_BYTES`, without a copy. */
export function partsOf(bytes: StoredBytes): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
}

/**
 * The cells of stored bytes.
 *
 * @param hash of the bytes     @throws InputError `malformed-file` if it does not match
 */
export function cellsOf(parts: readonly Buffer[], rowCount: number, hash: Buffer): Cells {
  const bytes = Buffer.from(new SharedArrayBuffer(rowCount * (VALUE_BYTES + 1)));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length === bytes.length) {
    let at = 0;
    for (const part of parts) at += part.copy(bytes, at);
  }
  if (length !== bytes.length || !columnHash(bytes).equals(hash)) throw damaged(hash);
  if (endianness() === "BE") bytes.subarray(0, rowCount * VALUE_BYTES).swap64();
  return {
    values: new Float64Array(bytes.buffer, 0, rowCount),
    kinds: new Uint8Array(bytes.buffer, rowCount * VALUE_BYTES, rowCount),
  };
}

function damaged(hash: Buffer): InputError {
  return new InputError({
    code: "malformed-file",
    place: `stored column ${hash.toString("hex").slice(0, 12)}`,
    value: "bytes that do not match their hash",
    expected: "the bytes that were stored",
    remedy: "The database has lost or changed data: restore it, or create the run in another one.",
  });
}

/** What is stored of a column besides its cells. */
export type ColumnAbout = Pick<TableColumn, "name" | "counts" | "firstText" | "written" | "doubts">;

/** As JSON. */
export function columnAboutText({ name, counts, firstText, written, doubts }: ColumnAbout): string {
  const more = { ...(firstText && { firstText }), ...(written && { written }), ...(doubts && { doubts }) };
  return JSON.stringify({ name, counts, ...more });
}

export function columnAboutFrom(text: string): ColumnAbout {
  return JSON.parse(text);
}

const BYTES_A_ROW = 9;

/**
 * Stores a column's bytes under their hash; if they are stored already, they are neither made nor sent.
 *
 * The row in `stored_column` is written first, which waits for other transactions that store or remove the same column;
 * the transaction that wrote it writes the parts too. So a column is stored completely or not at all.
 */
export async function storeColumn(database: Database, hash: Buffer, makeBytes: () => StoredBytes): Promise<void> {
  const { rows } = await database.query("select 1 from causal_velocity.stored_column where hash = $1", [hash]);
  if (rows.length > 0) return;
  const bytes = makeBytes();
  const parts = partsOf(bytes);
  await database.transaction(async ({ query }) => {
    const { rows: own } = await query(
      `insert into causal_velocity.stored_column (hash, row_count, part_count)
       values ($1, $2, $3) on conflict do nothing returning 1`,
      [hash, bytes.length / BYTES_A_ROW, parts.length],
    );
    if (own.length === 0) return;
    for (const [part, content] of parts.entries()) {
      await query("insert into causal_velocity.column_part (hash, part, bytes) values ($1, $2, $3)", [
        ...[hash, part, content],
      ]);
    }
  });
}

/** Loaded columns, of which the most recently used are kept. */
export interface ColumnCache {
  /** @param hash in hexadecimal     @throws InputError `malformed-file` for a damaged or missing column */
  get(hash: string): Promise<Cells>;
}

/**
 * A cache of the stored columns. A column that is being loaded is not loaded twice.
 *
 * @param mostBytes kept at a time; columns in use may come on top
 */
export function columnCache(database: Executor, mostBytes: number): ColumnCache {
  /** The most recently used column is last. */
  const held = new Map<string, Promise<Cells>>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  const drop = (hash: string): void => {
    held.delete(hash);
    bytes -= sizes.get(hash) ?? 0;
    sizes.delete(hash);
  };
  const load = async (hash: string): Promise<Cells> => {
    const cells = await loadCells(database, hash);
    const size = cells.values.byteLength + cells.kinds.byteLength;
    sizes.set(hash, size);
    bytes += size;
    for (const oldest of held.keys()) {
      if (bytes <= mostBytes) break;
      if (sizes.has(oldest)) drop(oldest);
    }
    return cells;
  };
  return {
    get: (hash) => {
      const known = held.get(hash);
      if (known) {
        held.delete(hash);
        held.set(hash, known);
        return known;
      }
      const loading = load(hash);
      held.set(hash, loading);
      loading.catch(() => drop(hash));
      return loading;
    },
  };
}

async function loadCells(database: Executor, hash: string): Promise<Cells> {
  const name = Buffer.from(hash, "hex");
  const { rows } = await database.query(
    "select row_count, part_count from causal_velocity.stored_column where hash = $1",
    [name],
  );
  if (rows.length === 0) throw missingColumn(hash);
  const parts: Buffer[] = [];
  for (let part = 0; part < rows[0].part_count; part++) {
    const found = await database.query("select bytes from causal_velocity.column_part where hash = $1 and part = $2", [
      name,
      part,
    ]);
    parts.push(found.rows[0]?.bytes ?? Buffer.alloc(0));
  }
  return cellsOf(parts, rows[0].row_count, name);
}

function missingColumn(hash: string): InputError {
  return new InputError({
    code: "malformed-file",
    place: `stored column ${hash.slice(0, 12)}`,
    value: "not in the database",
    expected: "every column of a run",
    remedy: "The database has lost data: restore it, or create the run in another one.",
  });
}
