/** Font sizes in pixels, before a drawing is scaled. */
export const FONT_SIZE = { title: 16, panelTitle: 13, label: 12, legend: 12, tick: 11, words: 12 } as const;

/** Height of a line of text, as a multiple of its font size. */
export const LINE_HEIGHT = 1.5;

/** The system font on screens; DejaVu Sans in PNG files, which have no other font. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif";

/** Line breaks, tabs and other control characters, which end a line or are forbidden in XML 1.0. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is meant to match them
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Characters that change the direction of the text after them: a name must not reverse the text around it. */
const TURNING = "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]";
/** A pair of isolating characters without such characters inside is kept: it protects the text around a name. */
const ISOLATED = "\\u2068([^\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*)\\u2069";
const DIRECTION_CHARACTERS = new RegExp(`${ISOLATED}|${TURNING}`, "g");
/** Lone surrogates and noncharacters, which XML cannot hold. */
const NOT_IN_XML = /[\p{Surrogate}\ufffe\uffff]/gu;
const REPLACEMENT = "\ufffd";

/** Text on one line, without control characters and without characters that affect the text around it. */
export function plainText(text: string): string {
  return text
    .replace(CONTROLS, " ")
    .replace(DIRECTION_CHARACTERS, (found, isolated?: string) => (isolated === undefined ? "" : found))
    .replace(NOT_IN_XML, REPLACEMENT);
}

/** Advances of the characters from space to ~ in DejaVu Sans, in hundredths of the font size. */
const ASCII_WIDTHS = [
  ...[32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34],
  ...[84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99],
  ...[69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52],
  ...[39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84],
];
const UNITS = 100;
const FIRST_ASCII = 32;
const COMBINING = /^\p{M}$|^\u200d$|^\ufe0f$/u;
const EMOJI = /^\p{Extended_Pictographic}$/u;
const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]$/u;
const RAISED = /^[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]$/u;
const THIN_SPACE = /^[\u2009\u202f]$/u;
/** Widths of characters outside ASCII, in the same unit; other scripts by the widest common letters of DejaVu Sans. */
const EMOJI_WIDTH = 130;
const FULL_WIDTH = 100;
const RAISED_WIDTH = 46;
const THIN_WIDTH = 20;
const OTHER_WIDTH = 80;

/**
 * The approximate width of a text, in the unit of the font size. It comes from a table, so that it is the same in Node
 * and in every browser. DejaVu Sans, the font of PNG files, is wider than most screen fonts, so the width is rarely too
 * small.
 */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return (width * fontSize) / UNITS;
}

function characterWidth(character: string): number {
  const ascii = ASCII_WIDTHS[(character.codePointAt(0) ?? 0) - FIRST_ASCII];
  if (ascii !== undefined) return ascii;
  if (COMBINING.test(character)) return 0;
  if (RAISED.test(character)) return RAISED_WIDTH;
  if (THIN_SPACE.test(character)) return THIN_WIDTH;
  if (EMOJI.test(character)) return EMOJI_WIDTH;
  return WIDE.test(character) ? FULL_WIDTH : OTHER_WIDTH;
}

const ELLIPSIS = "…";

/** A text cut to fit, and the full text if it was cut. */
export interface FittedText {
  readonly shown: string;
  readonly full: string | undefined;
}

/** The letters of a text with their accents, and pictographs in one piece. */
export function graphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

/** Cuts a text between graphemes, so that it is at most `width` wide, including the … at its end. */
export function shorten(text: string, width: number, fontSize: number): FittedText {
  const full = plainText(text).trim();
  if (textWidth(full, fontSize) <= width) return { shown: full, full: undefined };
  const room = width - textWidth(ELLIPSIS, fontSize);
  let shown = "";
  let used = 0;
  for (const letter of graphemes(full)) {
    used += textWidth(letter, fontSize);
    if (used > room) break;
    shown += letter;
  }
  return { shown: shown.trimEnd() + ELLIPSIS, full };
}

/** Cuts a text in its middle, for names of columns, which often differ at their ends. */
export function shortenMiddle(text: string, width: number, fontSize: number): FittedText {
  const full = plainText(text).trim();
  if (textWidth(full, fontSize) <= width) return { shown: full, full: undefined };
  const letters = graphemes(full);
  const room = width - textWidth(ELLIPSIS, fontSize);
  let [start, end] = ["", ""];
  for (let [first, last] = [0, letters.length - 1]; first <= last; ) {
    const isStart = start.length <= end.length;
    const letter = letters[isStart ? first++ : last--] as string;
    if (textWidth(start + letter + end, fontSize) > room) break;
    if (isStart) start += letter;
    else end = letter + end;
  }
  return { shown: start.trimEnd() + ELLIPSIS + end.trimStart(), full };
}

/** Between the names of an arrow. */
const ARROW = " → ";

/** Cuts names in their middles: those on both sides of an arrow each for itself, so that the arrow stays. */
export function shortenNames(text: string, width: number, fontSize: number): FittedText {
  const full = plainText(text).trim();
  const [from, to, more] = full.split(ARROW);
  if (from === undefined || to === undefined || more !== undefined) return shortenMiddle(full, width, fontSize);
  const room = width - textWidth(ARROW, fontSize);
  const [ofFrom, ofTo] = [from, to].map((name) => textWidth(name, fontSize)) as [number, number];
  if (ofFrom + ofTo <= room) return { shown: full, full: undefined };
  // A name that needs less than half leaves the rest to the other one.
  const left = Math.max(room / 2, room - ofTo);
  const start = shortenMiddle(from, left, fontSize).shown;
  const end = shortenMiddle(to, room - Math.min(left, ofFrom), fontSize).shown;
  return { shown: start + ARROW + end, full };
}

/** A longer text is cut in its last line. */
const MOST_LINES = 3;

/** Breaks a text into lines between words; cuts what still does not fit, the names of an arrow in their middles. */
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
  if (whole.includes(ARROW) && lines.some((line) => textWidth(line, fontSize) > width)) {
    // Less than all lines, as lines end between words.
    const { shown, full } = shortenNames(whole, (MOST_LINES - 1) * width, fontSize);
    if (full !== undefined) return wrap(shown, width, fontSize).map((line) => ({ ...line, full }));
  }
  return lines.map((line) => {
    const { shown, full } = shorten(line, width, fontSize);
    return { shown, full: full === undefined ? undefined : whole };
  });
}
