import { type DecodedText, decodeText } from "@causal-velocity/core/table/text-source.js";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A byte that is not UTF-8 by itself. */
const NOT_UTF8 = 0xe9;
const LINE_FEED = 10;

/**
 * The encoding of a file, from its first bytes, by the rules of `decodeText`.
 *
 * @param isWhole whether these are all bytes; otherwise the last character may be cut in two
 * @throws InputError `binary-file`
 */
export function encodingOf(head: Uint8Array, isWhole: boolean, place: string): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const end = isWhole ? head.length : head.lastIndexOf(LINE_FEED) + 1 || head.length;
  const { findings } = decodeText(head.subarray(0, end), place, TextDecoder);
  return findings.length > 0 ? "windows-1252" : "utf-8";
}

/** The findings of `decodeText` for a file in this encoding. */
export function encodingFindings(encoding: Encoding): DecodedText["findings"] {
  return encoding === "windows-1252" ? decodeText(Uint8Array.of(NOT_UTF8), "", TextDecoder).findings : [];
}

/** Decodes bytes that come in pieces, which may end within a character. */
export interface PieceDecoder {
  /** @throws NotUtf8 */
  decode(piece: Uint8Array): string;
  /** The rest of the text. @throws NotUtf8 if the bytes end within a character */
  end(): string;
}

/** The bytes are not UTF-8: the file must be read again, as Windows-1252. */
export class NotUtf8 extends Error {
  override readonly name = "NotUtf8";
}

/** A decoder for an encoding; drops a byte-order mark at the start. */
export function pieceDecoder(encoding: Encoding): PieceDecoder {
  if (encoding === "utf-8") return utf8Decoder();
  const decoder = new TextDecoder(encoding);
  return { decode: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
}

/**
 * Several times as fast as a `TextDecoder` in stream mode, which has no fast path for ASCII. The text of a piece ends
 * with a line if it holds one, because a row that is joined from two strings is slow to parse.
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

/** Number of bytes at the end that start a character without completing it. */
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
