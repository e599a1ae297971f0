import { InputError, type Text, text, textWith, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { limitExceeded } from "./reading-limits.js";

/** The text of a file, and what is doubtful about its encoding. */
export interface DecodedText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The runtime's `TextDecoder`, passed in because the core uses no globals of a runtime. */
type TextDecoderClass = new (
  label: string,
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => { decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string };

/** First bytes of formats that are often given instead of text tables. */
const KNOWN_BINARIES: readonly { readonly magic: readonly number[]; readonly name: string }[] = [
  { magic: [0x50, 0x4b, 0x03, 0x04], name: "a zip archive or an Excel workbook (.xlsx)" },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Excel workbook (.xls), or one with a password" },
  { magic: [0x50, 0x41, 0x52, 0x31], name: "a Parquet file" },
  { magic: [0x1f, 0x8b], name: "a gzip archive" },
  { magic: [0x25, 0x50, 0x44, 0x46], name: "a PDF" },
  { magic: [0x24, 0x46, 0x4c, 0x32], name: "an SPSS file (.sav)" },
  { magic: [0x3c, 0x73, 0x74, 0x61, 0x74, 0x61, 0x5f], name: "a Stata file (.dta)" },
  { magic: [0x46, 0x45, 0x41, 0x31], name: "a Feather file of version 1" },
];
/** A NUL within this many first bytes means that the file is not text. */
const PROBED_BYTES = 65536;

/**
 * Decodes the bytes of a table: UTF-8, UTF-16 with a byte-order mark, otherwise Windows-1252 with a finding.
 *
 * @throws InputError `binary-file`, `wrong-option`
 */
export function decodeText(bytes: Uint8Array, place: string, Decoder: TextDecoderClass): DecodedText {
  // Also true for bytes of another realm, and for Node's buffers.
  if (Object.prototype.toString.call(bytes) !== "[object Uint8Array]") {
    throw wrongOption("bytes", bytes, "the bytes of a file, as a Uint8Array");
  }
  if (typeof Object(Decoder).prototype?.decode !== "function")
    throw wrongOption("Decoder", Decoder, "the TextDecoder of the runtime");
  const decoder = pieceDecoder(place, Decoder, Infinity);
  const text = decoder.decode(bytes) + decoder.end();
  return { text, findings: decoder.findings() };
}

/** Decodes bytes that come in pieces, which may end within a character. */
export interface PieceDecoder {
  /** The next part of the text; nothing until enough bytes show what they are. */
  decode(piece: Uint8Array): string;
  /** The rest of the text. */
  end(): string;
  /** What is doubtful about the encoding, after the end. */
  findings(): readonly Finding[];
}

const LINE_FEED = 10;

/**
 * A decoder by the rules of `decodeText`: from the first byte that is not UTF-8 on, a text is read as Windows-1252. That
 * takes no byte twice, and what comes before it is mostly ASCII, which is the same in both.
 *
 * The text of a piece ends with a line if it holds one, because a row that is joined from two strings is slow to parse.
 * A `TextDecoder` in stream mode would be several times slower: it has no fast path for ASCII.
 * @throws InputError `binary-file`; `limit-exceeded` beyond `mostBytes`
 */
export function pieceDecoder(place: string, Decoder: TextDecoderClass, mostBytes: number): PieceDecoder {
  let held: Uint8Array = new Uint8Array();
  let [isProbed, length, decodedBytes, firstOdd] = [false, 0, 0, -1];
  let utf8 = new Decoder("utf-8", { fatal: true });
  let other: InstanceType<TextDecoderClass> | undefined;
  const probe = (bytes: Uint8Array): void => {
    isProbed = true;
    const known = KNOWN_BINARIES.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte));
    if (known) throw binaryFile(place, known.name);
    const utf16 = utf16Label(bytes);
    if (utf16) other = new Decoder(utf16);
    else if (bytes.subarray(0, PROBED_BYTES).includes(0)) throw binaryFile(place, "a binary file (it holds NUL bytes)");
  };
  const decoded = (bytes: Uint8Array): string => {
    if (bytes.length === 0) return "";
    let valid = bytes.length;
    let text = "";
    try {
      text = utf8.decode(bytes);
    } catch {
      valid = validLength(bytes, Decoder);
      text = valid > 0 ? utf8.decode(bytes.subarray(0, valid)) : "";
      firstOdd = decodedBytes + valid;
      other = new Decoder("windows-1252");
    }
    decodedBytes += valid;
    if (valid > 0) utf8 = new Decoder("utf-8", { fatal: true, ignoreBOM: true });
    return other ? text + other.decode(bytes.subarray(valid), { stream: true }) : text;
  };
  return {
    decode(piece) {
      length += piece.length;
      if (length > mostBytes) throw limitExceeded("bytes", mostBytes, place);
      const bytes = held.length > 0 ? joined(held, piece) : piece;
      if (!isProbed && bytes.length < PROBED_BYTES) {
        held = bytes.slice();
        return "";
      }
      if (!isProbed) probe(bytes);
      held = new Uint8Array();
      if (other) return other.decode(bytes, { stream: true });
      const whole = bytes.lastIndexOf(LINE_FEED) + 1 || bytes.length - unfinished(bytes);
      // A copy: the bytes of the piece may be written over by the next one.
      held = bytes.slice(whole);
      return decoded(bytes.subarray(0, whole));
    },
    end() {
      if (!isProbed) probe(held);
      const text = other ? other.decode(held, { stream: true }) : decoded(held);
      return text + (other?.decode() ?? "");
    },
    findings: () => (firstOdd < 0 ? [] : [notUtf8(firstOdd)]),
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** How many first bytes are whole characters of UTF-8. @cost O(n log n) */
function validLength(bytes: Uint8Array, Decoder: TextDecoderClass): number {
  let [valid, odd] = [0, bytes.length + 1];
  while (odd - valid > 1) {
    const middle = (valid + odd) >> 1;
    try {
      new Decoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      valid = middle;
    } catch {
      odd = middle;
    }
  }
  return valid - unfinished(bytes.subarray(0, valid));
}

/** Number of bytes at the end that start a character without completing it. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) return 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return length > back ? back : 0;
  }
  return 0;
}

function notUtf8(firstOdd: number): Finding {
  return {
    code: "encoding",
    severity: "note",
    sentence: `The file is not UTF-8 (byte ${firstOdd + 1}); from there on it was read as Windows-1252 (Latin-1).`,
    advice: "Check accented column names.",
  };
}

function utf16Label(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

function binaryFile(place: string, found: string): InputError {
  return new InputError({
    code: "binary-file",
    place,
    value: found,
    expected: "a text table: CSV, TSV, or columns separated by semicolons or blanks",
    remedy: "Save or export it as CSV first.",
  });
}

/**
 * Runs `parse` and returns its result. Parsers know lines, not files: the place of their InputError gets the file in
 * front, or instead of "the table", unless it names the file already.
 *
 * @param file the file, folder or archive as messages name it: `file "trial.csv"`, "standard input"
 */
export function inFile<T>(file: Text, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError) || error.place.startsWith(textWith(file))) throw error;
    const { place } = error.problem;
    throw new InputError({ ...error.problem, place: place === "the table" ? file : text`${file}, ${place}` });
  }
}

/** The format of a file, judged by its name. */
interface SourceKind {
  readonly holds: "text" | "json" | "parquet";
  readonly compression?: "gzip" | "zstd";
}

/** `data.csv.gz` holds text, compressed by gzip. */
export function sourceKind(path: string): SourceKind {
  const name = path.toLowerCase();
  if (/\.(parquet|parq|pq)$/.test(name)) return { holds: "parquet" };
  const compression = name.endsWith(".gz") ? "gzip" : /\.zstd?$/.test(name) ? "zstd" : undefined;
  const plain = compression ? name.slice(0, name.lastIndexOf(".")) : name;
  const holds = /\.(json|jsonl|ndjson)$/.test(plain) ? "json" : "text";
  return { holds, ...(compression && { compression }) };
}
