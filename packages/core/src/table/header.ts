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
/** Without words beside it, a row of even steps such as 0, 1, 2, 3 is this long: shorter ones are likely data. */
const LONG_COUNT = 4;
/** So many numbers that rise beside a word that does not occur again are likely names. */
const SEVERAL = 3;
/** So long a count may be a header if all numbers below are larger. */
const DOUBTFUL_COUNT = 3;
/** Fewer rows below show too little. */
const FEWEST_ROWS = 2;
/** A number as it stands in a name: 1990, 1990.0, 2.5. */
const PLAIN = /^\d+([.,]\d+)?$/;

/**
 * Judges the first row by all its cells and the rows below. It is a header if all its cells hold text; some may be
 * empty. So it is with words such as Na, None or - among them, which also mark a missing value, if a text stands over
 * numbers, or if no cell of the row occurs again below.
 *
 * With numbers it is one if its other cells hold text or nothing, no number occurs twice, and if more speaks for it:
 *
 * - a word stands over a column of numbers alone;
 * - its first cell is empty over a column that counts the rows, and two or more numbers rise: an index and its columns;
 * - the row is one cell short, or its first cell is empty over names or over different whole numbers, and the numbers are
 *   years in order or count from 0 or 1;
 * - beside a word that does not occur below, three of them rise over decimals;
 * - they are such years, over mostly no years, or four even steps over decimals, and they are far from all below, or
 *   beside a word.
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
  const isText = (cell: string): boolean => reader.read(cell) === CELL.text;
  const isMark = (cell: string): boolean => [CELL.missing, CELL.infinite].some((kind) => kind === reader.read(cell));
  const isName = (cell: string): boolean => PLAIN.test(cell.trim()) || isText(cell);
  const hasText = filled.some(isText);
  const cells = shownCells(first);
  if (hasText && filled.every(isText)) {
    if (!isLikeBelow(first, below, reader)) return { isHeader: true, findings: [] };
    return { isHeader: false, findings: [asData(cells, "note")] };
  }
  const width = below[0]?.length ?? 0;
  const rows = below.filter((row) => row.length === width);
  // A header may be one cell short: the names of the rows come first.
  const shift = width - first.length;
  if (rows.length < FEWEST_ROWS || shift < 0 || shift > 1) return DATA;
  const overNumbers = first.some((cell, j) => isWordOverNumbers(cell, rows, j + shift, reader));
  const wordsRecur = first.some((cell, j) => isText(cell) && rows.some((row) => row[j + shift] === cell));
  if (hasText && filled.every((cell) => isText(cell) || isMark(cell))) {
    if (overNumbers) return { isHeader: true, findings: [] };
    const areAgain = first.some(
      (cell, j) =>
        cell.trim() !== "" && isMark(cell) && (first.indexOf(cell) < j || rows.some((row) => row.includes(cell))),
    );
    const recurs = wordsRecur || areAgain;
    return {
      isHeader: !recurs,
      findings: [recurs ? asData(cells, "note") : asHeader(cells, "a mark of missing values")],
    };
  }

  const places = first.flatMap((cell, j) => (PLAIN.test(cell.trim()) ? [j] : []));
  const values = places.map((j) => Number(first[j].replace(",", ".")));
  if (places.length === 0 || !filled.every(isName)) return DATA;
  const columns = places.map((j) => columnBelow(rows, j + shift, reader));
  const differ = new Set(values).size === values.length;
  const isRising = values.every((value, i) => i === 0 || value > values[i - 1]);
  const isEven =
    values.length > 2 && differ && values.every((value, i) => i < 2 || isStep(value, values[i - 1], values[i - 2]));
  const isCount = values[0] <= 1 && values.every((value, i) => value === values[0] + i);
  const areYears = values.every(isYear) && isOrdered(values);
  const areFar = columns.every((column, i) => isFar(values[i], column));
  const areFractions = columns.every((column, i) => isFar(values[i], column) || isFractional(column.numbers));
  const areBelow = columns.every(({ numbers }, i) => numbers.every((number) => number > values[i] + 1));
  const noYears = columns.every(({ numbers }) => 2 * numbers.filter(isYear).length < Math.max(numbers.length, 1));
  const areOthers = areYears ? noYears : isCount && areFractions;

  const names = columnBelow(rows, 0, reader);
  const isUnnamed = shift === 1 || (first[0].trim() === "" && rows.every((row) => row[0].trim() !== ""));
  const isCounted = isUnnamed && isRowCount(names.numbers, rows.length);
  const isIndex = isUnnamed && (isCounted || names.numbers.length === 0 || isSetOfWholes(names.numbers, rows.length));
  const areSeveral = values.length > 1;
  const isLong = values.length >= (areYears ? 2 : LONG_COUNT);
  const isHeader =
    (overNumbers && differ) ||
    (isCounted && areSeveral && isRising) ||
    ((areYears || isCount) && (shift === 1 || (isIndex && (areSeveral || isCounted || areOthers)))) ||
    (areOthers && areSeveral && areFar) ||
    (areOthers && isLong && (hasText || areFractions)) ||
    (hasText && !wordsRecur && isRising && areFractions && values.length >= SEVERAL) ||
    (isEven && areFractions && values.length >= LONG_COUNT);
  if (isHeader) {
    const isLikely = isRising || areYears || areFar;
    return { isHeader, findings: [asHeader(cells, "numbers", isLikely ? "note" : "warn")] };
  }
  if (values.length === first.length && areFar) return { isHeader, findings: [asData(cells, "warn")] };
  const isDoubtful =
    (areOthers && (areYears || areSeveral)) ||
    (isEven && areFractions) ||
    (hasText && !wordsRecur && isRising && values.length >= SEVERAL) ||
    (isCount && values.length >= (areBelow ? DOUBTFUL_COUNT : LONG_COUNT));
  return isDoubtful ? { isHeader, findings: [asData(cells, "note")] } : DATA;
}

/** Whether a cell is a word, and all cells below it are numbers or dates, or missing. */
export function isWordOverNumbers(
  cell: string,
  rows: readonly (readonly string[])[],
  place: number,
  reader: CellReader,
): boolean {
  if (reader.code(cell) !== CELL.text) return false;
  const codes = rows.map((row) => reader.code(row[place]));
  return codes.every((code) => code !== CELL.text) && codes.some((code) => (code & CODE.kindBits) !== CELL.missing);
}

/** Whether three numbers have one step between them, as far as their digits show. */
function isStep(third: number, second: number, first: number): boolean {
  return Math.abs(third - 2 * second + first) < 1e-9 * Math.abs(third - first);
}

const DATA: HeaderJudgment = { isHeader: false, findings: [] };

/**
 * Whether a row of texts is data: some of its cells are amounts or dates over others, such as $5 over $7, and none is a
 * word over numbers.
 */
function isLikeBelow(first: readonly string[], below: readonly (readonly string[])[], reader: CellReader): boolean {
  let isAlike = false;
  for (let j = 0; j < first.length; j++) {
    const cells = below.flatMap((row) => (j < row.length && row[j].trim() !== "" ? [row[j]] : []));
    const written = cells.filter((cell) => reader.read(cell) === CELL.text && reader.code(cell) !== CELL.text).length;
    const numbers = cells.filter((cell) => reader.code(cell) !== CELL.text).length;
    if (first[j].trim() === "") continue;
    if (
      reader.code(first[j]) === CELL.text
        ? 2 * numbers > cells.length
        : written === 0 && !isAmount(reader.code(first[j]))
    )
      return false;
    if (reader.code(first[j]) !== CELL.text) isAlike = true;
  }
  return isAlike;
}

/** Whether a code is that of a number such as 1,234,567, and not of an amount with a unit, which may be a name. */
function isAmount(code: number): boolean {
  return (code & CODE.kindBits) === CELL.number && (code & CODE.unit) === 0;
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
    if (reader.code(head) !== CELL.text) return false;
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

function asHeader(cells: string, what: string, severity: Finding["severity"] = "note"): Finding {
  return {
    code: "numeric-header",
    severity,
    sentence: `The first row (${cells}) was read as the names of the columns, though it holds ${what}.`,
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
