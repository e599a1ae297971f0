import { grouped, InputError, option, type Text, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import { CELL } from "./cell.js";
import type { CellReader } from "./cell-reader.js";
import { copied } from "./cell-texts.js";
import type { RowSums } from "./row-sums.js";
import { isNote, isShortCode, isTotal, mayBeWord, mayHaveWord, summedUp, wordKind } from "./row-words.js";
import { DELIMITER_NAMES, type Delimiter } from "./split-rows.js";

/** Why a line is not read as a row. */
export type AsideReason = "title" | "repeated-header" | "total" | "footer" | "too-few-cells" | "too-many-cells";

/** Lines that were not read as rows, for one reason. */
export interface SetAside {
  readonly reason: AsideReason;
  readonly count: number;
  /** Numbers of the first five, from 1. */
  readonly lines: readonly number[];
}

const WORDS: Readonly<Record<AsideReason, readonly [one: string, many: string]>> = {
  title: ["line above the table", "lines above the table"],
  "repeated-header": ["repeated header", "repeated headers"],
  total: ["row of totals", "rows of totals"],
  footer: ["footer", "footers"],
  "too-few-cells": ["row with too few cells", "rows with too few cells"],
  "too-many-cells": ["row with too many cells", "rows with too many cells"],
};

/** Lines of each reason that are named. */
const NAMED_LINES = 5;

/** Counts lines that are set aside. */
export interface AsideTally {
  add(reason: AsideReason, line: number): void;
  /** By reason, in the order in which reasons first occurred. */
  list(): SetAside[];
}

export function asideTally(): AsideTally {
  const found = new Map<AsideReason, { count: number; readonly lines: number[] }>();
  return {
    add(reason, line) {
      const known = found.get(reason) ?? { count: 0, lines: [] };
      known.count += 1;
      if (known.lines.length < NAMED_LINES) known.lines.push(line);
      found.set(reason, known);
    },
    list: () => Array.from(found, ([reason, { count, lines }]) => ({ reason, count, lines })),
  };
}

const [BLANK, COMMA, MINUS, POINT, ZERO, NINE, SIGNS_END] = [32, 44, 45, 46, 48, 57, 64];

/**
 * Why a row that is kept may not be one of data: it reads like a total, like a header, or is last and named unlike the others, or the
 * sum of all others.
 */
export type KeptKind = "like-total" | "like-header" | "named-unlike" | "sum-of-all";

/**
 * What a line is: a row, set aside, or either by what follows: `perhaps-footer` and `perhaps-total` are set aside only if
 * no row does. `unproven-total` is named like a total, but is no sum of the rows before it. `named-unlike` is a row, and
 * one to be mentioned if none follows.
 */
export type RowKind = "row" | AsideReason | "perhaps-footer" | "perhaps-total" | "unproven-total" | KeptKind;

/** The finding about rows that were kept and may not be rows of data. */
export interface KeptRows {
  add(kind: KeptKind, cells: readonly string[], line: number): void;
  findings(): Finding[];
}

const KEPT_WORDS: Readonly<Record<KeptKind, string>> = {
  "like-total": "read like totals",
  "like-header": "hold words where others hold numbers, as headers and units do",
  "named-unlike": "come last and are not named like the rows above, as totals are",
  "sum-of-all": "come last and are the sum of all rows above",
};
const SHOWN_LABEL = 30;
/** More rows of a kind are not looked at. */
const MOST_KEPT = 100;

export function keptRows(): KeptRows {
  const found: { readonly kind: KeptKind; readonly label: string; readonly last: string; readonly line: number }[] = [];
  return {
    add(kind, cells, line) {
      if (found.length >= MOST_KEPT || found.at(-1)?.line === line) return;
      const filled = cells.filter((cell) => cell.trim() !== "");
      const label =
        kind === "like-total"
          ? (filled.find((cell) => isTotal(cell) || summedUp(cell) !== undefined) ?? filled[0])
          : filled.slice(0, NAMED_LINES).join(", ");
      found.push({ kind, label: shortCell(label.trim(), SHOWN_LABEL), last: copied(filled.at(-1) ?? ""), line });
    },
    findings() {
      const isOnce = (key: "label" | "last", { kind, [key]: text }: (typeof found)[number]): boolean =>
        found.filter((other) => other.kind === kind && other[key] === text).length === 1;
      // A word that is repeated in a column of numbers marks something; no table begins there.
      const odd = found.filter((row) => row.kind !== "like-header" || isOnce("last", row));
      if (odd.length === 0) return [];
      const kinds = [...new Set(odd.map(({ kind }) => kind))].map((kind) => {
        const rows = odd.filter((row) => row.kind === kind);
        const shown = rows.slice(0, NAMED_LINES).map(({ label, line }) => `"${label}" (line ${line})`);
        return `${shown.join(", ")}${rows.length > shown.length ? ", …" : ""} ${KEPT_WORDS[kind]}`;
      });
      // "Total Recall" is a film; what is repeated names a group.
      const isWarning = odd.some((row) => row.kind !== "like-total" || (isTotal(row.label) && isOnce("label", row)));
      return [
        {
          code: "kept-rows",
          severity: isWarning ? "warn" : "note",
          value: odd.length,
          sentence: `Rows were kept that may not be rows of data: ${kinds.join("; ")}.`,
          advice: text`Leave them out with ${option("where")}, or cut the file where another table begins.`,
        },
      ];
    },
  };
}

/** Judges the lines of a table. */
export interface RowJudge {
  /** Whether `kind` may be anything but a row, by a quick look at a line without quotes. @param ends of its cells */
  isUnusual(text: string, at: number, ends: Int32Array, count: number): boolean;
  /** The same for a line that is split. */
  isUnusualRow(cells: readonly string[]): boolean;
  /** What a line is, by its cells. */
  kind(cells: readonly string[]): RowKind;
  /** Whether a line of one text cell, behind the last row, is a footer and not a row of which only the name is known. */
  isFooter(cells: readonly string[]): boolean;
}

/** A row with a text in its first cell is unlike the others if at most so many rows, and this share of them, have one. */
const [MOST_UNLIKE, UNLIKE_SHARE] = [10, 0.2];
/** Names of rows and groups are in these columns: behind them, no word is looked for after a text. */
const NAME_COLUMNS = 6;
/** A line of dashes below a header, as databases and Markdown draw it. */
const RULE = /^[-:+=|_]{2,}$/;
/** Shorter words may mark a missing value: another text may follow. */
const LONGEST_MARK = 4;

function isNumberSign(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === MINUS || code === POINT || code === COMMA;
}

/** What is known of the columns of a table, by which its lines are judged. */
export interface JudgedColumns {
  readonly width: number;
  /** The cells of the header, if there is one. */
  readonly heads: readonly string[] | undefined;
  /** The place of a column of plain numbers; −1 if there is none. */
  readonly place: number;
  /** Places of columns of words. */
  readonly labels: readonly number[];
  /** For each column of codes such as SOM how long they are, `Infinity` if they differ; 0 for all others. */
  readonly codeLengths: readonly number[];
}

/** A judge for rows. @param reader for plain numbers and missing values     @param sums of the rows */
export function rowJudge(
  { width, heads, place, labels, codeLengths }: JudgedColumns,
  reader: CellReader,
  sums: RowSums,
): RowJudge {
  let [rows, textRows, unnamedRows] = [0, 0, 0];
  /** The number of the last row that sums up others by its word. */
  let lastSummary = 0;
  // The first cells of the last two rows that have one: what a total sums up comes before it.
  let [label, before] = [NO_LABEL, NO_LABEL];
  const lowerHeads = heads?.map((head) => head.toLowerCase());
  /** A quick look: whether a cell in the column of numbers is a word. */
  const isWordAt = (line: string, from: number, to: number): boolean => {
    let at = from;
    while (at < to && line.charCodeAt(at) <= BLANK) at++;
    // Units such as (s) and % stand in the first row.
    return at < to && (rows === 1 || line.charCodeAt(at) > SIGNS_END) && reader.read(line, at, to) === CELL.text;
  };
  const areFew = (): boolean => textRows <= UNLIKE_SHARE * rows;
  const isText = (cell: string): boolean => reader.code(cell) === CELL.text;
  const isSame = (cells: readonly string[]): boolean =>
    lowerHeads?.length === cells.length && lowerHeads.every((head, j) => head === cells[j].trim().toLowerCase());
  const isEmpty = (cell: string): boolean => cell.trim() === "";
  const first = heads?.[0] ?? "";
  return {
    isUnusual(line, at, ends, count) {
      rows += 1;
      const end = ends[0];
      if (end > at) [before, label] = [label, { line, from: at, to: end }];
      if (rows === 1 && RULE.test(line.slice(at, end).trim())) return true;
      if (place >= 0 && isWordAt(line, place === 0 ? at : ends[place - 1] + 1, ends[place])) return true;
      if (heads && line.startsWith(first, at) && isEmpty(line.slice(at + first.length, end))) return true;
      for (let j = 0; j < count; j++) {
        const to = ends[j];
        let from = j === 0 ? at : ends[j - 1] + 1;
        const code = line.charCodeAt(from);
        if (code >= ZERO && code <= NINE) continue;
        while (from < to && line.charCodeAt(from) <= BLANK) from++;
        if (from === to && j === 0 && ++unnamedRows === 1) return true;
        if (from === to || isNumberSign(line.charCodeAt(from))) continue;
        const isName = j === 0 && line.charCodeAt(from) > SIGNS_END;
        if (isName && ++textRows <= MOST_UNLIKE && areFew() && isWordAt(line, from, to)) return true;
        // Only the first cell is filled.
        if (j === 0 && ends[count - 1] - end === count - 1) return true;
        if (mayBeWord(line, from, to) && wordKind(line.slice(from, to).trimEnd())) return true;
        if (mayHaveWord(line, from, to) && summedUp(line.slice(from, to)) !== undefined) return true;
        if (to - from > LONGEST_MARK && j >= NAME_COLUMNS) return false;
      }
      return false;
    },
    isUnusualRow(cells) {
      if (cells.length !== width) return true;
      rows += 1;
      if (cells[0] !== "") [before, label] = [label, { line: cells[0], from: 0, to: cells[0].length }];
      if (rows === 1 && RULE.test(cells[0].trim())) return true;
      if (place >= 0 && isWordAt(cells[place], 0, cells[place].length)) return true;
      if (heads && cells[0].trim() === first) return true;
      for (let j = 0; j < width; j++) {
        const cell = cells[j].trim();
        if (cell === "" && j === 0 && ++unnamedRows === 1) return true;
        if (cell === "" || isNumberSign(cell.charCodeAt(0))) continue;
        const isName = j === 0 && cell.charCodeAt(0) > SIGNS_END;
        if (isName && ++textRows <= MOST_UNLIKE && areFew() && isWordAt(cell, 0, cell.length)) return true;
        if (j === 0 && cells.every((other, k) => k === 0 || isEmpty(other))) return true;
        if (wordKind(cell) || summedUp(cell) !== undefined) return true;
        if (cell.length > LONGEST_MARK && j >= NAME_COLUMNS) return false;
      }
      return false;
    },
    kind(cells) {
      if (isSame(cells)) return "repeated-header";
      const filled = cells.filter((cell) => !isEmpty(cell));
      if (rows <= 1 && heads && filled.every((cell) => RULE.test(cell.trim()))) return "title";
      if (cells.length > width) return "too-many-cells";
      if (cells.length < width) {
        const isNoteLike = filled.length > 0 && (filled.every(isText) || isNote(filled[0]));
        return isNoteLike ? "perhaps-footer" : "too-few-cells";
      }
      const textAt = cells.findIndex((cell) => !isEmpty(cell) && isText(cell));
      const firstText = textAt < 0 ? undefined : cells[textAt];
      const isCode = (cell: string, j: number): boolean => isShortCode(cell.trim(), codeLengths[j]);
      const word = firstText === undefined || isCode(firstText, textAt) ? undefined : wordKind(firstText.trim());
      // MAX is a gene, too.
      const isSymbol = codeLengths[textAt] > 0 && firstText === firstText?.toUpperCase() && lastSummary !== rows - 1;
      if (word === "summary" && isSymbol) return "like-total";
      if (word === "total" || word === "summary" || (word && lastSummary === rows - 1)) {
        lastSummary = rows;
        if (word === "summary" && sums.sumsUpAll(cells, true)) return "total";
        if (word !== "total" || filled.length === 1) return "perhaps-total";
        const isUnnamed = !labels.includes(textAt) || labels.some((j) => isEmpty(cells[j]));
        return sums.sumsUp(cells) || isUnnamed ? "total" : "unproven-total";
      }
      if (filled.length === 1 && width > 1 && isText(cells[0])) return "perhaps-footer";
      const words = filled.filter((cell) => reader.code(cell) === CELL.text);
      const isHead = words.length === filled.length && new Set(words).size === words.length && words.length > 1;
      if (isHead && place >= 0 && words.includes(cells[place])) return "like-header";
      const part = firstText !== undefined && words.length < filled.length ? summedUp(firstText) : undefined;
      // A total of something that other columns name.
      const isOther = cells.some((cell, j) => !isCode(cell, j) && isText(cell) && isTotal(cell));
      const isPart = part !== undefined || (words.length < filled.length && isOther);
      const isOfRows = part !== undefined && firstText === cells[0] && part === labelText(before);
      if (isPart) return isOfRows || sums.sumsUpAll(cells) ? "total" : "like-total";
      const isUnlike = isEmpty(cells[0]) ? unnamedRows === 1 : textRows <= MOST_UNLIKE && areFew() && isText(cells[0]);
      const hasNumber = words.length < filled.length;
      return isUnlike && hasNumber && words.length === (isEmpty(cells[0]) ? 0 : 1) ? "named-unlike" : "row";
    },
    isFooter: (cells) => cells.length < width || 2 * textRows < rows || isNote(cells[0]),
  };
}

/** A cell, by its place in a text. */
interface Label {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}
const NO_LABEL: Label = { line: "", from: 0, to: 0 };

function labelText({ line, from, to }: Label): string {
  return line.slice(from, to).trim().toLowerCase();
}

/** Lines without rows among them are mentioned; from this share of the rows on they are a warning. */
const MOST_ASIDE = 0.05;
/** Above this share, something is wrong with the layout. */
const TOO_MANY_ASIDE = 0.5;
/** Beside rows, tables have these: they do not show that something is wrong. */
const EXPECTED: ReadonlySet<AsideReason> = new Set(["title", "footer", "total"]);

/**
 * The finding about lines that were set aside, if there are any.
 *
 * @param rows with those set aside     @param unproven totals whose numbers are no sums
 */
export function asideFindings(aside: readonly SetAside[], rows: number, unproven: number): Finding[] {
  if (aside.length === 0) return [];
  const count = aside.reduce((sum, entry) => sum + entry.count, 0);
  const doubtful = aside.reduce((sum, { reason, count: size }) => sum + (EXPECTED.has(reason) ? 0 : size), unproven);
  const reasons = aside.map(({ reason, count: size, lines }) => {
    const more = size > lines.length ? ", …" : "";
    return `${grouped(size)} ${WORDS[reason][size === 1 ? 0 : 1]} (${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more})`;
  });
  return [
    {
      code: "set-aside",
      severity: doubtful > MOST_ASIDE * rows ? "warn" : "note",
      value: count,
      sentence: `${grouped(count)} ${count === 1 ? "line was" : "lines were"} set aside: ${reasons.join("; ")}.`,
      advice: text`Check ${count === 1 ? "it" : "them"}; ${option("strict")} makes a row of every line, and refuses those of another width.`,
    },
  ];
}

/** The error for a row of another width. */
export function raggedRow(cells: number, line: number, width: number, delimiter: Delimiter): InputError {
  return new InputError({
    code: "ragged-row",
    place: `line ${line}`,
    value: `${cells} ${cells === 1 ? "cell" : "cells"}, split at ${DELIMITER_NAMES[delimiter]}`,
    expected: `${width}, as in the first row`,
    remedy: text`Fix the line (the file may be cut off), or name the character between cells in ${option("delimiter")}.`,
  });
}

/** How a table was split, for the error that it was split wrongly. */
interface Split {
  readonly delimiter: Delimiter;
  readonly width: number;
  /** The cells of most lines, if the header has another number of them. */
  readonly usual?: number | undefined;
  /** The delimiter that fits better, if there is one. */
  readonly likely?: Delimiter | undefined;
}

/** Checks that most lines are rows. @param rows with those set aside @throws InputError `ragged-row` */
export function requireRows(aside: readonly SetAside[], rows: number, split: Split): void {
  const ofRows = aside.filter(({ reason }) => reason !== "title");
  const count = ofRows.reduce((sum, entry) => sum + entry.count, 0);
  if (count <= TOO_MANY_ASIDE * rows) return;
  const line = Math.min(...ofRows.flatMap(({ lines }) => lines));
  const cells = `${split.usual} ${split.usual === 1 ? "cell" : "cells"}`;
  const header: Text = split.usual === undefined ? "" : `Most lines have ${cells}: give the header as many. `;
  const likely: Text = split.likely
    ? text`The lines fit ${DELIMITER_NAMES[split.likely]} better: name them in ${option("delimiter")}.`
    : text`Name the character between cells in ${option("delimiter")}, or fix the lines.`;
  throw new InputError({
    code: "ragged-row",
    place: "the table",
    value: `${grouped(count)} of ${grouped(rows)} lines do not have ${split.width} ${split.width === 1 ? "cell" : "cells"}, split at ${DELIMITER_NAMES[split.delimiter]}, line ${line} first`,
    expected: "rows in most lines",
    remedy: text`${header}${likely}`,
  });
}
