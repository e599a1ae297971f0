import { type DecodedText, decodeText } from "@causal-velocity/core/table/text-source.js";

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
