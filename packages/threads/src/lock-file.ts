import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** Milliseconds in which a process that has created a lock has also written its name into it. */
const NAMING_TIME = 200;

/** Locks that this process holds. */
const held = new Set<string>();

/**
 * Takes a lock for this process, as a file that names the process, so that two runs never write to one file.
 *
 * A process that was killed leaves its lock behind: a lock of this machine whose process is gone is taken over. Two
 * paths mean the same lock only if they are spelled the same.
 * @returns a function that releases it     @throws InputError `unwritable-file`, also if another process holds it
 */
export function lockFile(path: string): () => void {
  for (;;) {
    try {
      writeFileSync(path, nameOf(process.pid), { flag: "wx" });
      held.add(path);
      return () => {
        held.delete(path);
        rmSync(path, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unwritableFile(path, error);
    }
    let holder = read(path);
    if (holder !== undefined && !isWhole(holder)) holder = readLater(path);
    if (holder !== undefined) takeOver(path, holder);
  }
}

function nameOf(pid: number): string {
  return `${hostname()} ${pid}\n`;
}

/** Removes a lock whose process is gone. @throws InputError for any other */
function takeOver(path: string, holder: string): void {
  const isOurs = holder === nameOf(process.pid);
  // In a container every process may have the same id: a lock with our id that we do not hold is a dead process's.
  if (isOurs ? held.has(path) : isAlive(holder)) throw inUse(path, holder);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw unwritableFile(path, error);
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

/** Whether the holder runs. A process of another machine counts as alive, as this cannot be checked here. */
function isAlive(holder: string): boolean {
  if (!isWhole(holder)) return false;
  const [host, id] = holder.trim().split(" ");
  if (host !== hostname() || !/^\d+$/.test(id ?? "")) return true;
  try {
    process.kill(Number(id), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readLater(path: string): string | undefined {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAMING_TIME);
  return read(path);
}

/** The text of a lock; undefined if it is gone. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unwritableFile(path, error);
  }
}

function inUse(path: string, holder: string): InputError {
  const [host, id] = holder.trim().split(" ");
  return new InputError({
    code: "unwritable-file",
    place: `file "${path}"`,
    value: id === undefined ? "a lock of an unknown process" : `the lock of process ${id} on ${host}`,
    expected: "no other run that writes this file",
    remedy: "Wait for that run, or choose another --out; if it no longer runs, remove the lock file.",
  });
}

/** A file error of Node as an `InputError`. */
export function unwritableFile(path: string, cause: unknown): InputError {
  return new InputError({
    code: "unwritable-file",
    place: `file "${path}"`,
    value: `cannot be written (${(cause as NodeJS.ErrnoException).code})`,
    expected: "a file that can be written",
    remedy: "Choose another file, or free disk space.",
  });
}
