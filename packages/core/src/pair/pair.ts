import { type Column, MOST_ROWS } from "../primitives/columns.js";
import { InputError, option, requireOptions, text, valueWords, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { CELL } from "../table/column-builder.js";
import {
  columnIndex,
  isNumeric,
  isRowNumber,
  kindOfNumber,
  listColumns,
  requireTable,
  type Table,
  type TableColumn,
} from "../table/table.js";

/** Two columns of equal length, every value finite, in the user's units. */
export interface Pair {
  readonly x: Column;
  readonly y: Column;
  readonly names: { readonly x: string; readonly y: string };
  readonly rows: RowCount;
  /** What is doubtful about how the columns were read. */
  readonly findings: readonly Finding[];
  /** Columns that are known beside the pair, with the same rows; `decide` decides given them. */
  readonly given?: readonly { readonly name: string; readonly values: Column }[];
}

/** Names of columns that were given none. */
const PLAIN_NAMES: Pair["names"] = { x: "x", y: "y" };

/**
 * A pair from two arrays of numbers. NaN is a missing value and an infinity is infinite, as in the cells of a file: rows
 * with either are left out, and counted in `rows`. Anything else that is no number is refused. A `Float64Array` is not
 * copied if all its rows are used. The arrays are never changed.
 *
 * @throws InputError `not-a-column`, `length-mismatch`, `wrong-option`; `not-finite` naming the first value that is no
 *   number
 */
export function pairFromColumns(x: ArrayLike<number>, y: ArrayLike<number>, names: Pair["names"] = PLAIN_NAMES): Pair {
  requireNames(names);
  const [first, second] = [numberColumn(x, names.x), numberColumn(y, names.y)];
  if (first.length !== second.length) {
    throw new InputError({
      code: "length-mismatch",
      place: `columns "${names.x}" and "${names.y}"`,
      value: `${first.length} and ${second.length} values`,
      expected: "one value of each in every row",
      remedy: "Pair the values row by row before calling.",
    });
  }
  if (first.every(Number.isFinite) && second.every(Number.isFinite)) {
    const rows = { read: first.length, used: first.length, dropped: 0, reasons: {} };
    return { x: first, y: second, names: { x: names.x, y: names.y }, rows, findings: [] };
  }
  const [columnX, columnY] = [readColumn(names.x, first), readColumn(names.y, second)];
  return dropRows({ rowCount: first.length, findings: [] }, columnX, columnY);
}

/** A column of numbers as if read from a table: NaN is missing, an infinity infinite. */
function readColumn(name: string, values: Column): TableColumn {
  return { name, values, kinds: Uint8Array.from(values, kindOfNumber), counts: [] };
}

function requireNames(names: Pair["names"]): void {
  if (typeof names?.x === "string" && typeof names.y === "string") return;
  throw wrongOption("names", names, 'names for both columns, such as { x: "dose", y: "response" }');
}

/** Also true for arrays of another realm, such as a worker's or a frame's, for which `instanceof` fails. */
function isColumn(values: unknown): values is Column {
  return Object.prototype.toString.call(values) === "[object Float64Array]";
}

/**
 * A list of numbers as a column; a `Float64Array` is not copied. Numbers only: `null`, "" and true would otherwise become
 * 0, 0 and 1.
 *
 * @throws InputError `not-a-column`; `not-finite` naming the first value that is no number
 */
export function numberColumn(values: ArrayLike<unknown>, name: string): Column {
  requireList(values, name);
  if (isColumn(values)) return values;
  // Before there is memory for all of them: something that only has a length ends here.
  for (let i = 0; i < values.length; i++) {
    if (typeof values[i] !== "number") throw notFinite(name, i, valueWords(values[i]), "a number");
  }
  return Float64Array.from(values as ArrayLike<number>);
}

function requireList(values: unknown, name: string): void {
  const length = (values as ArrayLike<unknown> | null | undefined)?.length;
  const isList = typeof values === "object" && typeof length === "number";
  if (isList && Number.isInteger(length) && length >= 0 && length <= MOST_ROWS) return;
  throw new InputError({
    code: "not-a-column",
    place: `column "${name}"`,
    value: isList ? `a length of ${length}` : `${valueWords(values)}, without a length`,
    expected: "a Float64Array or an array of numbers",
    remedy: "JSON turns typed arrays into objects: send Array.from(column) instead.",
  });
}

/** A pair that is safe to decide, also from callers without types: columns are converted and checked again. */
export function checkedPair(pair: Pair): Pair {
  const given: Partial<Pair> = pair ?? {};
  const fresh = pairFromColumns(given.x as Column, given.y as Column, given.names ?? undefined);
  const { rows, findings = [] } = given;
  if (!Array.isArray(findings)) throw wrongOption("findings", findings, "the findings of a pair, as an array");
  if (rows === undefined) return { ...fresh, findings };
  if (!isRowCount(rows)) throw wrongOption("rows", rows, "the rows of a pair: read, used, dropped and reasons");
  // What is not finite in a pair that was made by hand is left out of the rows that it says it uses.
  const reasons = Object.entries(fresh.rows.reasons) as [DropReason, number][];
  const counted = reasons.reduce((sum, [reason, count]) => withDropped(sum, reason, count), rows);
  return { ...fresh, rows: counted, findings };
}

function isRowCount(rows: RowCount): boolean {
  const counts = [rows?.read, rows?.used, rows?.dropped];
  return (
    counts.every((count) => typeof count === "number") && typeof rows.reasons === "object" && rows.reasons !== null
  );
}

/** Checks that every value is finite. @throws InputError `not-finite` naming the first NaN or infinity */
export function requireFinite(column: Column, name: string): void {
  const row = column.findIndex((value) => !Number.isFinite(value));
  if (row >= 0) throw notFinite(name, row, String(column[row]), "a finite number");
}

function notFinite(name: string, row: number, value: string, expected: string): InputError {
  return new InputError({
    code: "not-finite",
    place: `column "${name}", index ${row}`,
    value,
    expected,
    remedy: "Leave out such rows first; tableFromColumns and pairFromTable do this and count them.",
  });
}

/** Which columns to take, by name or by number from 1; both may be left out if only two are possible. */
export interface PairChoice {
  readonly x?: string | number | undefined;
  readonly y?: string | number | undefined;
  /** Columns to decide given, if any. */
  readonly given?: readonly (string | number)[] | undefined;
}

/**
 * Picks two columns of a table, by name or by number from 1, and drops the rows where either is missing, infinite or
 * text. Every dropped row is counted under one reason.
 *
 * @throws InputError `too-few-columns`, `column-not-chosen`, `unknown-column`, `ambiguous-column`, `same-column`,
 *   `non-numeric-column`, `wrong-option`
 */
export function pairFromTable(table: Table, choice: PairChoice = {}): Pair {
  requireTable(table);
  requireOptions(choice);
  for (const key of Object.keys(choice)) {
    if (!["x", "y", "given"].includes(key)) throw wrongOption(key, "given", "x, y or given");
  }
  const [xIndex, yIndex] = chooseColumns(table, choice);
  const x = table.columns[xIndex];
  const y = table.columns[yIndex];
  const given = givenPositions(table, choice, [xIndex, yIndex]).map((position) => table.columns[position]);
  for (const column of [x, y, ...given]) if (!isNumeric(column)) throw nonNumeric(column, table);
  return dropRows(table, x, y, given);
}

/**
 * Positions of the columns to decide given.
 *
 * @param taken positions that are in a pair     @throws InputError `unknown-column`, `ambiguous-column`, `wrong-option`
 */
export function givenPositions(
  table: Table,
  { given = [] }: Pick<PairChoice, "given">,
  taken: readonly number[] = [],
): number[] {
  if (!Array.isArray(given)) throw wrongOption("given", given, "an array of names or numbers");
  const positions = given.map((key) => columnIndex(table, key, [option("given")]));
  positions.forEach((position, i) => {
    if (!taken.includes(position) && positions.indexOf(position) === i) return;
    throw wrongOption("given", table.columns[position].name, "columns other than those of the pair, each once");
  });
  return positions;
}

function isMeasured(column: TableColumn): boolean {
  return isNumeric(column) && !isRowNumber(column);
}

/** Positions of the two columns of a pair. @throws InputError as `pairFromTable` */
export function chooseColumns(table: Table, choice: PairChoice): [number, number] {
  const count = table.columns.length;
  if (count < 2) {
    throw new InputError({
      code: "too-few-columns",
      place: "the table",
      value: `one column, ${listColumns(table.columns)}`,
      expected: "at least two",
      remedy: text`If another character separates the cells, name it in ${option("delimiter")}.`,
    });
  }
  const named = {
    x: choice.x === undefined ? undefined : columnIndex(table, choice.x, [option("x")]),
    y: choice.y === undefined ? undefined : columnIndex(table, choice.y, [option("y")]),
  };
  if (named.x !== undefined && named.x === named.y) {
    throw new InputError({
      code: "same-column",
      place: text`${option("x")} and ${option("y")}`,
      value: `both are column ${named.x + 1}, "${table.columns[named.x].name}"`,
      expected: "two different columns",
      remedy: `The table has ${listColumns(table.columns)}.`,
    });
  }
  if (named.x !== undefined && named.y !== undefined) return [named.x, named.y];
  const given = givenPositions(table, choice);
  const all = table.columns.map((_, i) => i).filter((i) => !given.includes(i));
  // There is no choice if there are two columns, or two numeric ones besides labels, dates and row numbers.
  const candidates = all.length === 2 ? all : all.filter((i) => isMeasured(table.columns[i]));
  const open = candidates.filter((i) => i !== named.x && i !== named.y);
  if (named.x !== undefined && open.length === 1) return [named.x, open[0]];
  if (named.y !== undefined && open.length === 1) return [open[0], named.y];
  if (named.x === undefined && named.y === undefined && open.length === 2) return [open[0], open[1]];
  if (candidates.length < 2) {
    throw new InputError({
      code: "too-few-columns",
      place: "the table",
      value: `${candidates.length} numeric of ${count} columns, ${listColumns(table.columns)}`,
      expected: "at least two columns of numbers",
      remedy: text`Remove units and thousands separators, or name the decimal mark in ${option("decimal")}.`,
    });
  }
  throw new InputError({
    code: "column-not-chosen",
    place: "the table",
    value: `${count} columns, ${listColumns(table.columns)}, of which ${candidates.length} numeric`,
    expected: "a choice of two columns to compare",
    remedy: text`Choose with ${option("x")} and ${option("y")}, by name or by number from 1.`,
  });
}

/** The error for a column that does not hold numbers. */
export function nonNumeric(column: TableColumn, table: Table): InputError {
  const texts = column.counts[CELL.text];
  const example = column.firstText ? `, first "${column.firstText.cell}" in line ${column.firstText.line}` : "";
  return new InputError({
    code: "non-numeric-column",
    place: `column "${column.name}"`,
    value: texts > 0 ? `${texts} of ${table.rowCount} cells are text${example}` : "no cell holds a number",
    expected: "numbers such as 3.5 or -1e-3",
    remedy: text`Choose another column, remove units and thousands separators, name the decimal mark in ${option("decimal")}, or the marker of missing values in ${option("missing")}.`,
  });
}

const REASON_OF_KIND: readonly (DropReason | undefined)[] = [undefined, "missing", "infinite", "text"];

function dropRows(
  table: Pick<Table, "rowCount" | "findings">,
  x: TableColumn,
  y: TableColumn,
  given: readonly TableColumn[] = [],
): Pair {
  const { columns, rows, findings } = completeRows(table, [x, y, ...given]);
  const pair = { x: columns[0], y: columns[1], names: { x: x.name, y: y.name }, rows, findings };
  if (given.length === 0) return pair;
  return { ...pair, given: given.map(({ name }, k) => ({ name, values: columns[k + 2] })) };
}

/** Columns of equal length, every value finite, in the user's units. */
export interface CompleteRows {
  readonly columns: readonly Column[];
  readonly rows: RowCount;
  readonly findings: readonly Finding[];
}

/** The rows in which every one of some columns has a finite number; each other row is counted under one reason. */
export function completeRows(
  table: Pick<Table, "rowCount" | "findings">,
  columns: readonly TableColumn[],
): CompleteRows {
  const kept = columns.map(() => new Float64Array(table.rowCount));
  const dropped = { missing: 0, infinite: 0, text: 0 };
  let count = 0;
  for (let i = 0; i < table.rowCount; i++) {
    let reason: DropReason | undefined;
    for (let k = 0; k < columns.length && !reason; k++) reason = REASON_OF_KIND[columns[k].kinds[i]];
    if (reason === "missing" || reason === "infinite" || reason === "text") {
      dropped[reason] += 1;
      continue;
    }
    for (let k = 0; k < columns.length; k++) kept[k][count] = columns[k].values[i];
    count += 1;
  }
  let rows: RowCount = { read: table.rowCount, used: table.rowCount, dropped: 0, reasons: {} };
  for (const reason of ["missing", "infinite", "text"] as const) rows = withDropped(rows, reason, dropped[reason]);
  return {
    columns: kept.map((column) => column.slice(0, count)),
    rows,
    findings: [...table.findings, ...columns.flatMap(textCellFinding)],
  };
}

function textCellFinding(column: TableColumn): Finding[] {
  if (!column.firstText) return [];
  const count = column.counts[CELL.text];
  return [
    {
      code: "text-cells",
      severity: "note",
      column: column.name,
      value: count,
      sentence:
        `Column "${column.name}" holds text in ${count} ${count === 1 ? "row" : "rows"}, ` +
        `first "${column.firstText.cell}" in line ${column.firstText.line}; ${count === 1 ? "it was" : "they were"} left out.`,
      advice: "",
    },
  ];
}

/** Why a row of the table is not among those used. A row is counted once, under the first reason that applies. */
export type DropReason = "missing" | "infinite" | "text" | "subsampled" | "trimmed";

/** What became of every row: read = used + dropped, and dropped is the sum of the reasons. */
export interface RowCount {
  readonly read: number;
  readonly used: number;
  readonly dropped: number;
  readonly reasons: Readonly<Partial<Record<DropReason, number>>>;
}

/** The counts after `count` more rows were left out for `reason`. */
export function withDropped(rows: RowCount, reason: DropReason, count: number): RowCount {
  if (count === 0) return rows;
  return {
    read: rows.read,
    used: rows.used - count,
    dropped: rows.dropped + count,
    reasons: { ...rows.reasons, [reason]: (rows.reasons[reason] ?? 0) + count },
  };
}

/** Why rows were left out, in words that follow their number: "3 with a missing value". */
export const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  missing: "with a missing value",
  infinite: "with an infinite value",
  text: "with text in place of a number",
  subsampled: "not drawn",
  trimmed: "trimmed as extreme",
};

/**
 * The values of one row of a table in the two columns of a pair. Rows are counted from 1, without the header, including
 * those that a pair leaves out.
 *
 * @throws InputError `wrong-option` if there is no such row, or no number in it; for columns as `pairFromTable`
 */
export function tableRow(table: Table, choice: PairChoice, row: number): { readonly x: number; readonly y: number } {
  const [x, y] = chooseColumns(table, choice).map((index) => table.columns[index]);
  if (!(Number.isSafeInteger(row) && row >= 1 && row <= table.rowCount)) {
    throw wrongRow(row, `not a row of the table`, `a whole number from 1 to ${table.rowCount}`);
  }
  const empty = [x, y].find(({ kinds }) => kinds[row - 1] !== CELL.number);
  if (empty) throw wrongRow(row, `no number in column "${empty.name}"`, "a row with numbers in both columns");
  return { x: x.values[row - 1], y: y.values[row - 1] };
}

function wrongRow(row: number, value: string, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: text`${option("row")} ${row}`,
    value,
    expected,
    remedy: text`Choose another row, or give the values themselves in ${option("at")}.`,
  });
}
