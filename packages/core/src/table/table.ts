import { type Column, MOST_ROWS } from "../primitives/columns.js";
import { InputError, option, requireParts, type Text, text, valueWords } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import { CELL, type CellKind, type CellReader, cellReader, type DecimalMark } from "./column-builder.js";
import type { Delimiter } from "./split-rows.js";

/** How a text was read. */
export interface TableFormat {
  readonly delimiter: Delimiter;
  readonly decimal: DecimalMark;
  readonly header: boolean;
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
}

/** A table as read: its columns, its layout, and warnings about both. */
export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  readonly format: TableFormat;
  /** What is doubtful about how the table was read. */
  readonly findings: readonly Finding[];
}

const NO_VALUES = new Float64Array();
const NO_KINDS = new Uint8Array();

/** A table of nothing but names, by which columns are chosen before they are read. */
export function namesOnly(names: readonly string[], header: boolean): Table {
  const counts = [0, 0, 0, 0];
  return {
    columns: names.map((name) => ({ name, values: NO_VALUES, kinds: NO_KINDS, counts })),
    rowCount: 0,
    format: { ...FORMAT, header },
    findings: [],
  };
}

/** Columns with at most this share of text among their filled cells count as numeric; the text is left out and counted. */
const TOLERATED_TEXT_SHARE = 0.1;

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
  const named = table.columns.flatMap((column, i) => (typeof key === "string" && column.name === wanted ? [i] : []));
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
  const positions = new Map<string, number>();
  table.columns.forEach(({ name }, i) => {
    positions.set(name, positions.has(name) ? Number.NaN : i);
  });
  return (key, place) => {
    const named = typeof key === "string" ? positions.get(key) : undefined;
    if (named !== undefined && !Number.isNaN(named)) return named;
    const isNumber = named === undefined && (typeof key === "string" || typeof key === "number");
    return isNumber && isNumberOf(table, String(key)) ? Number(key) - 1 : columnIndex(table, key, place);
  };
}

/** The column that was probably meant, or the hint that the first row may be a header. */
function suggestion({ columns, format }: Table, wanted: string): Text {
  const plain = wanted.trim().toLowerCase();
  const near =
    columns.find(({ name }) => name.toLowerCase() === plain) ??
    columns.find(({ name }) => name.toLowerCase().includes(plain));
  if (plain !== "" && near) return `Did you mean "${near.name}"? `;
  return format.header ? "" : text`No header was found; if the first row names the columns, set ${option("header")}. `;
}

const LISTED_COLUMNS = 12;
/** Characters of each. */
const LISTED_LENGTH = 80;

/** Column names for a message; long names and a long list are cut, with the number of the others. */
export function listColumns(columns: readonly TableColumn[]): string {
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
 * everything else, such as true and dates, is text.
 *
 * The line of a cell is its row, counted from 1.
 * @cost 9 bytes a cell     @throws InputError `empty-table`, `length-mismatch`, `not-a-column`
 */
export function tableFromColumns(columns: readonly NamedValues[]): Table {
  requireColumns(columns);
  const rowCount = columns[0]?.values.length ?? 0;
  if (rowCount === 0) throw emptyTable(columns.length === 0 ? "no columns" : "columns without rows");
  const odd = columns.find(({ values }) => values.length !== rowCount);
  if (odd) throw lengthMismatch(odd, columns[0], rowCount);
  const reader = cellReader(FORMAT.decimal);
  return {
    columns: columns.map((column, j) => tableColumn(column, column.name.trim() || `column ${j + 1}`, reader)),
    rowCount,
    format: FORMAT,
    findings: [],
  };
}

function tableColumn({ values }: NamedValues, name: string, reader: CellReader): TableColumn {
  const numbers = new Float64Array(values.length);
  const kinds = new Uint8Array(values.length);
  const counts = [0, 0, 0, 0];
  let firstText: TableColumn["firstText"];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const number = typeof value === "bigint" ? Number(value) : value;
    const kind = typeof number === "number" ? kindOfNumber(number) : kindOfOther(number, reader);
    kinds[i] = kind;
    counts[kind] += 1;
    if (kind !== CELL.number) numbers[i] = Number.NaN;
    else numbers[i] = typeof number === "number" ? number : reader.value;
    if (kind === CELL.text && !firstText) firstText = { line: i + 1, cell: shortCell(cellText(value)) };
  }
  return { name, values: numbers, kinds, counts, ...(firstText ? { firstText } : {}) };
}

function requireColumns(columns: readonly NamedValues[]): void {
  if (!Array.isArray(columns)) throw notColumns("the table", valueWords(columns));
  // Not by forEach, which passes over the holes of an array, however many there are.
  for (let i = 0; i < columns.length; i++) {
    const column: Partial<NamedValues> | null = columns[i];
    const place = `column ${i + 1} of the table`;
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

function kindOfOther(value: unknown, reader: CellReader): CellKind {
  if (value === null || value === undefined) return CELL.missing;
  return typeof value === "string" ? reader.read(value) : CELL.text;
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
    remedy: "Check that this is the right file and that it was written to the end.",
  });
}

/** In shorter columns values may rise by one by chance. */
const FEWEST_NUMBERED_ROWS = 10;

/**
 * Whether a column only numbers the rows, as in many exported tables: whole numbers that rise by one. @cost O(n)
 */
export function isRowNumber({ values, kinds, counts }: TableColumn): boolean {
  if (kinds.length < FEWEST_NUMBERED_ROWS || counts[CELL.number] !== kinds.length || !Number.isSafeInteger(values[0]))
    return false;
  for (let row = 1; row < kinds.length; row++) if (values[row] !== values[0] + row) return false;
  return true;
}
