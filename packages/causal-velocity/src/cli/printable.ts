import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core/pair/pair.js";

/** Left margin of everything that is printed for people. */
export const MARGIN = "  ";
// Column names and cells come from files of unknown origin: control characters in them could rewrite the terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const CONTROL_WITHIN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/** A name that runs from right to left, set apart by us, with nothing inside that turns a direction. */
const SET_APART = /\u2068[^\u2066-\u2069\u202a-\u202e\u200e\u200f]*\u2069/;

/** Text that is safe to show in a terminal; line ends stay, and so do names that are set apart. */
export function printable(text: string): string {
  const either = new RegExp(`${SET_APART.source}|${CONTROL.source}`, "g");
  return text.replace(either, (found) => (SET_APART.test(found) ? found.replace(CONTROL_WITHIN, "\ufffd") : "\ufffd"));
}

/** Ideographs, kana, hangul, full-width forms and pictographs take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
/** Accents and joiners take none. */
const NARROW = /\p{Mark}|[\u200b-\u200d\u2068\u2069]/u;

function letterWidth(letter: string): number {
  if (NARROW.test(letter)) return 0;
  return WIDE.test(letter) ? 2 : 1;
}

/** Columns a text takes in a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

/** Blanks up to a display width. */
export function padDisplay(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** A one-line name of at most `width` columns. */
export function shortName(name: string, width: number): string {
  const line = printable(name).replace(/\s+/g, " ");
  if (displayWidth(line) <= width) return line;
  let kept = "";
  for (const letter of line) {
    if (displayWidth(kept + letter) > width - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** Widest line of anything printed for people: an 80-column terminal with a margin. */
export const TERMINAL_WIDTH = 78;

/** Breaks text into lines no wider than the terminal: `first` stands before the first, `rest` before the others. */
export function wrap(text: string, first = "", rest = " ".repeat(first.length)): string {
  const room = TERMINAL_WIDTH - Math.max(first.length, rest.length);
  const lines: string[] = [];
  let line = "";
  // A percent sign stays with its number.
  for (const word of text.split(/ (?!%)/).flatMap((whole) => pieces(whole, room))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && displayWidth(longer) > room) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].map((content, i) => (i === 0 ? first : rest) + content).join("\n");
}

/** A word, cut where it is too long for a line of its own. */
function pieces(word: string, room: number): string[] {
  if (displayWidth(word) <= room) return [word];
  const cut: string[] = [""];
  for (const letter of word) {
    const last = cut[cut.length - 1] ?? "";
    if (displayWidth(last + letter) > room) cut.push(letter);
    else cut[cut.length - 1] = last + letter;
  }
  return cut;
}

/** A direction in the users' names, each at most `width` wide: "dose → response". */
export function arrow({ names }: Pick<PairDecision, "names">, direction: Direction, width: number): string {
  let x = shortName(names.x, width);
  let y = shortName(names.y, width);
  // Equal headers, or long ones that differ at the end.
  if (x === y) [x, y] = [`${shortName(names.x, width - 4)} [x]`, `${shortName(names.y, width - 4)} [y]`];
  return direction === "x->y" ? `${x} → ${y}` : `${y} → ${x}`;
}

/** How many rows were read, used and left out, and why. */
export function rowLine(rows: RowCount): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const reasons = Object.entries(rows.reasons).map(
    ([reason, value]) => `${count(value)} ${DROP_WORDS[reason as DropReason]}`,
  );
  const leftOut = rows.dropped > 0 ? `, left out: ${reasons.join(", ")}` : "";
  return wrap(`${count(rows.read)} read, ${count(rows.used)} used${leftOut}`, `${MARGIN}rows    `);
}
