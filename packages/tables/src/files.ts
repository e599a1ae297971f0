import { accessSync, constants, createReadStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type ReadingLimits, requireWithin } from "@causal-velocity/core/table/reading-limits.js";
import { sourceKind } from "@causal-velocity/core/table/text-source.js";
import { type Database, literal, pathLiteral } from "./duck/database.js";

/** The files of a source, sorted by name, and whether they come from a folder, whose subfolders name columns. */
export interface FoundFiles {
  readonly paths: readonly string[];
  readonly isFolder: boolean;
}

/** Characters that make a path a glob, for DuckDB and for a shell. */
const GLOB_CHARACTER = /[*?[]/;
/** Names of metadata files and folders beside Parquet files. */
const HIDDEN = /^[._]/;

/**
 * Finds the files of a path, folder or glob. A path that exists is not treated as a glob.
 *
 * @throws InputError `unreadable-file`
 */
export async function findFiles(path: string, database: () => Promise<Database>): Promise<FoundFiles> {
  const place = `file "${path}"`;
  const status = statusOf(path);
  if (status?.isDirectory()) return { paths: parquetFiles(path), isFolder: true };
  if (status || !GLOB_CHARACTER.test(path)) {
    requireReadable(path, place);
    return { paths: [path], isFolder: false };
  }
  const rows = await (await database()).rows(`SELECT file FROM glob(${literal(path)}) ORDER BY file`, place);
  const paths = rows.map(([file]) => String(file));
  if (paths.length === 0) throw noneFound(place, "no file matches", "a glob that matches at least one file");
  for (const found of paths) requireReadable(found, `file "${found}"`);
  return { paths, isFolder: false };
}

function statusOf(path: string): ReturnType<typeof statSync> | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function requireReadable(path: string, place: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw unreadableFile(place, error);
  }
  // A source is read twice, and a device or a pipe may never end.
  if (!statusOf(path)?.isFile()) throw noneFound(place, "not a regular file", "a file that can be read again");
}

function parquetFiles(folder: string): string[] {
  const place = `folder "${folder}"`;
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch (error) {
    throw unreadableFile(place, error);
  }
  const visible = names.filter((name) => !name.split(/[\\/]/).some((part) => HIDDEN.test(part)));
  const paths = visible.filter((name) => sourceKind(name).holds === "parquet").map((name) => join(folder, name));
  if (paths.length === 0) {
    throw noneFound(place, "a folder without Parquet files", "a file, or a folder of Parquet files");
  }
  for (const path of paths) requireReadable(path, `file "${path}"`);
  return paths.sort();
}

function noneFound(place: string, value: string, expected: string): InputError {
  const remedy = 'Check the path; for files other than Parquet use a glob such as "runs/*.csv", in quotes.';
  return new InputError({ code: "unreadable-file", place, value, expected, remedy });
}

/** Bytes per piece. */
const PIECE = 1 << 20;

/**
 * Reads the bytes of a text file in pieces, uncompressed.
 *
 * @throws InputError `unreadable-file`; `damaged-archive` if a gzip file is cut off or damaged
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

/**
 * Refuses a file with more bytes than the limit, uncompressed, before DuckDB reads it; a zstd file by its own size.
 *
 * @cost one pass over a gzip file     @throws InputError `limit-exceeded`, and as `pieces`
 */
export async function requireBytes(
  path: string,
  limits: ReadingLimits,
  database: () => Promise<Database>,
): Promise<void> {
  const place = `file "${path}"`;
  requireWithin(limits, "bytes", Number(statusOf(path)?.size), place);
  if (sourceKind(path).compression !== "gzip") return;
  let size = 0;
  for await (const piece of pieces(path, database)) {
    size += piece.length;
    requireWithin(limits, "bytes", size, place);
  }
}

/** Node reads zstd only from version 22.15, so DuckDB reads it, as lines of up to 2 MB. */
async function* zstdPieces(database: Database, path: string, place: string): AsyncGenerator<Uint8Array> {
  const options =
    "delim = '\u0001', quote = '', escape = '', header = false, auto_detect = false, compression = 'zstd'";
  const lines = `read_csv(${pathLiteral(path)}, columns = {'line': 'VARCHAR'}, ${options})`;
  for await (const { vectors } of database.chunks(`SELECT line FROM ${lines}`, place)) {
    // A line without a character is NULL, which `join` leaves out.
    yield Buffer.from(`${(vectors[0] as readonly (string | null)[]).join("\n")}\n`);
  }
}

function damagedArchive(place: string, reason: string): InputError {
  return new InputError({
    code: "damaged-archive",
    place,
    value: `cannot be uncompressed (${reason})`,
    expected: "a complete gzip file",
    remedy: "Download or write the file again; gzip -t tests it.",
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
};

/** The error for a file that Node could not read. @param error what Node threw */
export function unreadableFile(place: string, error: unknown): InputError {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code);
  return new InputError({
    code: "unreadable-file",
    place,
    value: REASONS[code] ?? `cannot be read (${code})`,
    expected: "a readable table: CSV, TSV, JSON, JSON Lines or Parquet",
    remedy: "Check the path and its permissions; names with spaces need quotes.",
  });
}
