import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { readZip, ZIP_LIMITS } from "./read-zip.js";

/**
 * Files to read by path, from a folder or an archive. Implementations: `folderSource`, `zipSource`. Paths have forward
 * slashes.
 */
export interface FileSource {
  /** For messages. */
  readonly place: string;
  /** A file's path in its exact spelling, found regardless of case; undefined if there is none. */
  find(path: string): string | undefined;
  /** Bytes of a file by the path that `find` gave. */
  size(path: string): number;
  /** @throws InputError naming the file */
  read(path: string): Uint8Array;
}

/** Larger files cannot be read as text: JavaScript strings end at about 2²⁹ characters. */
const LARGEST_FILE = 500_000_000;

/** The files of a folder, subfolders included. */
export function folderSource(folder: string): FileSource {
  return {
    place: `folder "${folder}"`,
    find: (path) => findBelow(folder, path),
    size: (path) => attempt(folder, path, () => statSync(join(folder, path)).size),
    read: (path) =>
      attempt(folder, path, () => {
        const size = plainSize(join(folder, path));
        if (size > LARGEST_FILE) throw tooLargeFile(join(folder, path), size);
        return readFileSync(join(folder, path));
      }),
  };
}

/** A file below a folder; names are compared exactly first, then in lower case. */
function findBelow(folder: string, path: string): string | undefined {
  const found: string[] = [];
  for (const part of path.split("/")) {
    const name = entryNamed(join(folder, ...found), part);
    if (name === undefined) return undefined;
    found.push(name);
  }
  return isFile(join(folder, ...found)) ? found.join("/") : undefined;
}

/** The entry of a folder with this name, or else with this name in another case. */
export function entryNamed(folder: string, name: string): string | undefined {
  try {
    const names = readdirSync(folder);
    return names.find((entry) => entry === name) ?? names.find((entry) => entry.toLowerCase() === name.toLowerCase());
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Bytes of a file. @throws InputError for a device or a pipe, which may have no end */
function plainSize(path: string): number {
  const about = statSync(path);
  if (about.isFile()) return about.size;
  throw new InputError({
    code: "unreadable-file",
    place: `file "${path}"`,
    value: about.isDirectory() ? "a folder" : "a device or a pipe",
    expected: "a file",
    remedy: "Save the data as a file.",
  });
}

function attempt<T>(folder: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof InputError ? error : unreadableFile(join(folder, path), error);
  }
}

function tooLargeFile(path: string, size: number): InputError {
  return new InputError({
    code: "unreadable-file",
    place: `file "${path}"`,
    value: `${size} bytes`,
    expected: `at most ${LARGEST_FILE / 1e6} MB`,
    remedy: "Check that this is a pair.",
  });
}

/**
 * The files of a zip archive, inflated when they are read; nothing is unpacked to disk.
 *
 * @throws InputError `unreadable-file`, and those of `readZip`
 */
export function zipSource(path: string): FileSource {
  const { names, size, read } = readZip(bytesOf(path), `archive "${path}"`);
  const lower = new Map(names.map((name) => [name.toLowerCase(), name]));
  return {
    place: `archive "${path}"`,
    find: (name) => (names.includes(name) ? name : lower.get(name.toLowerCase())),
    size,
    read,
  };
}

function bytesOf(path: string): Uint8Array {
  try {
    const size = plainSize(path);
    if (size > ZIP_LIMITS.archive) throw tooLargeArchive(path, size);
    return readFileSync(path);
  } catch (error) {
    throw error instanceof InputError ? error : unreadableFile(path, error);
  }
}

function tooLargeArchive(path: string, size: number): InputError {
  return new InputError({
    code: "unsupported-archive",
    place: `archive "${path}"`,
    value: `${size} bytes`,
    expected: `at most ${ZIP_LIMITS.archive / 1e6} MB`,
    remedy: "Unpack it, and name the folder instead.",
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
};

/** The error for a file that cannot be read. */
export function unreadableFile(path: string, cause: unknown): InputError {
  const code = String((cause as NodeJS.ErrnoException).code);
  return new InputError({
    code: "unreadable-file",
    place: `file "${path}"`,
    value: REASONS[code] ?? `cannot be read (${code})`,
    expected: "a readable file",
    remedy: "Check the path and its permissions.",
  });
}
