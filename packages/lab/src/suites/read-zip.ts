import { crc32, inflateRawSync } from "node:zlib";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** Limits against archives that would exhaust memory. */
export const ZIP_LIMITS = {
  /** Bytes of the archive itself. */
  archive: 1_000_000_000,
  entries: 100_000,
  /** Bytes of one file, inflated. */
  entry: 500_000_000,
  /** Bytes of all files together, inflated. */
  total: 4_000_000_000,
  /** Inflated over deflated size; tables of numbers reach ten. */
  ratio: 200,
  /** Files below this many bytes may have any ratio: a short column of zeros is harmless. */
  ratioFrom: 1_000_000,
} as const;

type ZipLimits = Readonly<Record<keyof typeof ZIP_LIMITS, number>>;

interface ZipArchive {
  /** Files, not folders, as the archive spells them. */
  readonly names: readonly string[];
  /** Inflated bytes. */
  size(name: string): number;
  /** @throws InputError `damaged-archive` */
  read(name: string): Uint8Array;
}

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly deflated: number;
  readonly inflated: number;
  readonly offset: number;
}

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DIRECTORY_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_SIZE = 20;
const STORED = 0;
const DEFLATED = 8;
/** Bits of an entry's flags: contents, or the directory itself, are encrypted. */
const ENCRYPTED = 0x2041;
const UTF8_NAME = 0x0800;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

/**
 * The directory of a zip archive, checked before anything is inflated, and its files on demand.
 *
 * It is read from the central directory, and every local header must agree with it. Only stored and deflated entries
 * are supported. Names that leave their folder are refused although nothing is written, because such an archive is
 * malicious; so are entries that share bytes, as in zip bombs.
 * @param place names the archive in messages
 * @throws InputError `damaged-archive`, `unsupported-archive`, `unsafe-archive`
 * @reference PKWARE APPNOTE 6.3.10
 */
export function readZip(bytes: Uint8Array, place: string, limits: ZipLimits = ZIP_LIMITS): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(bytes, view, place);
  requireSafe(entries, place, limits);
  const files = new Map<string, ZipEntry>();
  for (const entry of entries) {
    if (entry.name.endsWith("/")) continue;
    if (files.has(entry.name)) throw unsafe(place, `two files called "${entry.name}"`, "every name once");
    files.set(entry.name, entry);
  }
  const entryOf = (name: string): ZipEntry => {
    const entry = files.get(name);
    if (entry) return entry;
    throw new InputError({
      code: "unreadable-file",
      place: `${place}, "${name}"`,
      value: "no such file",
      expected: "a file of the archive",
      remedy: "Check that the archive is complete.",
    });
  };
  return {
    names: [...files.keys()],
    size: (name) => entryOf(name).inflated,
    read: (name) => inflate(bytes, view, entryOf(name), place),
  };
}

function readDirectory(bytes: Uint8Array, view: DataView, place: string): ZipEntry[] {
  const end = findEnd(view, place);
  const [disk, startDisk, here, count] = [4, 6, 8, 10].map((field) => view.getUint16(end + field, true));
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  const locator = end - ZIP64_LOCATOR_SIZE;
  const hasLocator = locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE;
  if (hasLocator || count === FULL_16 || size === FULL_32 || start === FULL_32) {
    throw unsupported(place, "a zip64 archive", "an archive below 4 GB with fewer than 65,535 files");
  }
  if (disk !== 0 || startDisk !== 0 || here !== count)
    throw unsupported(place, "a part of a split archive", "one file");
  if (start + size > end) throw damaged(place, "a directory that lies outside the file");
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < (count ?? 0); i++) {
    if (at + DIRECTORY_SIZE > end || view.getUint32(at, true) !== DIRECTORY_SIGNATURE) {
      throw damaged(place, `a directory that ends after ${i} of ${count} files`);
    }
    const { entry, next } = readEntry(bytes, view, at, place);
    if (next > end) throw damaged(place, `a directory that ends after ${i} of ${count} files`);
    entries.push(entry);
    at = next;
  }
  requireApart(entries, start, place);
  return entries;
}

/** Where the end record begins: the last one whose comment reaches exactly to the end of the file. */
function findEnd(view: DataView, place: string): number {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw damaged(place, "no end record: cut off, or no zip archive");
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, place: string): { entry: ZipEntry; next: number } {
  const flags = view.getUint16(at + 8, true);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
  const nameEnd = at + DIRECTORY_SIZE + (nameLength ?? 0);
  const name = decodeName(bytes.subarray(at + DIRECTORY_SIZE, nameEnd), flags);
  const entry = {
    name,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    deflated: view.getUint32(at + 20, true),
    inflated: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  const where = `${place}, "${name}"`;
  if (flags & ENCRYPTED) throw unsupported(where, "encrypted", "a file that opens without a password");
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw unsupported(where, `compression method ${entry.method}`, "stored (0) or deflated (8)");
  }
  if ([entry.deflated, entry.inflated, entry.offset].includes(FULL_32)) {
    throw unsupported(where, "zip64 sizes", "sizes below 4 GB");
  }
  return { entry, next: nameEnd + (extraLength ?? 0) + (commentLength ?? 0) };
}

function decodeName(bytes: Uint8Array, flags: number): string {
  return new TextDecoder(flags & UTF8_NAME ? "utf-8" : "latin1").decode(bytes);
}

/** Local header and contents of every file lie before the directory, and no two overlap. */
function requireApart(entries: readonly ZipEntry[], directory: number, place: string): void {
  const byOffset = [...entries].sort((a, b) => a.offset - b.offset);
  byOffset.forEach((entry, i) => {
    const end = entry.offset + LOCAL_SIZE + entry.deflated;
    const next = byOffset[i + 1]?.offset ?? directory;
    if (end <= next) return;
    if (end > directory) throw damaged(`${place}, "${entry.name}"`, "contents that lie outside the file");
    throw unsafe(place, `"${entry.name}" shares bytes with "${byOffset[i + 1]?.name}"`, "files apart");
  });
}

function requireSafe(entries: readonly ZipEntry[], place: string, limits: ZipLimits): void {
  if (entries.length > limits.entries) {
    throw unsafe(place, `${entries.length} files`, `at most ${limits.entries}`);
  }
  let total = 0;
  for (const { name, deflated, inflated } of entries) {
    const where = `${place}, "${name}"`;
    if (leavesFolder(name)) throw unsafe(where, "a path that leaves its folder", "a relative path without ..");
    if (inflated > limits.entry) throw unsafe(where, `${inflated} bytes, inflated`, `at most ${limits.entry}`);
    if (inflated > limits.ratioFrom && inflated > limits.ratio * deflated) {
      throw unsafe(where, `${deflated} bytes that inflate to ${inflated}`, `at most ${limits.ratio} times as many`);
    }
    total += inflated;
  }
  if (total > limits.total) throw unsafe(place, `${total} bytes, inflated`, `at most ${limits.total}`);
}

/** Absolute, with a drive, a backslash, a NUL, or a step up. */
function leavesFolder(name: string): boolean {
  return (
    name === "" ||
    name.startsWith("/") ||
    name.includes("\\") ||
    name.includes("\0") ||
    /^[a-zA-Z]:/.test(name) ||
    name.split("/").includes("..")
  );
}

function inflate(bytes: Uint8Array, view: DataView, entry: ZipEntry, place: string): Uint8Array {
  const where = `${place}, "${entry.name}"`;
  const { offset } = entry;
  if (view.getUint32(offset, true) !== LOCAL_SIGNATURE) throw damaged(where, "no local header where it should be");
  const flags = view.getUint16(offset + 6, true);
  const nameEnd = offset + LOCAL_SIZE + view.getUint16(offset + 26, true);
  const start = nameEnd + view.getUint16(offset + 28, true);
  const isSame =
    view.getUint16(offset + 8, true) === entry.method &&
    decodeName(bytes.subarray(offset + LOCAL_SIZE, nameEnd), flags) === entry.name;
  if (!isSame || start + entry.deflated > bytes.length) {
    throw damaged(where, "a local header that contradicts the directory");
  }
  const content = contentOf(bytes.subarray(start, start + entry.deflated), entry, where);
  if (content.length !== entry.inflated) {
    throw damaged(where, `${content.length} bytes where the directory says ${entry.inflated}`);
  }
  if (crc32(content) !== entry.crc) throw damaged(where, "contents that do not match their CRC-32");
  return content;
}

function contentOf(raw: Uint8Array, { method, inflated }: ZipEntry, where: string): Uint8Array {
  if (method === STORED) return raw;
  try {
    // Never inflates more than the directory says; zlib needs a bound of at least 1.
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, inflated) });
  } catch (error) {
    const tooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw damaged(where, tooLong ? "more bytes than the directory says" : "a broken deflate stream");
  }
}

function damaged(place: string, value: string): InputError {
  const expected = "a complete zip archive";
  return new InputError({ code: "damaged-archive", place, value, expected, remedy: "Download the archive again." });
}

function unsupported(place: string, value: string, expected: string): InputError {
  const remedy = "Unpack it, and name the folder instead.";
  return new InputError({ code: "unsupported-archive", place, value, expected, remedy });
}

function unsafe(place: string, value: string, expected: string): InputError {
  const remedy = "Do not trust this archive: download it from its publisher.";
  return new InputError({ code: "unsafe-archive", place, value, expected, remedy });
}
