import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { sourceKind } from "@causal-velocity/core/table/text-source.js";
import type { Database } from "../duck/database.js";
import { pathLiteral } from "../duck/sql-text.js";
import { unreadableFile } from "../unreadable-file.js";

/** Bytes that are read at once. */
const PIECE = 1 << 20;

/**
 * The bytes of a text file, uncompressed, piece by piece.
 *
 * @throws InputError `unreadable-file`; `malformed-file` where a compressed file is cut off or damaged
 */
export async function* pieces(path: string, database: () => Promise<Database>): AsyncGenerator<Uint8Array> {
  const { compression } = sourceKind(path);
  const place = `file "${path}"`;
  if (compression === "zstd") {
    yield* zstdPieces(await database(), path, place);
    return;
  }
  const file = createReadStream(path, { highWaterMark: PIECE });
  const stream = compression === "gzip" ? file.pipe(createGunzip({ chunkSize: PIECE })) : file;
  if (stream !== file) file.on("error", (error) => stream.destroy(error));
  try {
    for await (const piece of stream) yield piece as Uint8Array;
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw code.startsWith("Z_") ? damagedArchive(place, (error as Error).message) : unreadableFile(place, error);
  } finally {
    file.destroy();
  }
}

/** Node reads no zstd before its version 22.15; DuckDB does, and is made to return whole lines, of up to 2 MB. */
async function* zstdPieces(database: Database, path: string, place: string): AsyncGenerator<Uint8Array> {
  const options =
    "delim = '\u0001', quote = '', escape = '', header = false, auto_detect = false, compression = 'zstd'";
  const lines = `read_csv(${pathLiteral(path)}, columns = {'line': 'VARCHAR'}, ${options})`;
  for await (const chunk of database.chunks(`SELECT line FROM ${lines}`, place)) {
    yield Buffer.from(
      `${chunk
        .getColumnValues(0)
        .map((line) => line ?? "")
        .join("\n")}\n`,
    );
  }
}

function damagedArchive(place: string, reason: string): InputError {
  return new InputError({
    code: "damaged-archive",
    place,
    value: `cannot be uncompressed (${reason})`,
    expected: "a gzip file that was written to the end",
    remedy: "Get the file again; gzip -t tests it.",
  });
}
