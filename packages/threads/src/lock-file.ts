import {
  closeSync,
  constants,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { processName, whereaboutsOf } from "./process-name.js";

/** Milliseconds in which a process that has created a lock has also written its name into it. */
const NAMING_TIME = 200;
/** Milliseconds after which the holder of a lock marks it as held, and those after which an unmarked one is not held. */
const [MARK_EVERY, SILENCE] = [10_000, 60_000];
/** No name of a process is as long. */
const LONGEST_NAME = 1000;

/** Locks that this process holds. */
const held = new Set<string>();
let marking: NodeJS.Timeout | undefined;

/**
 * Takes a lock for this process, as a file that names the process, so that two runs never write to one file.
 *
 * A process that was killed leaves its lock behind: it is taken over if its process is gone, or, of another container on
 * this machine, has not marked it for a minute. One of another machine stays. A link is never followed. Two paths mean
 * the same lock only if they are spelled the same.
 * @returns a function that releases it
 * @throws InputError `unwritable-file` if another process holds it; errors of the system
 */
export function lockFile(path: string): () => void {
  const name = `${processName()}\n`;
  for (;;) {
    try {
      writeFileSync(path, name, { flag: "wx" });
      hold(path);
      return () => {
        letGo(path);
        // If this process did not answer for long, the lock may be another's by now.
        if (read(path) === name) rmSync(path, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        // On a full disk the file is there without a name in it; there was none before.
        rmSync(path, { force: true });
        throw error;
      }
    }
    let holder = read(path);
    if (holder !== undefined && !isWhole(holder)) holder = readLater(path);
    if (holder !== undefined) takeOver(path, holder);
  }
}

/** @throws InputError `unwritable-file` if another process, or this one, holds a lock; errors of the system */
export function requireUnlocked(path: string): void {
  const holder = read(path);
  if (holder !== undefined && isHeld(path, holder)) throw inUse(path, holder);
}

function hold(path: string): void {
  held.add(path);
  marking ??= setInterval(() => {
    for (const lock of held) {
      try {
        utimesSync(lock, new Date(), new Date());
      } catch {
        // It was removed: there is nothing to mark.
      }
    }
  }, MARK_EVERY).unref();
}

function letGo(path: string): void {
  held.delete(path);
  if (held.size > 0) return;
  clearInterval(marking);
  marking = undefined;
}

/** Removes a lock that is not held. @throws InputError for any other */
function takeOver(path: string, holder: string): void {
  if (isHeld(path, holder)) throw inUse(path, holder);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  // Another process may have taken it over since it was read: then it is put back.
  const taken = read(aside);
  if (taken === holder || taken === undefined) rmSync(aside, { force: true });
  else {
    renameSync(aside, path);
    throw inUse(path, taken);
  }
}

/** Whether a process has written its whole name. */
function isWhole(holder: string): boolean {
  return holder.endsWith("\n");
}

function isHeld(path: string, holder: string): boolean {
  if (held.has(path)) return true;
  if (!isWhole(holder)) return false;
  const place = whereaboutsOf(holder.trim());
  if (place !== "beside") return place !== "gone";
  const marked = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  return Date.now() - marked < SILENCE;
}

function readLater(path: string): string | undefined {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAMING_TIME);
  return read(path);
}

/** The text of a lock; undefined if it is gone. @throws InputError `unwritable-file` for a link, a folder and the like */
function read(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: number | undefined;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const bytes = Buffer.alloc(LONGEST_NAME);
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unwritableFile(`file "${path}"`, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function inUse(path: string, holder: string): InputError {
  const [host, id] = holder.trim().split(" ");
  const isBeside = whereaboutsOf(holder.trim()) === "beside";
  return new InputError({
    code: "unwritable-file",
    place: `file "${path}"`,
    value:
      id === undefined
        ? "a lock of an unknown process"
        : `the lock of process ${id} on ${host}${isBeside ? ", in another container" : ""}`,
    expected: "no other run that writes this file",
    remedy: isBeside
      ? "Wait for that run, or choose another --out; if it was killed, wait a minute."
      : "Wait for that run, or choose another --out; if it no longer runs, remove the lock file.",
  });
}

/** Why the system does not let a file be written, and the way out besides another place. FreeBSD calls ELOOP EMLINK. */
const REASONS: Readonly<Record<string, readonly [value: string, remedy?: string]>> = {
  ENOENT: ["no such folder", "Make the folder first"],
  EACCES: ["no permission to write it"],
  EPERM: ["no permission to write it"],
  EROFS: ["a file system that cannot be written"],
  ENOSPC: ["no space left", "Free disk space"],
  EDQUOT: ["no space left", "Free disk space"],
  EFBIG: ["larger than files may be there", "Raise the limit of the size of files (ulimit -f)"],
  ENOTDIR: ["a part of the path is a file"],
  EEXIST: ["a part of the path is a file"],
  EISDIR: ["a folder", "Remove or rename it"],
  ERR_FS_EISDIR: ["a folder", "Remove or rename it"],
  ELOOP: ["a symbolic link, which is not followed", "Remove the link"],
  EMLINK: ["a symbolic link, which is not followed", "Remove the link"],
};

/** What to say where the system refuses to write; a fault that is not the system's is thrown as it is. */
export function unwritableFile(place: string, error: unknown, kind: "a file" | "a folder" = "a file"): InputError {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || code === undefined) throw error;
  const [reason, remedy] = REASONS[code] ?? [`cannot be written (${code})`];
  // A folder is made with all that it is in.
  const isUnmade = kind === "a folder" && code === "ENOENT";
  return new InputError({
    code: "unwritable-file",
    place,
    value: isUnmade ? "cannot be made" : reason,
    expected: `${kind} that can be written`,
    remedy: remedy === undefined || isUnmade ? "Choose another place." : `${remedy}, or choose another place.`,
  });
}
