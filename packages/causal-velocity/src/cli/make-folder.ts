import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { unwritableFile } from "./unwritable-file.js";

/** Makes a folder for `--out`, and those it is in. @throws InputError `unwritable-file` */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    throw unwritableFile(path, "a folder", error);
  }
}

/** Whether a folder is there; false for a file. Undefined where nothing is. @throws InputError `unwritable-file` */
export function isFolder(path: string): boolean | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch (error) {
    throw unwritableFile(path, "a folder", error);
  }
}

/** Node's `recursive` never returns where the system makes no folders, as in /proc. */
function makeMissing(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeMissing(dirname(path));
  mkdirSync(path);
}
