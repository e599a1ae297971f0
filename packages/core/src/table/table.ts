import { type Column, MOST_ROWS } from "../primitives/columns.js";
import { nearestName } from "../primitives/did-you-mean.js";
import { InputError, option, requireParts, type Text, text, valueWords } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import { CELL, type CellKind, type DecimalMark } from "./cell.js";
import { cellReader } from "./cell-reader.js";
import type { CellTexts } from "./cell-texts.js";
import { cellStore } from "./column-builder.js";
import { markTally, TOLERATED_TEXT_SHARE } from "./column-form.js";
import { firstDoubts } from "./reading-findings.js";
import { DEFAULT_LIMITS } from "./reading-limits.js";
import type { SetAside } from "./set-aside.js";
import type { Delimiter } from "./split-rows.js";

/** How a text was read. */
export interface TableFormat {
  readonly delimiter: Delimiter;
  readonly decimal: DecimalMark;
  readonly header: boolean;
}

/** How the cells of a column are written, where they are more than plain numbers. */
export interface Written {
  readonly holds: "numbers" | "dates" | "times";
  /** Of all its numbers; of dates "days since 1970-01-01" or seconds. */
  readonly unit?: string;
  /** A cell, and what it was read as. */
  readonly cell: string;
  readonly value: number;
}

/** One column as read: `values[i]` counts only where `kinds[i]` is a number. */
export interface TableColumn {
  readonly name: string;
  readonly values: Column;
  /** One `CellKind` a row. */
  readonly kinds: Uint8Array;
  /** How many cells are of each kind, indexed by `CellKind`. */
  readonly counts: readonly number[];
  /** The first cell that is neither a number nor missing, shortened for messages. */
  readonly firstText?: { readonly line: number; readonly cell: string };
  /** What its text cells say; absent if none is text, or if they are too many different ones. */
  readonly texts?: CellTexts;
  /** The name in the file of a column that was transformed: "income" of "log(income)". It is found by both. */
  readonly source?: string;
  /** How its cells are written, if they are more than plain numbers. */
  readonly written?: Written;
  /** What its cells leave open: the decimal mark, the order of days and months, the unit. */
  readonly doubts?: readonly Finding[];
}

/** A table as read: its columns, its layout, and warnings about both. */
export interface Table {
  readonly columns: readonly TableColumn[];
  /** Rows, those set aside among them: they keep their places. */
  readonly rowCount: number;
  /** Lines that were not read as rows, by reason; those above the header are no rows. */
  readonly setAside?: readonly SetAside[];
  readonly format: TableFormat;
  /** What is doubtful about how the table was read. */
  readonly findings: readonly Finding[];
  /** What was done to it since, by `transformTable`. */
  readonly transformations?: readonly Transformation[];
}

/** One thing that was done to a table, or to a pair of it, after it was read. Plain data. */
export interface Transformation {
  readonly kind: "with" | "where" | "log" | "diff" | "rank" | "group" | "weights";
  /** As it is written: "bmi = weight / height^2", "age > 18", "log(income)"; of groups and weights their column. */
  readonly text: string;
  /** Rows that it took a value from, or set aside. */
  readonly rows: number;
  /** The first of them, counted from 1 in the file. */
  readonly firstRow?: number;
  /** Of a condition: those of the rows in which a missing value leaves it open. */
  readonly unknown?: number;
  /** Of differences: how many are between rows that do not follow each other in the file. */
  readonly apart?: number;
  /** Of differences: the columns in which both rows have equal values, if that was asked for. */
  readonly within?: readonly string[];
}

const NO_VALUES = new Float64Array();
const NO_KINDS = new Uint8Array();

/** A table of nothing but names, by which columns are chosen before they are read. */
export function namesOnly(names: readonly string[], header: boolean): Table {
  const counts = [0, 0, 0, 0, 0];
  return {
    columns: names.map((name) => ({ name, values: NO_VALUES, kinds: NO_KINDS, counts })),
    rowCount: 0,
    format: { ...FORMAT, header },
    findings: [],
  };
}

/** Whether a column is numeric, with at most a few cells of text. */
export function isNumeric(column: TableColumn): boolean {
  requireParts("column", column, ["counts"], "a column of a table");
  const [numbers, , infinite, text] = column.counts;
  return numbers > 0 && text <= TOLERATED_TEXT_SHARE * (numbers + infinite + text);
}

/**
 * The position of the column named `key` or, if there is none, of column number `key`, counted from 1. A `key` of type
 * number is never a name: tables with columns called "0", "1", "2" are common.
 *
 * @throws InputError `unknown-column` listing the columns, `ambiguous-column` if several share the name
 */
export function columnIndex(table: Table, key: string | number, place: Text): number {
  const wanted = typeof key === "string" || typeof key === "number" ? String(key) : valueWords(key);
  const called = (names: (column: TableColumn) => string | undefined): number[] =>
    typeof key === "string" ? table.columns.flatMap((column, i) => (names(column) === wanted ? [i] : [])) : [];
  const exactly = called(({ name }) => name);
  const named = exactly.length > 0 ? exactly : called(({ source }) => source);
  if (named.length === 1) return named[0];
  if (named.length > 1) {
    throw new InputError({
      code: "ambiguous-column",
      place: text`${place} "${wanted}"`,
      value: `${named.length} columns have this name`,
      expected: "one",
      remedy: `Name it by its number: ${named.map((i) => i + 1).join(" or ")}.`,
    });
  }
  if (isNumberOf(table, wanted)) return Number(wanted) - 1;
  throw new InputError({
    code: "unknown-column",
    place: text`${place} "${wanted}"`,
    value: "no such column",
    expected: `a name or a number from 1 to ${table.columns.length}`,
    remedy: text`${suggestion(table, wanted)}The table has ${listColumns(table.columns)}.`,
  });
}

function isNumberOf({ columns }: Table, wanted: string): boolean {
  return /^\d+$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= columns.length;
}

/** `columnIndex` for many columns of one table. @cost one pass over the names, then none for each column */
export function columnFinder(table: Table): (key: string | number, place: Text) => number {
  const named = new Map<string, number>();
  const sources = new Map<string, number>();
  const add = (positions: Map<string, number>, name: string, i: number): void => {
    positions.set(name, positions.has(name) ? Number.NaN : i);
  };
  table.columns.forEach(({ name, source }, i) => {
    add(named, name, i);
    if (source !== undefined) add(sources, source, i);
  });
  return (key, place) => {
    const found = typeof key === "string" ? (named.get(key) ?? sources.get(key)) : undefined;
    if (found !== undefined && !Number.isNaN(found)) return found;
    const isNumber = found === undefined && (typeof key === "string" || typeof key === "number");
    return isNumber && isNumberOf(table, String(key)) ? Number(key) - 1 : columnIndex(table, key, place);
  };
}

/** The column that was probably meant, or the hint that the first row may be a header. */
function suggestion({ columns, format }: Table, wanted: string): Text {
  const near = nearestName(
    wanted,
    columns.map(({ name }) => name),
  );
  if (near !== undefined) return `Did you mean "${near}"? `;
  return format.header ? "" : text`No header was found; if the first row names the columns, set ${option("header")}. `;
}

const LISTED_COLUMNS = 12;
/** Characters of each. */
const LISTED_LENGTH = 80;

/** Column names for a message; long names and a long list are cut, with the number of the others. */
export function listColumns(columns: readonly Pick<TableColumn, "name">[]): string {
  const names = columns.slice(0, LISTED_COLUMNS).map(({ name }) => `"${shortCell(name, LISTED_LENGTH)}"`);
  const more = columns.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A named column of values of any type: numbers, texts, nulls. */
export interface NamedValues {
  readonly name: string;
  readonly values: ArrayLike<unknown>;
}

/** Values have no layout; this one is reported. */
const FORMAT: TableFormat = { delimiter: ",", decimal: ".", header: true };

/**
 * A table from columns of values, as JSON and Parquet hold them, with the same counts and warnings as for text: null,
 * undefined and NaN are missing, infinities infinite, texts are read as cells of a text table with a decimal point, and
 * everything else, such as true, is text.
 *
 * The line of a cell is its row, counted from 1.
 * @cost 18 bytes a cell, of which the table keeps 9     @throws InputError `empty-table`, `length-mismatch`, `not-a-column`
 */
export function tableFromColumns(columns: readonly NamedValues[]): Table {
  requireColumns(columns);
  const rowCount = columns[0]?.values.length ?? 0;
  if (rowCount === 0) throw emptyTable(columns.length === 0 ? "no columns" : "columns without rows");
  const odd = columns.find(({ values }) => values.length !== rowCount);
  if (odd) throw lengthMismatch(odd, columns[0], rowCount);
  const reader = cellReader(FORMAT.decimal);
  const names = columns.map(({ name }, j) => name.trim() || `column ${j + 1}`);
  const store = cellStore(names, reader, markTally(), { ...DEFAULT_LIMITS, cells: Infinity });
  for (let row = 0; row < rowCount; row++) {
    for (let place = 0; place < columns.length; place++) {
      const value = columns[place].values[row];
      const number = typeof value === "bigint" ? Number(value) : value;
      if (typeof number === "string") store.put(row, place, number, 0, number.length, row + 1);
      else if (typeof number === "number") store.putKind(row, place, kindOfNumber(number), number, row + 1, "");
      else if (number === null || number === undefined)
        store.putKind(row, place, CELL.missing, Number.NaN, row + 1, "");
      else store.putKind(row, place, CELL.text, Number.NaN, row + 1, cellText(value));
    }
  }
  const read = store.finish(rowCount, { decimal: FORMAT.decimal, source: "given" });
  return { columns: read, rowCount, format: FORMAT, findings: firstDoubts(read) };
}

function requireColumns(columns: readonly NamedValues[]): void {
  if (!Array.isArray(columns)) throw notColumns("the table", valueWords(columns));
  // Not by forEach, which passes over the holes of an array, however many there are.
  for (let i = 0; i < columns.length; i++) {
    const column: Partial<NamedValues> | null = columns[i];
    const place = `column ${i + 1} of the table`;
    if (i === 0 && isRow(column)) throw rowsOfObjects(column);
    if (typeof column?.name !== "string") throw notColumns(place, `the name ${valueWords(column?.name)}`);
    const { values } = column;
    const length: unknown = typeof values === "object" ? values?.length : undefined;
    if (typeof length !== "number") throw notColumns(place, `the values ${valueWords(values)}`);
    const isPossible = Number.isInteger(length) && length >= 0 && length <= MOST_ROWS;
    // An array may have holes, which are missing values; something that only has a length is no array.
    const isFilled =
      length === 0 || Array.isArray(values) || ArrayBuffer.isView(values) || length - 1 in Object(values);
    if (!isPossible || !isFilled) throw notColumns(place, `values with a length of ${length}, and none at its end`);
  }
}

/** Whether what should be a column is a row of a table, such as { dose: 1, name: "Ann" }. */
function isRow(column: unknown): column is object {
  const keys = typeof column === "object" && column !== null && !Array.isArray(column) ? Object.keys(column) : [];
  return !keys.includes("values") && keys.some((key) => key !== "name");
}

function rowsOfObjects(row: object): InputError {
  return new InputError({
    code: "not-a-column",
    place: "column 1 of the table",
    value: `a row with ${shortCell(Object.keys(row).join(", "))}`,
    expected: 'columns such as [{ name: "dose", values: [1, 2] }]',
    remedy:
      "Turn the rows into columns: tableFromColumns(Object.keys(rows[0]).map((name) => ({ name, values: rows.map((row) => row[name]) }))).",
  });
}

function notColumns(place: string, value: string): InputError {
  return new InputError({
    code: "not-a-column",
    place,
    value,
    expected: 'columns such as [{ name: "dose", values: [1, 2] }]',
    remedy: "Give every column a name and an array of values.",
  });
}

/** Refuses what is no table, such as the text of one. @throws InputError `not-a-table` */
export function requireTable(table: Table): void {
  if (Array.isArray(table?.columns) && typeof table.rowCount === "number") return;
  throw new InputError({
    code: "not-a-table",
    place: "the table",
    value: valueWords(table),
    expected: "what parseTable or tableFromColumns returns",
    remedy: "Read a text with parseTable, and columns of values with tableFromColumns.",
  });
}

/** What a number is as a cell: NaN is missing. */
export function kindOfNumber(value: number): CellKind {
  if (Number.isNaN(value)) return CELL.missing;
  return Number.isFinite(value) ? CELL.number : CELL.infinite;
}

/** The text of a value, also for objects that cannot be converted to text. */
function cellText(value: unknown): string {
  return typeof value === "object" ? Object.prototype.toString.call(value) : String(value).trim();
}

function lengthMismatch(odd: NamedValues, first: NamedValues, rowCount: number): InputError {
  return new InputError({
    code: "length-mismatch",
    place: `columns "${first.name}" and "${odd.name}"`,
    value: `${rowCount} and ${odd.values.length} values`,
    expected: "one value of each in every row",
    remedy: "Fill the shorter column with null.",
  });
}

/** The error for a table without rows. @param found what the table has instead: "a header and no rows" */
export function emptyTable(found: string): InputError {
  return new InputError({
    code: "empty-table",
    place: "the table",
    value: found,
    expected: "rows of numbers",
    remedy: text`Check that this is the right file and that it was written to the end; in a workbook, choose another sheet with ${option("sheet")}.`,
  });
}

/** In shorter columns values may rise by one by chance. */
const FEWEST_NUMBERED_ROWS = 10;

/**
 * Whether a column only numbers the rows, as in many exported tables: whole numbers that rise by one. Rows that are set
 * aside may be counted or not. @cost O(n)
 */
function isRowNumber({ values, kinds, counts, source }: TableColumn): boolean {
  const rows = kinds.length - (counts[CELL.aside] ?? 0);
  const first = kinds.findIndex((kind) => kind !== CELL.aside);
  const numbers = counts[CELL.number] + (counts[CELL.where] ?? 0);
  if (rows < FEWEST_NUMBERED_ROWS || numbers !== rows || !Number.isSafeInteger(values[first])) return false;
  // One that was transformed is meant, such as the ranks of a column in ascending order.
  if (source !== undefined) return false;
  let [byRow, byCount, number] = [true, true, 0];
  for (let row = first; row < kinds.length && (byRow || byCount); row++) {
    if (kinds[row] === CELL.aside) continue;
    if (values[row] !== values[first] + row - first) byRow = false;
    if (values[row] !== values[first] + number) byCount = false;
    number += 1;
  }
  return byRow || byCount;
}

/** Why a column is not used unless it is named; undefined for one of measured numbers. @cost O(n) */
export function notMeasured(column: TableColumn): string | undefined {
  if (!isNumeric(column)) return "no numbers";
  if (column.written?.holds === "dates") return "dates";
  if (column.written?.holds === "times") return "times";
  // What has a unit was measured.
  return column.written?.unit === undefined && isRowNumber(column) ? "numbers the rows" : undefined;
}

/** The columns of numbers that are not used unless they are named, for messages: `"year" (numbers the rows)`. */
export function unmeasuredNames(columns: readonly TableColumn[]): string {
  const named = columns.flatMap((column) => {
    const why = isNumeric(column) ? notMeasured(column) : undefined;
    return why ? [`"${shortCell(column.name, LISTED_LENGTH)}" (${why})`] : [];
  });
  const more = named.length - LISTED_COLUMNS;
  return named.slice(0, LISTED_COLUMNS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
