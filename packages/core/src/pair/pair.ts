import { type Column, isColumn, MOST_ROWS, notAColumn } from "../primitives/columns.js";
import {
  InputError,
  option,
  requireEach,
  requireOptions,
  text,
  valueWords,
  wrongOption,
} from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import { CELL } from "../table/cell.js";
import { keyFindings } from "../table/column-key.js";
import { nonNumeric } from "../table/non-numeric.js";
import {
  isNumeric,
  kindOfNumber,
  requireTable,
  type Table,
  type TableColumn,
  type Transformation,
  unmeasuredNames,
} from "../table/table.js";
import { chooseColumns, givenPositions, type PairChoice, rolePositions } from "./choose-columns.js";
import { completeRows, type DropReason, type RowCount, withDropped } from "./complete-rows.js";
import { givenColumn, indicators } from "./indicators.js";
import { groupColumn, type RowGroups, rowGroups, weightedPair, withinGroups } from "./row-groups.js";

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
  /** Groups within which both columns are standardized; `decide` takes their size into account. */
  readonly groups?: RowGroups;
  /** Rows that were measured on the same subject, or are alike for another reason; `decide` does not take them for independent. */
  readonly clusters?: RowGroups;
  /** What was done to the table before. */
  readonly transformations?: readonly Transformation[];
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
  const value = isList ? `a length of ${length}` : `${valueWords(values)}, without a length`;
  throw notAColumn(name, value, "a Float64Array or an array of numbers");
}

/** A pair that is safe to decide, also from callers without types: columns are converted and checked again. */
export function checkedPair(pair: Pair): Pair {
  const given: Partial<Pair> = pair ?? {};
  const fresh = pairFromColumns(given.x as Column, given.y as Column, given.names ?? undefined);
  const { rows, findings = [], transformations, groups, clusters } = given;
  requireEach("findings", findings, ["code", "severity"], "the findings of a pair, as an array");
  if (transformations !== undefined && !Array.isArray(transformations)) {
    throw wrongOption("transformations", transformations, "those of a table, as an array");
  }
  const known = {
    findings,
    ...(groups && { groups: checkedGroups("groups", groups, fresh) }),
    ...(clusters && { clusters: checkedGroups("clusters", clusters, fresh) }),
    ...(transformations && { transformations }),
  };
  if (rows === undefined) return { ...fresh, ...known };
  if (!isRowCount(rows)) throw wrongOption("rows", rows, "the rows of a pair: read, used, dropped and reasons");
  // What is not finite in a pair that was made by hand is left out of the rows that it says it uses.
  const reasons = Object.entries(fresh.rows.reasons) as [DropReason, number][];
  const counted = reasons.reduce((sum, [reason, count]) => withDropped(sum, reason, count), rows);
  return { ...fresh, rows: counted, ...known };
}

function checkedGroups(name: "groups" | "clusters", groups: RowGroups, { x }: Pair): RowGroups {
  const { codes, count } = groups;
  const isCode = (code: unknown): boolean =>
    Number.isInteger(code) && (code as number) >= 0 && (code as number) < count;
  const isUsable =
    typeof groups.name === "string" &&
    Number.isInteger(count) &&
    count <= x.length &&
    codes?.length === x.length &&
    // Not by every, which passes over holes.
    Array.from(codes).findIndex((code) => !isCode(code)) < 0;
  if (isUsable) return groups;
  throw wrongOption(name, groups, "a name, the group of every row, and their number, as pairFromTable gives them");
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

const CHOICES = ["x", "y", "given", "group", "cluster", "weights", "seed"];

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
    if (!CHOICES.includes(key)) throw wrongOption(key, "given", CHOICES.join(", "));
  }
  const [xIndex, yIndex] = chooseColumns(table, choice);
  const x = table.columns[xIndex];
  const y = table.columns[yIndex];
  const given = givenPositions(table, choice, [xIndex, yIndex]).map((position) => table.columns[position]);
  for (const column of [x, y]) if (!isNumeric(column)) throw nonNumeric(column, table);
  const known = given.map((column) => givenColumn(column, table));
  const roles = rowRoles(table, choice, [xIndex, yIndex]);
  const { group, cluster, weights } = choice;
  const keys = keyFindings(table, [choice.x, choice.y, ...(choice.given ?? []), group, cluster, weights]);
  const pair = dropRows({ ...table, findings: [...table.findings, ...keys] }, x, y, known, roles);
  const isChosen = choice.x !== undefined && choice.y !== undefined;
  return isChosen ? pair : withLeftOut(pair, table, [x, y, ...given]);
}

/** Notes which columns of numbers were not candidates, where no choice was made. */
function withLeftOut(pair: Pair, { columns }: Table, used: readonly TableColumn[]): Pair {
  const left = unmeasuredNames(columns.filter((column) => !used.includes(column)));
  if (left === "") return pair;
  const finding: Finding = {
    code: "left-out",
    severity: "note",
    sentence: `Columns were left out of the choice: ${left}.`,
    advice: text`To use one, name it with ${option("x")} or ${option("y")}.`,
  };
  return { ...pair, findings: [...pair.findings, finding] };
}

/** Columns that say what rows are. */
interface RowRoles {
  readonly group?: TableColumn | undefined;
  readonly cluster?: TableColumn | undefined;
  readonly weights?: TableColumn | undefined;
  readonly seed: number;
}

/** @param taken positions of the pair     @throws InputError as `pairFromTable` */
function rowRoles(table: Table, choice: PairChoice, taken: readonly number[]): RowRoles {
  const { seed = 0, given = [] } = choice;
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  const at = rolePositions(table, choice, taken);
  const [group, cluster, weights] = [at.group, at.cluster, at.weights].map((position) =>
    position === undefined ? undefined : table.columns[position],
  );
  if (weights && !isNumeric(weights)) throw nonNumeric(weights, table);
  if (given.length > 0 && (group ?? cluster)) {
    throw wrongOption(
      group ? "group" : "cluster",
      (group ?? cluster)?.name,
      text`none, since ${option("given")} is set`,
    );
  }
  for (const subject of [group, cluster]) if (subject) requireDifferencesWithin(table, subject);
  if (group && group === cluster)
    throw wrongOption("cluster", group.name, text`another column than ${option("group")}`);
  return {
    group: group && groupColumn(group, "group"),
    cluster: cluster && groupColumn(cluster, "cluster"),
    weights,
    seed,
  };
}

/** Refuses differences between rows of different subjects. @throws InputError `wrong-option` */
function requireDifferencesWithin({ transformations = [] }: Table, { name }: TableColumn): void {
  const across = transformations.find(({ kind, within = [] }) => kind === "diff" && !within.includes(name));
  if (!across) return;
  throw wrongOption(
    "within",
    across.text,
    text`differences within "${name}", which ${option("group")} or ${option("cluster")} names`,
  );
}

function dropRows(
  table: Pick<Table, "rowCount" | "findings" | "transformations">,
  x: TableColumn,
  y: TableColumn,
  given: readonly TableColumn[] = [],
  { group, cluster, weights, seed }: RowRoles = { seed: 0 },
): Pair {
  const roles = [group, cluster, weights].filter((column) => column !== undefined);
  const { columns, rows, findings } = completeRows(table, [x, y, ...given, ...roles]);
  const valuesOf = (column: TableColumn): Column => columns[2 + given.length + roles.indexOf(column)];
  const { transformations } = table;
  let pair: Pair = {
    ...{ x: columns[0], y: columns[1], names: { x: x.name, y: y.name }, rows, findings },
    ...(given.length > 0 && { given: given.flatMap((column, k) => indicators(column, columns[k + 2])) }),
    ...(group && { groups: rowGroups(group.name, valuesOf(group)) }),
    ...(cluster && { clusters: rowGroups(cluster.name, valuesOf(cluster)) }),
    ...(transformations && { transformations }),
  };
  if (weights) pair = weightedPair(pair, weights.name, valuesOf(weights), seededRng(seed).split("weights"));
  return pair.groups ? withinGroups(pair, pair.groups) : pair;
}

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
  if (x.kinds[row - 1] === CELL.aside) throw wrongRow(row, "set aside while reading", "another row");
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
