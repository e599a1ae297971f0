import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@causal-velocity/core";
import type { FileSource } from "./file-source.js";
import { unreadableFile } from "./unreadable-file.js";

/** Larger files are no pairs: JavaScript strings end at about 2²⁹ characters. */
const LARGEST_FILE = 500_000_000;

/** The files of a folder, subfolders included. */
export function folderSource(folder: string): FileSource {
  return {
    place: `folder "${folder}"`,
    find: (path) => findBelow(folder, path),
    size: (path) => attempt(folder, path, () => statSync(join(folder, path)).size),
    read: (path) =>
      attempt(folder, path, () => {
        const { size } = statSync(join(folder, path));
        if (size > LARGEST_FILE) throw tooLarge(join(folder, path), size);
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

/** The entry of a folder with this name, else with this name in another case. */
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

function attempt<T>(folder: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof InputError ? error : unreadableFile(join(folder, path), error);
  }
}

function tooLarge(path: string, size: number): InputError {
  return new InputError({
    code: "unreadable-file",
    place: `file "${path}"`,
    value: `${size} bytes`,
    expected: `at most ${LARGEST_FILE / 1e6} MB`,
    remedy: "Check that this is a pair.",
  });
}
