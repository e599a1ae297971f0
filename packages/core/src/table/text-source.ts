import { InputError, type Text, text, textWith, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";

/** The text of a file, and what is doubtful about its encoding. */
export interface DecodedText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The runtime's `TextDecoder`, passed in because the core uses no globals of a runtime. */
type TextDecoderClass = new (
  label: string,
  options?: { readonly fatal?: boolean },
) => { decode(bytes: Uint8Array): string };

/** First bytes of formats that are often given instead of text tables. */
const KNOWN_BINARIES: readonly { readonly magic: readonly number[]; readonly name: string }[] = [
  { magic: [0x50, 0x4b, 0x03, 0x04], name: "a zip archive or an Excel workbook (.xlsx)" },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Excel workbook (.xls)" },
  { magic: [0x50, 0x41, 0x52, 0x31], name: "a Parquet file" },
  { magic: [0x1f, 0x8b], name: "a gzip archive" },
  { magic: [0x25, 0x50, 0x44, 0x46], name: "a PDF" },
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
  const known = KNOWN_BINARIES.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte));
  if (known) throw binaryFile(place, known.name);
  const utf16 = utf16Label(bytes);
  if (utf16) return { text: new Decoder(utf16).decode(bytes), findings: [] };
  if (bytes.subarray(0, PROBED_BYTES).includes(0)) throw binaryFile(place, "a binary file (it holds NUL bytes)");
  try {
    return { text: new Decoder("utf-8", { fatal: true }).decode(bytes), findings: [] };
  } catch {
    return { text: new Decoder("windows-1252").decode(bytes), findings: [NOT_UTF8] };
  }
}

const NOT_UTF8: Finding = {
  code: "encoding",
  severity: "note",
  sentence: "The file is not UTF-8; it was read as Windows-1252 (Latin-1).",
  advice: "Check accented column names.",
};

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
