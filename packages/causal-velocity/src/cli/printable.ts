import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core/pair/complete-rows.js";
import { displayName } from "@causal-velocity/core/pair/display-names.js";
import { escapedText } from "@causal-velocity/core/primitives/output-text.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { transformationWords } from "@causal-velocity/core/table/transform-table.js";

/** Left margin of everything that is printed for people. */
export const MARGIN = "  ";
/** A name that runs from right to left, set apart by us, with nothing inside that turns a direction. */
const SET_APART = /\u2068[^\u2066-\u2069\u202a-\u202e\u200e\u200f\u061c]*\u2069/;

/**
 * Text on one line that is safe to show in a terminal: what is unseen is escaped, line breaks among it. Names that are
 * set apart stay so. Whatever comes from a file, an option or a database goes through here, by `wrap` or `shortName`.
 */
export function printable(text: string): string {
  return withoutUnseen(text, () => false);
}

/** The same for whole lines. All that a command prints passes through here, on its way out. */
export function printableLines(text: string): string {
  return withoutUnseen(text, (character) => character === "\n");
}

function withoutUnseen(text: string, keep: (character: string) => boolean): string {
  const parts = text.split(new RegExp(`(${SET_APART.source})`));
  const escaped = parts.map((part) => {
    if (!SET_APART.test(part)) return escapedText(part, keep);
    return part.charAt(0) + escapedText(part.slice(1, -1), keep) + part.slice(-1);
  });
  return escaped.join("");
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

/** A one-line name of at most `width` columns, set apart if it runs from right to left. */
export function shortName(name: string, width: number): string {
  const line = printable(name.replace(/^\u2068(.*)\u2069$/s, "$1")).replace(/\s+/g, " ");
  if (displayWidth(line) <= width) return displayName(line);
  let kept = "";
  for (const letter of line) {
    if (displayWidth(kept + letter) > width - 1) break;
    kept += letter;
  }
  return displayName(`${kept}…`);
}

/** Widest line of anything printed for people: an 80-column terminal with a margin. */
export const TERMINAL_WIDTH = 78;

/**
 * Breaks a paragraph into lines no wider than the terminal: `first` stands before the first, `rest` before the others.
 * Line breaks and all else that is unseen in it are escaped.
 */
export function wrap(text: string, first = "", rest = " ".repeat(first.length)): string {
  const room = TERMINAL_WIDTH - Math.max(first.length, rest.length);
  const lines: string[] = [];
  let line = "";
  // A percent sign stays with its number.
  for (const word of printable(text)
    .split(/ (?!%)/)
    .flatMap((whole) => pieces(whole, room))) {
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

/** What was done to the table, if anything, and how many rows were read, used and left out, and why. */
export function rowLines(rows: RowCount, transformations: Table["transformations"] = []): string {
  const kinds = [...new Set(transformations.map(({ kind }) => kind))];
  const done = kinds.flatMap((kind) => {
    const words = transformations.filter((each) => each.kind === kind).map(transformationWords);
    const lines = kind === "with" || kind === "where" ? words : [words.join(", ")];
    return lines.map((line) => wrap(line, `${MARGIN}${kind.padEnd(8)}`));
  });
  return [...done, rowLine(rows)].join("\n");
}

function rowLine(rows: RowCount): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const reasons = Object.entries(rows.reasons).map(
    ([reason, value]) => `${count(value)} ${DROP_WORDS[reason as DropReason]}`,
  );
  const leftOut = rows.dropped > 0 ? `, left out: ${reasons.join(", ")}` : "";
  return wrap(`${count(rows.read)} read, ${count(rows.used)} used${leftOut}`, `${MARGIN}rows    `);
}
