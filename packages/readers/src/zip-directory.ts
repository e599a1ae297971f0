import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** What messages say about an archive. */
export interface ArchiveWords {
  /** The archive, such as `file "trial.xlsx"`. */
  readonly place: string;
  /** What it should be. */
  readonly expected: string;
  /** What to do if it is damaged, or of a kind that is not read. */
  readonly remedy: { readonly damaged: string; readonly unsupported: string };
}

/** One file of an archive, as the directory lists it. Sizes in bytes. */
export interface ZipEntry {
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
export const STORED = 0;
const DEFLATED = 8;
/** Bits of an entry's flags: contents, or the directory itself, are encrypted. */
const ENCRYPTED = 0x2041;
const UTF8_NAME = 0x0800;
/** In place of a count, or of a size or offset, they say that the number is elsewhere: zip64. */
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

/** Bytes at the end of an archive that hold its end record, whatever its comment. */
export const END_BYTES: number = END.size + END.longestComment;

/**
 * The files of a zip archive by their names, folders left out. A name is only a name: nothing is written.
 *
 * Stored and deflated entries below 4 GB.
 * @throws InputError `damaged-archive`, also for two files of one name; `unsupported-archive`
 * @reference PKWARE APPNOTE 6.3.10     @deviates docs/decisions/0046-less-of-it.md: not by a library
 */
export function zipDirectory(bytes: Uint8Array, words: ArchiveWords): ReadonlyMap<string, ZipEntry> {
  const view = viewOf(bytes);
  const end = directoryEnd(bytes, words);
  const files = new Map<string, ZipEntry>();
  let at = end.start;
  for (let i = 0; i < end.count; i++) {
    const isEntry = at + DIRECTORY.size <= end.at && view.getUint32(at, true) === DIRECTORY.signature;
    if (!isEntry) throw damaged(words, words.place, `a directory that ends after ${i} of ${end.count} files`);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const nameEnd = at + DIRECTORY.size + (nameLength ?? 0);
    const entry = readEntry(view, at, bytes.subarray(at + DIRECTORY.size, nameEnd), words);
    if (files.has(entry.name)) throw damaged(words, placeOf(words, entry), "two files of this name");
    if (!entry.name.endsWith("/")) files.set(entry.name, entry);
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  if (at > end.at) throw damaged(words, words.place, "a directory that lies outside the file");
  return files;
}

/**
 * Where the directory of an archive begins, how many files it lists, and where it ends.
 *
 * @param bytes the archive, or its last `END_BYTES` bytes     @throws InputError `damaged-archive`, `unsupported-archive`
 */
export function directoryEnd(
  bytes: Uint8Array,
  words: ArchiveWords,
): { readonly start: number; readonly count: number; readonly at: number } {
  const view = viewOf(bytes);
  const at = findEnd(view, words);
  const [disk, startDisk, here, count = 0] = [4, 6, 8, 10].map((field) => view.getUint16(at + field, true));
  const start = view.getUint32(at + 16, true);
  if (disk !== 0 || startDisk !== 0 || here !== count || count === FULL_16 || start === FULL_32) {
    const expected = "one file below 4 GB with fewer than 65,535 files";
    throw unsupported(words, words.place, "a zip64 or split archive", expected);
  }
  return { start, count, at };
}

/** The last end record whose comment reaches exactly to the end of the file. */
function findEnd(view: DataView, words: ArchiveWords): number {
  const first = Math.max(0, view.byteLength - END_BYTES);
  for (let at = view.byteLength - END.size; at >= first; at--) {
    if (view.getUint32(at, true) !== END.signature) continue;
    if (at + END.size + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw damaged(words, words.place, "no end record: cut off, or no zip archive");
}

function readEntry(view: DataView, at: number, nameBytes: Uint8Array, words: ArchiveWords): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [crc = 0, deflated = 0, inflated = 0, offset = 0] = [16, 20, 24, 42].map((f) => view.getUint32(at + f, true));
  const name = new TextDecoder(flags & UTF8_NAME ? "utf-8" : "latin1").decode(nameBytes);
  const where = placeOf(words, { name });
  if (flags & ENCRYPTED) throw unsupported(words, where, "encrypted", "a file that opens without a password");
  if (method !== STORED && method !== DEFLATED) {
    throw unsupported(words, where, `compression method ${method}`, "stored (0) or deflated (8)");
  }
  if ([deflated, inflated, offset].includes(FULL_32)) {
    throw unsupported(words, where, "zip64 sizes", "sizes below 4 GB");
  }
  return { name, method, crc, deflated, inflated, offset };
}

/** The bytes of an entry as stored. @throws InputError `damaged-archive` */
export function storedBytes(bytes: Uint8Array, entry: ZipEntry, words: ArchiveWords): Uint8Array {
  const view = viewOf(bytes);
  const { offset, deflated } = entry;
  const isThere = offset + LOCAL.size <= bytes.length && view.getUint32(offset, true) === LOCAL.signature;
  if (!isThere) throw damaged(words, placeOf(words, entry), "no local header where it should be");
  const start = offset + LOCAL.size + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return bytes.subarray(start, start + deflated);
}

/** What messages call a file of an archive. */
export function placeOf({ place }: ArchiveWords, { name }: Pick<ZipEntry, "name">): string {
  return `${place}, "${name}"`;
}

/** The error for an archive that is broken. */
export function damaged({ expected, remedy }: ArchiveWords, place: string, value: string): InputError {
  return new InputError({ code: "damaged-archive", place, value, expected, remedy: remedy.damaged });
}

/** The error for an archive that is right, and not read. */
export function unsupported(words: ArchiveWords, place: string, value: string, expected: string): InputError {
  return new InputError({ code: "unsupported-archive", place, value, expected, remedy: words.remedy.unsupported });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
