import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { unwritableFile } from "./unwritable-file.js";

/** Milliseconds in which whoever made a lock has long put a name into it. */
const NAMING_TIME = 200;

/** Locks that this process has. */
const held = new Set<string>();

/**
 * Takes a lock for this process, as a file that names it, so that two runs never write to one place.
 *
 * A process that was killed leaves its lock behind: one of this machine whose process is gone is taken over. A path
 * means the same lock only if it is written the same.
 * @returns what gives it back     @throws InputError `unwritable-file`, also for one that another process holds
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
  // In a container every process may have the same number: one with ours that we do not hold is a dead one's.
  if (isOurs ? held.has(path) : isAlive(holder)) throw inUse(path, holder);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw unwritableFile(path, error);
  }
  // Somebody else may have taken it over since it was read: then it is given back.
  const taken = read(aside);
  if (taken === holder || taken === undefined) rmSync(aside, { force: true });
  else {
    renameSync(aside, path);
    throw inUse(path, taken);
  }
}

/** Whether a process lived to write its name to the end. */
function isWhole(holder: string): boolean {
  return holder.endsWith("\n");
}

/** Of a process elsewhere nobody here can tell: it counts as alive. */
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

/** What a lock says; undefined if it is gone. */
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
    value: id === undefined ? "a lock that is none of ours" : `the lock of process ${id} on ${host}`,
    expected: "no other run that writes there",
    remedy: "Wait for that run, or choose another --out; if there is none any more, remove the file.",
  });
}
