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
