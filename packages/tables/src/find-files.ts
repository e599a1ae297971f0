import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { sourceKind } from "@causal-velocity/core/table/text-source.js";
import type { Database } from "./duck/database.js";
import { literal } from "./duck/sql-text.js";
import { unreadableFile } from "./unreadable-file.js";

/** The files of a source, in the order of their names, and whether the folders above them name columns. */
export interface FoundFiles {
  readonly paths: readonly string[];
  readonly isFolder: boolean;
}

/** Signs by which DuckDB, and a shell, tell a glob from a name. */
const GLOB_SIGN = /[*?[]/;
/** Programs that write folders of Parquet keep notes beside the parts, under such names. */
const HIDDEN = /^[._]/;

/**
 * The files that a path, a folder or a glob stands for; what is there under its very name is no glob.
 *
 * @throws InputError `unreadable-file`
 */
export async function findFiles(path: string, database: () => Promise<Database>): Promise<FoundFiles> {
  const place = `file "${path}"`;
  const status = statusOf(path);
  if (status?.isDirectory()) return { paths: parquetFiles(path), isFolder: true };
  if (status || !GLOB_SIGN.test(path)) {
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
    throw noneFound(place, "a folder, not a file, and no Parquet in it", "a file, or a folder of Parquet files");
  }
  for (const path of paths) requireReadable(path, `file "${path}"`);
  return paths.sort();
}

function noneFound(place: string, value: string, expected: string): InputError {
  const remedy = 'Check the path; other files than Parquet are named by a glob such as "runs/*.csv", in quotes.';
  return new InputError({ code: "unreadable-file", place, value, expected, remedy });
}
