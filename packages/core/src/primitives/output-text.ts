/*
 * Names and cells come from files of unknown origin. What the package writes keeps them harmless: for a terminal, which
 * runs escape sequences, for people, who do not see marks that hide or turn text, and for spreadsheets, which run cells
 * that look like formulas.
 */

/**
 * Characters that act instead of being shown: controls of seven and eight bits, line and paragraph separators, marks that
 * turn the direction of text, characters of no width, tags and halves of characters. Listed, not taken from the engine's
 * Unicode tables, so that every engine writes the same bytes. Selectors of variants (U+FE00 to U+FE0F) belong to the
 * pictograph before them and stay.
 */
// biome-ignore format: one line a kind
const UNSEEN_RANGES = [
  "\\u0000-\\u001f\\u007f-\\u009f", // controls
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f", // of no width
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f", // of no width, separators, directions
  "\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb", // of no width, notes between lines
  "\\u{e0000}-\\u{e0fff}", // tags
  "\\ud800-\\udfff", // halves of characters, alone
].join("");
const UNSEEN = new RegExp(`[${UNSEEN_RANGES}]`, "gu");

/** Escapes that people know; as in JSON. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  const code = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return SHORT_ESCAPES[character] ?? character.split("").map(code).join("");
}

/**
 * Text on one line with nothing unseen in it: controls, marks of direction and characters of no width are written as in
 * JSON, such as `\u001b` and `\n`.
 *
 * @param keep which of them stay
 */
export function escapedText(text: string, keep: (character: string) => boolean = () => false): string {
  return text.replace(UNSEEN, (character) => (keep(character) ? character : escapeOf(character)));
}

/**
 * A value as JSON with a line end, in which nothing is unseen: a program reads the same value, and a terminal runs
 * nothing. Columns are arrays, with null where there is no number.
 *
 * @param indent blanks for each level; 0 for one line
 */
export function jsonText(value: unknown, indent = 2): string {
  const isLaidOut = (character: string): boolean => character === "\n";
  return `${escapedText(JSON.stringify(value, plainColumns, indent), isLaidOut)}\n`;
}

function plainColumns(_: string, value: unknown): unknown {
  return value instanceof Float64Array ? Array.from(value) : value;
}

/** The value of a cell; null, undefined and numbers that are not finite leave it empty. */
export type CsvCell = string | number | null | undefined;

/** safe: what a spreadsheet would run is marked as text, what a terminal would run is escaped; raw: cells as they are. */
export type CsvForm = "safe" | "raw";

/**
 * One line of a CSV table, without its line end: numbers have all their digits, and cells are quoted only if necessary.
 * Texts are written as in `csvText` unless the form is raw.
 */
export function csvLine(cells: readonly CsvCell[], form: CsvForm = "safe"): string {
  return cells.map((cell) => quotedCell(cell, form)).join(",");
}

/** How a formula begins in some spreadsheet, blanks before it aside. */
const FORMULA = /^\s*[=+\-\u2212@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** A formula after a sign at which spreadsheets of some countries split cells that are not quoted. */
const FORMULA_WITHIN = /[;\t|]\s*[=+\-@]/;
const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A text as a cell that no spreadsheet runs: one that begins like a formula (=, +, -, @, a tab or a line break) gets an
 * apostrophe before it, unless it is a plain number such as -3, and nothing is unseen.
 */
export function csvText(text: string): string {
  return (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? "'" : "") + escapedText(text);
}

function quotedCell(cell: CsvCell, form: CsvForm): string {
  if (cell === null || cell === undefined || (typeof cell === "number" && !Number.isFinite(cell))) return "";
  if (typeof cell === "number") return String(cell);
  const text = form === "raw" ? cell : csvText(cell);
  // A line that begins with # would be read as a comment.
  const isQuoted = /[",\n\r]|^\s*#/.test(text) || FORMULA_WITHIN.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Characters of a cell that a message quotes. */
const MOST_QUOTED = 40;

/** The beginning of a cell, for messages and previews: a cell may be as long as its file. @param most characters */
export function shortCell(cell: string, most = MOST_QUOTED): string {
  const text = cell.trim();
  if (text.length <= most) return text;
  // Without half of a character at the end.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
