import { crc32, inflateRawSync } from "node:zlib";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import {
  type ArchiveWords,
  damaged,
  placeOf,
  STORED,
  storedBytes,
  unsupported,
  type ZipEntry,
  zipDirectory,
} from "@causal-velocity/readers/zip-directory.js";

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

const WORDS = {
  expected: "a complete zip archive",
  remedy: { damaged: "Download the archive again.", unsupported: "Unpack it, and name the folder instead." },
};

/**
 * The directory of a zip archive, read at once, and its files, inflated and checked on demand. Nothing is written.
 *
 * Stored and deflated entries below 4 GB; every file must match its CRC-32.
 * @param place names the archive in messages
 * @param largest bytes of one file, inflated
 * @throws InputError `damaged-archive`, `unsupported-archive`
 */
export function readZip(bytes: Uint8Array, place: string, largest: number = ZIP_LIMITS.entry): ZipArchive {
  const words = { place, ...WORDS };
  const files = zipDirectory(bytes, words);
  for (const entry of files.values()) {
    if (entry.inflated <= largest) continue;
    throw unsupported(words, placeOf(words, entry), `${entry.inflated} bytes, inflated`, `at most ${largest}`);
  }
  const entryOf = (name: string): ZipEntry => {
    const entry = files.get(name);
    if (entry) return entry;
    throw new InputError({
      code: "unreadable-file",
      place: placeOf(words, { name }),
      value: "no such file",
      expected: "a file of the archive",
      remedy: "Check that the archive is complete.",
    });
  };
  return {
    names: [...files.keys()],
    size: (name) => entryOf(name).inflated,
    read: (name) => inflate(bytes, entryOf(name), words),
  };
}

function inflate(bytes: Uint8Array, entry: ZipEntry, words: ArchiveWords): Uint8Array {
  const where = placeOf(words, entry);
  const content = contentOf(storedBytes(bytes, entry, words), entry, words);
  if (content.length !== entry.inflated) {
    throw damaged(words, where, `${content.length} bytes where the directory says ${entry.inflated}`);
  }
  if (crc32(content) !== entry.crc) throw damaged(words, where, "contents that do not match their CRC-32");
  return content;
}

function contentOf(raw: Uint8Array, entry: ZipEntry, words: ArchiveWords): Uint8Array {
  if (entry.method === STORED) return raw;
  try {
    // Never inflates more than the directory says; zlib needs a bound of at least 1.
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.inflated) });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const value = isTooLong ? "more bytes than the directory says" : "a broken deflate stream";
    throw damaged(words, placeOf(words, entry), value);
  }
}
