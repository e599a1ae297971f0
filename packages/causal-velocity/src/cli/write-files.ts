import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { lockFile, unwritableFile } from "@causal-velocity/threads/lock-file.js";
import { openPipe, writeAll } from "./write-pipe.js";

/** The flag that names most places. */
const OUT = "--out";

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
  /** The flag that named the place, for messages; default --out. */
  readonly flag?: string;
}

/**
 * Writes files, all of them or none; over others only with `force`.
 *
 * @throws InputError `wrong-option` if the place is taken, `unwritable-file` if the system refuses
 */
export function writeFiles({ path, isFolder, force, files, flag = OUT }: WriteRequest): void {
  const drafts: DraftFile[] = [];
  let made: string | undefined;
  try {
    if (existsSync(path)) requireFree(path, isFolder, force, flag);
    for (const { name, text } of files) {
      // The folder is made when the first file is ready, so that a refused option leaves none behind.
      if (isFolder) made ??= makeMissing(path);
      const draft = draftFile(isFolder ? join(path, name) : path, { flag, isSynced: !isFolder });
      drafts.push(draft);
      draft.write(text);
      draft.seal();
    }
    for (const draft of drafts) draft.finish();
    made = undefined;
  } catch (error) {
    throw unwritableFile(`${flag} "${path}"`, error, isFolder ? "a folder" : "a file");
  } finally {
    for (const draft of drafts) draft.discard();
    if (made !== undefined) removeEmpty(path, made);
  }
}

/** Removes a folder and those it is in, up to the outermost, as far as nothing is in them. */
function removeEmpty(path: string, outermost: string): void {
  try {
    rmdirSync(path);
    if (path !== outermost) removeEmpty(dirname(path), outermost);
  } catch {
    // Somebody else uses it.
  }
}

/**
 * Refuses a file that `writeFiles` would refuse, before time is spent on what goes into it.
 *
 * @throws InputError `wrong-option` if the place is taken, `unwritable-file` if there is no folder for it
 */
export function requireFreeFile({ path, force, flag = OUT }: Pick<WriteRequest, "path" | "force" | "flag">): void {
  try {
    if (existsSync(path)) requireFree(path, false, force, flag);
    else statSync(dirname(path));
  } catch (error) {
    throw unwritableFile(`${flag} "${path}"`, error);
  }
}

/** Whether two paths lead to the same file. */
export function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

function requireFree(path: string, isFolder: boolean, force: boolean, flag: string): void {
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

/** Writes files in several places, all of them or none; over others only with `force`. @throws InputError */
export function writeTogether(files: readonly NamedText[], force: boolean): void {
  const drafts: DraftFile[] = [];
  try {
    for (const { name, text } of files) {
      requireFreeFile({ path: name, force });
      const draft = draftFile(name);
      drafts.push(draft);
      draft.write(text);
      draft.seal();
    }
    for (const draft of drafts) draft.finish();
  } finally {
    for (const draft of drafts) draft.discard();
  }
}

/** Writes a file so that it is there in whole or not at all. @throws InputError `unwritable-file` */
export function writeWhole(path: string, content: string | Uint8Array, options: DraftOptions = {}): void {
  const draft = draftFile(path, options);
  try {
    draft.write(content);
    draft.finish();
  } finally {
    draft.discard();
  }
}

/**
 * A file that is there in whole or not at all: it is written beside its place, and gets its name when it is finished. No
 * other process can write the same file meanwhile.
 */
export interface DraftFile {
  /** Takes what comes next; it may be changed afterwards. @throws InputError `unwritable-file` */
  write(content: string | Uint8Array): void;
  /** Writes all of it, so that only the name is missing. @throws InputError `unwritable-file` */
  seal(): void;
  /** @throws InputError `unwritable-file` */
  finish(): void;
  /** Leaves nothing behind, if it was not finished. */
  discard(): void;
}

export interface DraftOptions {
  /** The flag that named the place, for messages; default --out. */
  readonly flag?: string | undefined;
  /** Wait for the disk before it gets its name, so that it is whole also after a power failure; default true. */
  readonly isSynced?: boolean;
  /** The name is not the user's choice: a link, a pipe or a device that has it is replaced, not written; default false. */
  readonly isOurs?: boolean;
}

/** Bytes that are written together. */
const PIECE = 1 << 16;

/**
 * Begins a file. Over a link to a file, that file is written; its permissions stay. A device or a pipe is written at
 * once, as nothing can take its name; a pipe that is not read is given up after seconds.
 *
 * @throws InputError `unwritable-file`, also if another process writes it
 */
export function draftFile(path: string, { flag = OUT, isSynced = true, isOurs = false }: DraftOptions = {}): DraftFile {
  const named = `${flag} "${path}"`;
  const guarded = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw unwritableFile(named, error);
    }
  };
  const before = guarded(() => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (isOurs && !lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    // Taking over its name would not ask.
    if (found) accessSync(path, constants.W_OK);
    return found;
  });
  const isPlain = before?.isFile() ?? true;
  const place = before && isPlain ? realpathSync(path) : path;
  const draft = isPlain ? `${place}.part` : path;
  const unlock = isPlain ? guarded(() => lockFile(`${draft}.lock`)) : () => {};
  let file: number | undefined;
  let waiting: Uint8Array[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.concat(waiting);
    [waiting, length] = [[], 0];
    writeAll(file as number, bytes, named);
  };
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  const seal = (): void => {
    if (file === undefined) return;
    flush();
    if (isPlain && isSynced) fsyncSync(file);
    close();
  };
  let isOver = false;
  /** Removes the draft, if it still has its name, and the lock; once. */
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    close();
    if (isPlain) rmSync(draft, { force: true });
    unlock();
  };
  try {
    file = guarded(() => (isPlain ? openNew(draft, before?.mode) : openPipe(path, named)));
  } catch (error) {
    unlock();
    throw error;
  }
  return {
    write: (content) => {
      const bytes = Buffer.from(content);
      waiting.push(bytes);
      length += bytes.length;
      if (length >= PIECE) guarded(flush);
    },
    seal: () => guarded(seal),
    finish: () => {
      guarded(() => {
        seal();
        if (isPlain) renameSync(draft, place);
      });
      end();
    },
    discard: end,
  };
}

/** The bits of a file's mode that say who may read, write and run it. */
const PERMISSIONS = 0o777;

/** Creates a file for writing. What a killed run left under its name, or a link that was put there, is removed. */
function openNew(path: string, mode: number | undefined): number {
  const create = (): number => openSync(path, "wx", 0o666);
  let file: number;
  try {
    file = create();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    removeLeftover(path);
    file = create();
  }
  if (mode !== undefined) fchmodSync(file, mode & PERMISSIONS);
  return file;
}

/** @throws InputError `unwritable-file` for a folder and the like */
function removeLeftover(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    throw unwritableFile(`file "${path}"`, error);
  }
}

/** Makes a folder for `--out`, and those it is in. @throws InputError `unwritable-file` */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    throw unwritableFile(`${OUT} "${path}"`, error, "a folder");
  }
}

/** Whether a folder is there; false for a file. Undefined where nothing is. @throws InputError `unwritable-file` */
export function isFolder(path: string): boolean | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch (error) {
    throw unwritableFile(`${OUT} "${path}"`, error, "a folder");
  }
}

/**
 * Makes a folder and those it is in. Returns the outermost that was missing.
 *
 * Node's `recursive` never returns where the system makes no folders, as in /proc.
 */
function makeMissing(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  const outer = dirname(path) === path ? undefined : makeMissing(dirname(path));
  mkdirSync(path);
  return outer ?? path;
}

/** How a file's name ends, in small letters: ".png" of "figure.PNG"; empty if there is no ending. */
export function endingOf(path: string): string {
  return /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "";
}
