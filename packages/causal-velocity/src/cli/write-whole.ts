import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { unwritableFile } from "./unwritable-file.js";

/**
 * Writes a file so that it is there in whole or not at all: beside its place first, then under its name.
 *
 * @throws InputError `unwritable-file`
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = `${path}.part`;
  try {
    const file = openSync(draft, "w");
    try {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw unwritableFile(path, "a file", error);
  }
}
