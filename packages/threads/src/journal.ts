import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { lockFile, requireUnlocked, unwritableFile } from "./lock-file.js";

export interface JournalRequest {
  readonly path: string;
  /** Everything the records depend on, as plain data: a journal of other settings is refused. */
  readonly settings: unknown;
  /** Start over and drop what the file holds. */
  readonly fresh?: boolean;
}

/**
 * Results kept on disk during a run: append-only, one line per record, readable after a crash. Memory holds only the
 * position of each record, about 30 bytes. One process at a time has it open.
 */
export interface Journal {
  /** Records that can be read. */
  readonly size: number;
  /** Lines that could not be read and were skipped: an incomplete last one, and damaged ones. */
  readonly unreadable: number;
  has(key: string): boolean;
  /** The first value stored under a key; undefined if there is none. */
  read(key: string): unknown;
  /** The record is in the file when the call returns: the process may be killed after it. */
  append(key: string, value: unknown): void;
  /** Keeps the file for a later run. A second call does nothing. */
  close(): void;
  /** Closes and deletes the file. */
  remove(): void;
}

const SCHEMA = "causal-velocity/journal@1";
const LINE_START = '{"check":"';
const LINE_FEED = 10;
/** Bytes that are read at a time; no header is as long. */
const PIECE = 1 << 20;

/** Position of a line in the file, without its line feed. */
interface Span {
  readonly at: number;
  readonly length: number;
}

/**
 * Opens a journal, or creates one.
 *
 * Every line is {"check": CRC-32 of the rest, "key", "value"}; the first is the header with a hash of the settings. A
 * last line without a line feed was being written when the process died: it is cut off. A line that does not match its
 * checksum is skipped and counted; its task is done again.
 * @cost one pass over the file, in pieces
 * @throws InputError `wrong-option` for a file of other settings or one that is not a journal; `unwritable-file`, also
 *   for one that another process has open
 */
export function openJournal({ path, settings, fresh = false }: JournalRequest): Journal {
  const hash = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  const lock = lockOf(path);
  const unlock = guarded(lock, () => lockFile(lock));
  let file: number | undefined;
  try {
    file = openForAppend(path, fresh);
    return openLocked(path, file, hash, unlock);
  } catch (error) {
    if (file !== undefined) closeSync(file);
    unlock();
    throw error;
  }
}

/** @throws InputError `unwritable-file` if a process has the journal open: the run is not over */
export function requireClosedJournal(path: string): void {
  const lock = lockOf(path);
  guarded(lock, () => requireUnlocked(lock));
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

function guarded<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw unwritableFile(`file "${path}"`, error);
  }
}

function openLocked(path: string, file: number, hash: string, unlock: () => void): Journal {
  const spans = spanIndex((key, { at }) => hasKey(file, key, at));
  let unreadable = 0;
  let hasHeader = false;
  let end = 0;
  for (const { line, at, length, isTorn } of linesOf(file)) {
    if (isTorn) {
      // A run that was killed while it wrote its first line has stored nothing.
      const isHeader = length < PIECE && LINE_START.startsWith(line.slice(0, LINE_START.length));
      if (!(hasHeader || isHeader)) requireHeader(undefined, hash, path);
      unreadable += 1;
      break;
    }
    const record = parseLine(line);
    if (!hasHeader) requireHeader(record, hash, path);
    else if (!record) unreadable += 1;
    else if (!spans.find(record.key)) spans.add(record.key, { at, length });
    hasHeader = true;
    end = at + length + 1;
  }
  ftruncateSync(file, end);
  const append = (key: string, value: unknown, isRecord = true): void => {
    const bytes = Buffer.from(formatLine(key, value));
    writeBytes(file, bytes, path);
    if (isRecord && !spans.find(key)) spans.add(key, { at: end, length: bytes.length - 1 });
    end += bytes.length;
  };
  let isOpen = true;
  /** Closes the file, then removes the lock; once. */
  const release = (meanwhile: () => void): void => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(file);
    meanwhile();
    unlock();
  };
  if (!hasHeader) {
    try {
      append(SCHEMA, hash, false);
    } catch (error) {
      // Nothing was stored: a file without a header would look like a run that can be resumed.
      rmSync(path, { force: true });
      throw error;
    }
  }
  return {
    get size() {
      return spans.size;
    },
    unreadable,
    has: (key) => spans.find(key) !== undefined,
    read: (key) => {
      const span = spans.find(key);
      return span && parseLine(readSpan(file, span))?.value;
    },
    append: (key, value) => append(key, value),
    close: () => {
      if (isOpen) fsyncSync(file);
      release(() => {});
    },
    remove: () => release(() => rmSync(path, { force: true })),
  };
}

/** Positions of records by key. */
interface SpanIndex {
  readonly size: number;
  find(key: string): Span | undefined;
  /** For a key that is not there yet. */
  add(key: string, span: Span): void;
}

/** Slots of an empty index, a power of two, and the share of slots that may be taken. */
const [FIRST_SLOTS, FULLEST] = [1024, 0.75];

/**
 * An index in flat arrays, 16 bytes a slot: a `Map` takes ten times as much, and none beyond 16.7 million keys. Of a key
 * it holds 32 bits; whether a record has the key is read in the file.
 */
function spanIndex(hasKey: (key: string, span: Span) => boolean): SpanIndex {
  const slotsFor = (count: number) => ({
    count,
    hashes: new Uint32Array(count),
    starts: new Float64Array(count),
    /** 0 where a slot is free. */
    lengths: new Uint32Array(count),
  });
  let slots = slotsFor(FIRST_SLOTS);
  let size = 0;
  const freeSlot = (hash: number): number => {
    let slot = hash & (slots.count - 1);
    while (slots.lengths[slot] !== 0) slot = (slot + 1) & (slots.count - 1);
    return slot;
  };
  const put = (hash: number, { at, length }: Span): void => {
    const slot = freeSlot(hash);
    slots.hashes[slot] = hash;
    slots.starts[slot] = at;
    slots.lengths[slot] = length;
  };
  return {
    get size() {
      return size;
    },
    find: (key) => {
      const hash = crc32(key);
      for (let slot = hash & (slots.count - 1); slots.lengths[slot] !== 0; slot = (slot + 1) & (slots.count - 1)) {
        if (slots.hashes[slot] !== hash) continue;
        const span = { at: slots.starts[slot] as number, length: slots.lengths[slot] as number };
        if (hasKey(key, span)) return span;
      }
      return undefined;
    },
    add: (key, span) => {
      if (size + 1 > FULLEST * slots.count) {
        const old = slots;
        slots = slotsFor(2 * old.count);
        old.lengths.forEach((length, slot) => {
          if (length > 0) put(old.hashes[slot] as number, { at: old.starts[slot] as number, length });
        });
      }
      put(crc32(key), span);
      size += 1;
    },
  };
}

/** The lines of a file; the last may lack its line feed. */
function* linesOf(file: number): Generator<Span & { readonly line: string; readonly isTorn: boolean }> {
  const piece = Buffer.alloc(PIECE);
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for (;;) {
    const count = readSync(file, piece, 0, PIECE, at + rest.length);
    const bytes = Buffer.concat([rest, piece.subarray(0, count)]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      yield { line: bytes.toString("utf8", from, end), at: at + from, length: end - from, isTorn: false };
      from = end + 1;
    }
    at += from;
    rest = bytes.subarray(from);
    // A file with a longer first line is not a journal, and need not be read to its end.
    if (count === 0 || (at === 0 && rest.length >= PIECE)) break;
  }
  if (rest.length > 0) yield { line: rest.toString("utf8"), at, length: rest.length, isTorn: true };
}

/** Where the key of a line begins, behind the checksum of eight digits. */
const KEY_AT = LINE_START.length + 10;

/** Whether the line at a place is a record with this key. */
function hasKey(file: number, key: string, at: number): boolean {
  const wanted = Buffer.from(`"key":${JSON.stringify(key)},`);
  return readSpan(file, { at: at + KEY_AT, length: wanted.length }) === wanted.toString("utf8");
}

function readSpan(file: number, { at, length }: Span): string {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const count = readSync(file, bytes, read, length - read, at + read);
    if (count === 0) return "";
    read += count;
  }
  return bytes.toString("utf8");
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
  throw notAJournal(
    path,
    header?.key === SCHEMA ? "the journal of a run with other settings or data" : "not a journal",
  );
}

function notAJournal(path: string, value: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `file "${path}"`,
    value,
    expected: "a journal of this run",
    remedy: "Choose another file with --out, or start over with --force.",
  });
}

/** Opens a file for reading and for appending, or creates it; no link is followed. @param fresh removes it first */
function openForAppend(path: string, fresh: boolean): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  // Without waiting, as a pipe may be in its place.
  const flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
  const file = guarded(path, () => {
    if (fresh) rmSync(path, { force: true });
    try {
      return openSync(path, flags);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return openSync(path, flags | O_CREAT | O_EXCL, 0o666);
    }
  });
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notAJournal(path, "a pipe or a device");
}

function writeBytes(file: number, bytes: Uint8Array, path: string): void {
  guarded(path, () => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  });
}
