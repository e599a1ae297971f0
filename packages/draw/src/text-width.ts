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
