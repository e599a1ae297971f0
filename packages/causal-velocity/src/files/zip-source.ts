import { readFileSync, statSync } from "node:fs";
import { InputError } from "@causal-velocity/core";
import type { FileSource } from "./file-source.js";
import { readZip, ZIP_LIMITS } from "./read-zip.js";
import { unreadableFile } from "./unreadable-file.js";

/**
 * The files of a zip archive, inflated when asked for; nothing is unpacked to disk.
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
    const { size } = statSync(path);
    if (size > ZIP_LIMITS.archive) throw tooLarge(path, size);
    return readFileSync(path);
  } catch (error) {
    throw error instanceof InputError ? error : unreadableFile(path, error);
  }
}

function tooLarge(path: string, size: number): InputError {
  return new InputError({
    code: "unsupported-archive",
    place: `archive "${path}"`,
    value: `${size} bytes`,
    expected: `at most ${ZIP_LIMITS.archive / 1e6} MB`,
    remedy: "Unpack it, and name the folder instead.",
  });
}
