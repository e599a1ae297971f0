import { type DecodedText, decodeText } from "@causal-velocity/core";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A byte that alone is no UTF-8. */
const NOT_UTF8 = 0xe9;
const LINE_FEED = 10;

/**
 * How a file is encoded, by its beginning, as `decodeText` sees it.
 *
 * @param isWhole whether the bytes end here; a sign may be cut in two otherwise
 * @throws InputError `binary-file`
 */
export function encodingOf(head: Uint8Array, isWhole: boolean, place: string): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const end = isWhole ? head.length : head.lastIndexOf(LINE_FEED) + 1 || head.length;
  const { warnings } = decodeText(head.subarray(0, end), place, TextDecoder);
  return warnings.length > 0 ? "windows-1252" : "utf-8";
}

/** What `decodeText` tells about a file in this encoding. */
export function encodingWarnings(encoding: Encoding): DecodedText["warnings"] {
  return encoding === "windows-1252" ? decodeText(Uint8Array.of(NOT_UTF8), "", TextDecoder).warnings : [];
}

/** Decodes bytes that come in pieces, which may end within a sign. */
export interface PieceDecoder {
  /** @throws NotUtf8 */
  decode(piece: Uint8Array): string;
  /** What was held back. @throws NotUtf8 where the bytes end within a sign */
  end(): string;
}

/** Bytes turned out to be no UTF-8: the file is to be read anew, as Windows-1252. */
export class NotUtf8 extends Error {
  override readonly name = "NotUtf8";
}

/** A byte-order mark at the very beginning is no part of the text. */
export function pieceDecoder(encoding: Encoding): PieceDecoder {
  if (encoding === "utf-8") return utf8Decoder();
  const decoder = new TextDecoder(encoding);
  return { decode: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
}

/**
 * Several times as fast as a `TextDecoder` told to wait for more, which has no short way for ASCII. Pieces end with a
 * line where they hold one: a row put together from two strings is slow to read.
 */
function utf8Decoder(): PieceDecoder {
  let held: Uint8Array = new Uint8Array();
  let decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (bytes: Uint8Array): string => {
    if (bytes.length === 0) return "";
    try {
      const text = decoder.decode(bytes);
      decoder = LATER;
      return text;
    } catch {
      throw new NotUtf8();
    }
  };
  return {
    decode(piece) {
      const bytes = held.length > 0 ? Buffer.concat([held, piece]) : piece;
      const whole = bytes.lastIndexOf(LINE_FEED) + 1 || bytes.length - unfinished(bytes);
      held = bytes.slice(whole);
      return decoded(bytes.subarray(0, whole));
    },
    end: () => decoded(held),
  };
}

const LATER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** How many bytes at the end begin a sign and do not end it. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    const isLead = byte >= 0xc0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (isLead) return length > back ? back : 0;
  }
  return 0;
}
