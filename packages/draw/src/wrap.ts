import { plainText } from "./plain-text.js";
import { type FittedText, shorten } from "./shorten.js";
import { textWidth } from "./text-width.js";

/** Texts longer than this are cut in their last line. */
const MOST_LINES = 3;

/** A text on as many lines as it needs, broken between words; what does not fit even so is cut. */
export function wrap(text: string, width: number, fontSize: number): FittedText[] {
  const whole = plainText(text).trim();
  const words = whole.split(/ +/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    const isFull = textWidth(longer, fontSize) > width && lines.length < MOST_LINES;
    if (last === undefined || isFull) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => {
    const { shown, full } = shorten(line, width, fontSize);
    return { shown, full: full === undefined ? undefined : whole };
  });
}
