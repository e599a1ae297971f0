import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { InputError } from "@causal-velocity/core";

export interface JournalRequest {
  readonly path: string;
  /** Everything the records depend on, as plain data: a journal of other settings is refused. */
  readonly settings: unknown;
  /** Begin anew, whatever is there. */
  readonly fresh?: boolean;
}

/** Results kept on disk while a run goes on: append-only, one line a record, found again after a crash. */
export interface Journal {
  /** What was there when it was opened, by key; the first record of a key counts. */
  readonly records: ReadonlyMap<string, unknown>;
  /** Lines that could not be read and were left out: the torn last one, and damaged ones. */
  readonly unreadable: number;
  /** Written when the call returns: the process may be killed after it. */
  append(key: string, value: unknown): void;
  close(): void;
}

const SCHEMA = "causal-velocity/journal@1";
const LINE_START = '{"check":"';

/**
 * Opens a journal, or begins one.
 *
 * Every line is {"check": CRC-32 of the rest, "key", "value"}; the first is the header with a hash of the settings. A
 * last line without its end was being written when the process died: it is cut off. A line that does not match its
 * checksum is left out and counted; its task is simply done again.
 * @throws InputError `wrong-option` for a file of other settings or one that is no journal; `unwritable-file`
 */
export function openJournal({ path, settings, fresh = false }: JournalRequest): Journal {
  const hash = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  const bytes = fresh || !existsSync(path) ? Buffer.alloc(0) : readFileSync(path);
  const length = bytes.lastIndexOf("\n") + 1;
  const isTorn = length < bytes.length;
  const [first, ...rest] = bytes.toString("utf8", 0, length).split("\n").slice(0, -1);
  // A run killed amid its first line has kept nothing.
  const isBegun = first !== undefined || !LINE_START.startsWith(bytes.toString("utf8", 0, LINE_START.length));
  if (isBegun) requireHeader(parseLine(first ?? ""), hash, path);
  const records = new Map<string, unknown>();
  let unreadable = isTorn ? 1 : 0;
  for (const line of rest) {
    const record = parseLine(line);
    if (!record) unreadable += 1;
    else if (!records.has(record.key)) records.set(record.key, record.value);
  }
  const file = openForAppend(path, length);
  const append = (key: string, value: unknown): void => {
    writeWhole(file, formatLine(key, value), path);
  };
  if (first === undefined) append(SCHEMA, hash);
  return {
    records,
    unreadable,
    append,
    close: () => {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function checkOf(key: string, value: unknown): string {
  return crc32(JSON.stringify([key, value]))
    .toString(16)
    .padStart(8, "0");
}

function formatLine(key: string, value: unknown): string {
  return `${JSON.stringify({ check: checkOf(key, value), key, value })}\n`;
}

function parseLine(line: string): { key: string; value: unknown } | undefined {
  try {
    const { check, key, value } = JSON.parse(line);
    return typeof key === "string" && check === checkOf(key, value) ? { key, value } : undefined;
  } catch {
    return undefined;
  }
}

function requireHeader(header: { key: string; value: unknown } | undefined, hash: string, path: string): void {
  if (header?.key === SCHEMA && header.value === hash) return;
  throw new InputError({
    code: "wrong-option",
    place: `file "${path}"`,
    value: header?.key === SCHEMA ? "the journal of a run with other settings or data" : "no journal of ours",
    expected: "a journal of this very run",
    remedy: "Choose another folder with --out, or begin anew with --force.",
  });
}

/** Opens a file for writing behind its first `length` bytes; what follows them is cut off. */
function openForAppend(path: string, length: number): number {
  try {
    const file = openSync(path, "a");
    ftruncateSync(file, length);
    return file;
  } catch (error) {
    throw unwritable(path, error);
  }
}

function writeWhole(file: number, line: string, path: string): void {
  const bytes = Buffer.from(line);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): InputError {
  return new InputError({
    code: "unwritable-file",
    place: `file "${path}"`,
    value: `cannot be written (${(cause as NodeJS.ErrnoException).code})`,
    expected: "a file that can be written",
    remedy: "Choose another place, or make room.",
  });
}
