import { plainText } from "./plain-text.js";
import { textWidth } from "./text-width.js";

const ELLIPSIS = "…";

/** A text as it fits, and the whole of it where that is more. */
export interface FittedText {
  readonly shown: string;
  readonly full: string | undefined;
}

/** Cuts a text between characters as readers see them, so that it and its … are at most `width` wide. */
export function shorten(text: string, width: number, fontSize: number): FittedText {
  const full = plainText(text).trim();
  if (textWidth(full, fontSize) <= width) return { shown: full, full: undefined };
  const room = width - textWidth(ELLIPSIS, fontSize);
  let shown = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(full)) {
    used += textWidth(segment, fontSize);
    if (used > room) break;
    shown += segment;
  }
  return { shown: shown.trimEnd() + ELLIPSIS, full };
}
