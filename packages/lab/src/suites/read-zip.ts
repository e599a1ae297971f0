import { crc32, inflateRawSync } from "node:zlib";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** Bytes of an archive, and of one of its files when inflated: against archives made to exhaust memory. */
export const ZIP_LIMITS = { archive: 1_000_000_000, entry: 500_000_000 } as const;

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

const END = { signature: 0x06054b50, size: 22, longestComment: 0xffff };
const DIRECTORY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
const STORED = 0;
const DEFLATED = 8;
/** Bits of an entry's flags: contents, or the directory itself, are encrypted. */
const ENCRYPTED = 0x2041;
const UTF8_NAME = 0x0800;
/** In place of a count, or of a size or offset, they say that the number is elsewhere: zip64. */
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

/**
 * The directory of a zip archive, read at once, and its files, inflated and checked on demand. Nothing is written.
 *
 * Stored and deflated entries below 4 GB; every file must match its CRC-32.
 * @param place names the archive in messages
 * @param largest bytes of one file, inflated
 * @throws InputError `damaged-archive`, `unsupported-archive`
 * @reference PKWARE APPNOTE 6.3.10     @deviates docs/decisions/0046-less-of-it.md: not by a library
 */
export function readZip(bytes: Uint8Array, place: string, largest: number = ZIP_LIMITS.entry): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, ZipEntry>();
  for (const entry of readDirectory(bytes, view, place)) {
    if (entry.name.endsWith("/")) continue;
    const where = `${place}, "${entry.name}"`;
    if (files.has(entry.name)) throw damaged(where, "two files of this name");
    if (entry.inflated > largest) throw unsupported(where, `${entry.inflated} bytes, inflated`, `at most ${largest}`);
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
    read: (name) => inflate(bytes, view, entryOf(name), `${place}, "${name}"`),
  };
}

function readDirectory(bytes: Uint8Array, view: DataView, place: string): ZipEntry[] {
  const end = findEnd(view, place);
  const [disk, startDisk, here, count = 0] = [4, 6, 8, 10].map((field) => view.getUint16(end + field, true));
  const start = view.getUint32(end + 16, true);
  if (disk !== 0 || startDisk !== 0 || here !== count || count === FULL_16 || start === FULL_32) {
    throw unsupported(place, "a zip64 or split archive", "one file below 4 GB with fewer than 65,535 files");
  }
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const isEntry = at + DIRECTORY.size <= end && view.getUint32(at, true) === DIRECTORY.signature;
    if (!isEntry) throw damaged(place, `a directory that ends after ${i} of ${count} files`);
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const nameEnd = at + DIRECTORY.size + nameLength;
    entries.push(readEntry(view, at, bytes.subarray(at + DIRECTORY.size, nameEnd), place));
    at = nameEnd + extra + comment;
  }
  if (at > end) throw damaged(place, "a directory that lies outside the file");
  return entries;
}

/** Where the end record begins: the last one whose comment reaches exactly to the end of the file. */
function findEnd(view: DataView, place: string): number {
  const first = Math.max(0, view.byteLength - END.size - END.longestComment);
  for (let at = view.byteLength - END.size; at >= first; at--) {
    if (view.getUint32(at, true) !== END.signature) continue;
    if (at + END.size + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw damaged(place, "no end record: cut off, or no zip archive");
}

function readEntry(view: DataView, at: number, nameBytes: Uint8Array, place: string): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [crc = 0, deflated = 0, inflated = 0, offset = 0] = [16, 20, 24, 42].map((f) => view.getUint32(at + f, true));
  const name = new TextDecoder(flags & UTF8_NAME ? "utf-8" : "latin1").decode(nameBytes);
  const where = `${place}, "${name}"`;
  if (flags & ENCRYPTED) throw unsupported(where, "encrypted", "a file that opens without a password");
  if (method !== STORED && method !== DEFLATED) {
    throw unsupported(where, `compression method ${method}`, "stored (0) or deflated (8)");
  }
  if ([deflated, inflated, offset].includes(FULL_32)) throw unsupported(where, "zip64 sizes", "sizes below 4 GB");
  return { name, method, crc, deflated, inflated, offset };
}

function inflate(bytes: Uint8Array, view: DataView, entry: ZipEntry, where: string): Uint8Array {
  const { offset, deflated, inflated, crc } = entry;
  const isThere = offset + LOCAL.size <= bytes.length && view.getUint32(offset, true) === LOCAL.signature;
  if (!isThere) throw damaged(where, "no local header where it should be");
  const start = offset + LOCAL.size + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const content = contentOf(bytes.subarray(start, start + deflated), entry, where);
  if (content.length !== inflated) {
    throw damaged(where, `${content.length} bytes where the directory says ${inflated}`);
  }
  if (crc32(content) !== crc) throw damaged(where, "contents that do not match their CRC-32");
  return content;
}

function contentOf(raw: Uint8Array, { method, inflated }: ZipEntry, where: string): Uint8Array {
  if (method === STORED) return raw;
  try {
    // Never inflates more than the directory says; zlib needs a bound of at least 1.
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, inflated) });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw damaged(where, isTooLong ? "more bytes than the directory says" : "a broken deflate stream");
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
