import { option, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { CELL, CODE } from "./cell.js";
import type { CellReader } from "./cell-reader.js";
import type { TextRow } from "./split-rows.js";

/** Whether the first row of a table names its columns, and what to say if that is doubtful. */
export interface HeaderJudgment {
  readonly isHeader: boolean;
  readonly findings: readonly Finding[];
}

/** Years that name columns. */
const [FIRST_YEAR, LAST_YEAR] = [1500, 2100];
/** Without words beside it, a count such as 0, 1, 2, 3 is this long: shorter ones are likely data. */
const LONG_COUNT = 4;
/** So long a count may be a header if all numbers below are larger. */
const DOUBTFUL_COUNT = 3;
/** Fewer rows below show too little. */
const FEWEST_ROWS = 2;
/** A whole number, also as 1990.0. */
const WHOLE = /^\d+(\.0+)?$/;

/**
 * Judges the first row by all its cells and the rows below. It is a header if all its cells hold text; some may be
 * empty. With whole numbers it is one if its other cells hold text or nothing, and if more speaks for it:
 *
 * - its first cell is empty over a column that counts the rows, and two or more numbers rise: an index and its columns;
 * - they are years in order, or count from 0 or 1, and the row is one cell short, or its first cell is empty over names
 *   or over different whole numbers;
 * - they are such years or such a count and differ from those below (mostly no years there; or decimals, or values far
 *   away, under a count), and they are two years, four numbers of a count, two of one that are far from all below, or
 *   beside a word that stands over numbers.
 *
 * Everything else is data. What is decided by numbers, or nearly so, is a finding.
 * @param reader for both decimal marks
 */
export function judgeHeader(
  first: readonly string[],
  below: readonly (readonly string[])[],
  reader: CellReader,
): HeaderJudgment {
  const filled = first.filter((cell) => cell.trim() !== "");
  const hasText = filled.some((cell) => reader.read(cell) === CELL.text);
  if (hasText && filled.every((cell) => reader.read(cell) === CELL.text)) {
    if (!isLikeBelow(first, below, reader)) return { isHeader: true, findings: [] };
    return { isHeader: false, findings: [asData(shownCells(first), "note")] };
  }
  const width = below[0]?.length ?? 0;
  const rows = below.filter((row) => row.length === width);
  // A header may be one cell short: the names of the rows come first.
  const shift = width - first.length;
  const places = first.flatMap((cell, j) => (WHOLE.test(cell.trim()) ? [j] : []));
  const isPlain = filled.every((cell) => WHOLE.test(cell.trim()) || reader.read(cell) === CELL.text);
  if (rows.length < FEWEST_ROWS || places.length === 0 || shift < 0 || shift > 1 || !isPlain) return DATA;

  const values = places.map((j) => Number(first[j]));
  const columns = places.map((j) => columnBelow(rows, j + shift, reader));
  const isCount = values[0] <= 1 && values.every((value, i) => value === values[0] + i);
  const areYears = values.every(isYear) && isOrdered(values);
  const areFar = columns.every((column, i) => isFar(values[i], column));
  const areFractions = columns.every(({ numbers }, i) => isFar(values[i], columns[i]) || isFractional(numbers));
  const areBelow = columns.every(({ numbers }, i) => numbers.every((number) => number > values[i] + 1));
  const noYears = columns.every(({ numbers }) => 2 * numbers.filter(isYear).length < Math.max(numbers.length, 1));
  const differ = areYears ? noYears : isCount && areFractions;
  const overNumbers = first.some((cell, j) => {
    if (reader.read(cell) !== CELL.text) return false;
    const { numbers, texts } = columnBelow(rows, j + shift, reader);
    return numbers.length > 0 && texts === 0;
  });
  const names = columnBelow(rows, 0, reader);
  const isUnnamed = shift === 1 || (first[0].trim() === "" && rows.every((row) => row[0].trim() !== ""));
  const isCounted = isUnnamed && isRowCount(names.numbers, rows.length);
  const isIndex = isUnnamed && (isCounted || names.numbers.length === 0 || isSetOfWholes(names.numbers, rows.length));

  const isLong = values.length >= (areYears ? 2 : LONG_COUNT);
  const areSeveral = values.length > 1;
  const isHeader =
    (isCounted && areSeveral && values.every((value, i) => i === 0 || value > values[i - 1])) ||
    ((areYears || isCount) &&
      (shift === 1 ||
        (isIndex && (areSeveral || isCounted || differ)) ||
        (differ && overNumbers) ||
        (differ && areSeveral && areFar) ||
        (differ && isLong && (hasText || areFractions))));
  const cells = shownCells(first);
  if (isHeader) return { isHeader, findings: [asHeader(cells)] };
  if (values.length === first.length && areFar) return { isHeader, findings: [asData(cells, "warn")] };
  const isDoubtful =
    (differ && (areYears || values.length > 1)) ||
    (isCount && values.length >= (areBelow ? DOUBTFUL_COUNT : LONG_COUNT));
  return isDoubtful ? { isHeader, findings: [asData(cells, "note")] } : DATA;
}

const DATA: HeaderJudgment = { isHeader: false, findings: [] };

/**
 * Whether a row of texts is data: some of its cells are amounts or dates over more of them, such as $5 over $7, and none
 * is a word over numbers.
 */
function isLikeBelow(first: readonly string[], below: readonly (readonly string[])[], reader: CellReader): boolean {
  let isAlike = false;
  for (let j = 0; j < first.length; j++) {
    const cells = below.flatMap((row) => (j < row.length && row[j].trim() !== "" ? [row[j]] : []));
    const written = cells.filter((cell) => reader.read(cell) === CELL.text && reader.code(cell) !== CELL.text).length;
    const numbers = cells.filter((cell) => reader.code(cell) !== CELL.text).length;
    if (first[j].trim() === "") continue;
    if (reader.code(first[j]) === CELL.text ? 2 * numbers > cells.length : 2 * written <= cells.length) return false;
    if (reader.code(first[j]) !== CELL.text) isAlike = true;
  }
  return isAlike;
}

/**
 * Whether the first of these rows holds two words or more, nothing else, and stands over a column of numbers.
 *
 * @param columns among which this is looked for
 */
export function isWordsOverNumbers(
  rows: readonly TextRow[],
  width: number,
  reader: CellReader,
  columns = width,
): boolean {
  const [{ cells }, ...below] = rows;
  const filled = cells.filter((cell) => cell.trim() !== "");
  if (cells.length !== width || filled.length < 2 || !filled.every((cell) => reader.read(cell) === CELL.text))
    return false;
  return cells.slice(0, columns).some((head, j) => {
    if (head.trim() === "") return false;
    const kinds = below.flatMap((row) => (row.cells.length === width ? [reader.code(row.cells[j])] : []));
    const numbers = kinds.filter((code) => code !== CELL.text && (code & CODE.kindBits) !== CELL.missing).length;
    return 2 * numbers > kinds.filter((code) => (code & CODE.kindBits) !== CELL.missing).length;
  });
}

interface ColumnBelow {
  readonly numbers: readonly number[];
  readonly texts: number;
}

export function columnBelow(rows: readonly (readonly string[])[], place: number, reader: CellReader): ColumnBelow {
  const numbers: number[] = [];
  let texts = 0;
  for (const row of rows) {
    const kind = reader.read(row[place]);
    if (kind === CELL.number) numbers.push(reader.value);
    else if (kind === CELL.text) texts += 1;
  }
  return { numbers, texts };
}

/** Whether a number, whole or not, lies among years. */
export function isYear(value: number): boolean {
  return value >= FIRST_YEAR && value <= LAST_YEAR;
}

/** Whether values rise throughout, or fall. */
function isOrdered(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, i) => Math.sign(value - values[i]));
  return steps.every((step) => step !== 0 && step === steps[0]);
}

/** Whether a number stands over text, or further from all numbers below than they are from each other. */
export function isFar(value: number, { numbers, texts }: ColumnBelow): boolean {
  if (numbers.length === 0) return texts > 0;
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  const range = high - low;
  return value < low - range || value > high + range;
}

/** Whether most numbers are not whole. */
function isFractional(numbers: readonly number[]): boolean {
  return 2 * numbers.filter((value) => !Number.isInteger(value)).length > numbers.length;
}

/** Whether a column counts the rows, from 0 or 1. */
function isRowCount(numbers: readonly number[], rows: number): boolean {
  return numbers.length === rows && numbers[0] <= 1 && numbers.every((value, i) => value === numbers[0] + i);
}

/** Whether a column has another whole number, not below 0, in every row, as the index of shuffled rows has. */
function isSetOfWholes(numbers: readonly number[], rows: number): boolean {
  return numbers.every((value) => Number.isInteger(value) && value >= 0) && new Set(numbers).size === rows;
}

const SHOWN_CELLS = 6;
const SHOWN_CHARACTERS = 20;

function shownCells(first: readonly string[]): string {
  const shown = first.slice(0, SHOWN_CELLS).map((cell) => cell.trim().slice(0, SHOWN_CHARACTERS) || "empty");
  return shown.join(", ") + (first.length > SHOWN_CELLS ? ", …" : "");
}

function asHeader(cells: string): Finding {
  return {
    code: "numeric-header",
    severity: "note",
    sentence: `The first row (${cells}) was read as the names of the columns, though it holds numbers.`,
    advice: text`If it is data, set ${option("header: false")}.`,
    advised: { header: false },
  };
}

function asData(cells: string, severity: Finding["severity"]): Finding {
  return {
    code: "numeric-header",
    severity,
    sentence: `The first row (${cells}) was read as data.`,
    advice: text`If it names the columns, set ${option("header")}.`,
    advised: { header: true },
  };
}
