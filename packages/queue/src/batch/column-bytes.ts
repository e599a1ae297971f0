import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { InputError, type TableColumn } from "causal-velocity";

/** Bytes of a part of a column: far below what PostgreSQL can hold in one value. */
export const PART_BYTES = 32 * 2 ** 20;
const VALUE_BYTES = 8;

/** What is stored of a column: its values as float64, little end first, and behind them one byte a row, its kind. */
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

/** The name that a column's bytes have in the store. */
export function columnHash(bytes: StoredBytes): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** Cuts bytes into parts of at most `PART_BYTES`, without a copy. */
export function partsOf(bytes: StoredBytes): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
}

/**
 * The cells again.
 *
 * @param hash what they must amount to     @throws InputError `malformed-file` if they do not
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
    remedy: "The database has lost or changed data: restore it, or run the batch in another one.",
  });
}
