import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "@causal-velocity/core";
import { makeFolder } from "./make-folder.js";
import { unwritableFile } from "./unwritable-file.js";

/** A file to be written. */
export interface NamedText {
  readonly name: string;
  /** Bytes for what is no text, such as pictures. */
  readonly text: string | Uint8Array;
}

export interface WriteRequest {
  readonly path: string;
  /** Whether `path` is a folder that takes the files by name, or the one file itself. */
  readonly isFolder: boolean;
  /** Overwrite what is there. */
  readonly force: boolean;
  readonly files: Iterable<NamedText>;
  /** That named the place, for messages; --out unless told otherwise. */
  readonly flag?: string;
}

/**
 * Writes files, never over others unless told to.
 *
 * @throws InputError `wrong-option` if the place is taken, `unwritable-file` if the system refuses
 */
export function writeFiles({ path, isFolder, force, files, flag }: WriteRequest): void {
  try {
    if (existsSync(path)) requireFree(path, isFolder, force, flag);
    // The folder is made when the first file is ready, so that a refused option leaves none behind.
    for (const { name, text } of files) {
      if (isFolder) makeFolder(path);
      writeFileSync(isFolder ? join(path, name) : path, text);
    }
  } catch (error) {
    throw unwritableFile(path, isFolder ? "a folder" : "a file", error, flag);
  }
}

/**
 * Refuses a file that `writeFiles` would refuse, before time is spent on what goes into it.
 *
 * @throws InputError `wrong-option` if the place is taken, `unwritable-file` if there is no folder for it
 */
export function requireFreeFile({ path, force, flag }: Pick<WriteRequest, "path" | "force" | "flag">): void {
  try {
    if (existsSync(path)) requireFree(path, false, force, flag);
    else statSync(dirname(path));
  } catch (error) {
    throw unwritableFile(path, "a file", error, flag);
  }
}

function requireFree(path: string, isFolder: boolean, force: boolean, flag = "--out"): void {
  const isDirectory = statSync(path).isDirectory();
  if (isDirectory !== isFolder) {
    throw taken(
      flag,
      path,
      isDirectory ? "a folder" : "a file",
      isFolder ? "a folder" : "a file",
      "Choose another name.",
    );
  }
  if (force || (isFolder && readdirSync(path).length === 0)) return;
  const found = isFolder ? "a folder with files in it" : "a file that exists";
  throw taken(flag, path, found, "a new or empty place", "Choose another name, or overwrite with --force.");
}

function taken(flag: string, path: string, value: string, expected: string, remedy: string): InputError {
  return new InputError({ code: "wrong-option", place: `${flag} "${path}"`, value, expected, remedy });
}
