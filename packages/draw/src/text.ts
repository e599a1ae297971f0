/** In pixels of a drawing at its own size. */
export const FONT_SIZE = { title: 16, panelTitle: 13, label: 12, legend: 12, tick: 11, words: 12 } as const;

/** Of one line of text, as a multiple of its font size. */
export const LINE_HEIGHT = 1.5;

/** The reader's own font on screens; where there is none but ours (PNG), DejaVu Sans. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif";

/** Line breaks, tabs and other controls, which XML 1.0 forbids or which end a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Marks that turn the direction of whatever follows: a name may not turn the text around it. */
const MARKS = "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]";
/** But for pairs that set a name apart, with no mark inside: these keep it from turning the text around it. */
const SET_APART = "\\u2068([^\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*)\\u2069";
const DIRECTION_MARKS = new RegExp(`${SET_APART}|${MARKS}`, "g");
/** Halves of characters, and the two that are none: neither has a place in XML. */
const NO_CHARACTERS = /[\p{Surrogate}\ufffe\uffff]/gu;
const REPLACEMENT = "\ufffd";

/** Text on one line, of characters that every document may hold and that act on nothing but themselves. */
export function plainText(text: string): string {
  return text
    .replace(CONTROLS, " ")
    .replace(DIRECTION_MARKS, (found, apart?: string) => (apart === undefined ? "" : found))
    .replace(NO_CHARACTERS, REPLACEMENT);
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
/** Widths of what is not ASCII, in the same unit; other scripts by the widest common letters of DejaVu Sans. */
const EMOJI_WIDTH = 130;
const FULL_WIDTH = 100;
const RAISED_WIDTH = 46;
const THIN_WIDTH = 20;
const OTHER_WIDTH = 80;

/**
 * About how wide a text is, in the unit of the font size. By a table, not by measuring: the same in Node and in every
 * browser. DejaVu Sans, in which PNGs are drawn, is wider than the usual fonts of screens, so it seldom is too little.
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
