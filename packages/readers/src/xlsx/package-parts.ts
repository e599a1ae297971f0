import { BrokenStream, inflated } from "../decompress.js";
import {
  type ArchiveWords,
  damaged,
  placeOf,
  STORED,
  storedBytes,
  type ZipEntry,
  zipDirectory,
} from "../zip-directory.js";
import { type XmlEvents, xmlReader } from "./xml.js";

/** The parts of a workbook, which is a zip archive of XML files. */
export interface PackageParts {
  readonly names: readonly string[];
  /** Bytes of a part, inflated, as the directory says; undefined if there is no such part. */
  size(name: string): number | undefined;
  /**
   * Reads a part as XML.
   *
   * @param stop asked after every piece: whether the rest is not needed
   * @param pause called after every piece, for what was read so far to be passed on
   * @throws InputError `damaged-archive`, `malformed-file`
   */
  read(name: string, events: XmlEvents): AsyncGenerator<void>;
}

const WORDS = {
  expected: "a complete workbook",
  remedy: {
    damaged: "Download or save the workbook again.",
    unsupported: "Save it without a password as .xlsx, or as CSV.",
  },
};

/** What messages say about a workbook. */
export function workbookWords(place: string): ArchiveWords {
  return { place, ...WORDS };
}

/** The parts of the workbook in these bytes. @throws InputError `damaged-archive`, `unsupported-archive` */
export function packageParts(bytes: Uint8Array, place: string): PackageParts {
  const words = workbookWords(place);
  const entries = zipDirectory(bytes, words);
  return {
    names: [...entries.keys()],
    size: (name) => entries.get(name)?.inflated,
    async *read(name, events) {
      const entry = entries.get(name);
      if (!entry) throw damaged(words, placeOf(words, { name }), "no such part");
      const where = placeOf(words, entry);
      const reader = xmlReader(events, where);
      let decoder: TextDecoder | undefined;
      for await (const piece of contents(bytes, entry, words)) {
        decoder ??= new TextDecoder(piece[0] === 0xff ? "utf-16le" : piece[0] === 0xfe ? "utf-16be" : "utf-8");
        reader.take(decoder.decode(piece, { stream: true }));
        yield;
      }
      reader.take(decoder?.decode() ?? "");
      reader.end();
    },
  };
}

/** The inflated bytes of a part in pieces: never more than the directory says, and as its CRC-32 says. */
async function* contents(bytes: Uint8Array, entry: ZipEntry, words: ArchiveWords): AsyncGenerator<Uint8Array> {
  const where = placeOf(words, entry);
  const stored = storedBytes(bytes, entry, words);
  let [size, crc] = [0, -1];
  try {
    for await (const piece of entry.method === STORED ? [stored] : inflated([stored], "deflate-raw")) {
      size += piece.length;
      if (size > entry.inflated) throw damaged(words, where, "more bytes than the directory says");
      crc = crc32(piece, crc);
      yield piece;
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    throw damaged(words, where, `a broken deflate stream (${error.message})`);
  }
  if (size !== entry.inflated) throw damaged(words, where, `${size} bytes where the directory says ${entry.inflated}`);
  if (~crc >>> 0 !== entry.crc) throw damaged(words, where, "contents that do not match their CRC-32");
}

const CRC_POLYNOMIAL = 0xedb88320;
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ CRC_POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 so far, not yet inverted; it begins at -1. Browsers have no routine of their own. */
function crc32(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (let i = 0; i < bytes.length; i++) crc = (CRC_TABLE[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8);
  return crc;
}
