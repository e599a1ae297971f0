import { type Expression, variablesOf } from "../expression/expression.js";
import { expressionValue } from "../expression/expression-value.js";
import { parseFormula } from "../expression/parse-expression.js";
import { log } from "../primitives/elementary.js";
import { grouped, option, requireOptions, wrongOption } from "../primitives/errors.js";
import { atRows, sortedColumn } from "../statistics/sorted-column.js";
import { CELL } from "./cell.js";
import { nonNumeric } from "./non-numeric.js";
import { added, columnNames, countsOf, valuesOf, withCondition } from "./row-condition.js";
import { columnIndex, isNumeric, requireTable, type Table, type TableColumn, type Transformation } from "./table.js";

/** What to do to a table, in this order. Columns are named by name or by number from 1. */
export interface TransformOptions {
  /** New columns, such as "bmi = weight / height^2"; each may use those before it. */
  readonly with?: string | readonly string[] | undefined;
  /** Conditions on rows, such as `age > 18 and sex == "f"`; the rows in which all hold are used. */
  readonly where?: string | readonly string[] | undefined;
  /** Columns whose logarithms are used. */
  readonly log?: readonly (string | number)[] | undefined;
  /** Columns whose differences from the row before are used; of those in `log`, the differences of logarithms. */
  readonly diff?: readonly (string | number)[] | undefined;
  /** Columns of any kind: differences are only between rows with equal values of them, such as of one subject. */
  readonly within?: readonly (string | number)[] | undefined;
  /** Columns whose ranks are used; of those in `log` and `diff`, the ranks of these. */
  readonly rank?: readonly (string | number)[] | undefined;
}

const COLUMN_CHANGES = ["log", "diff", "rank"] as const;
type ColumnChange = (typeof COLUMN_CHANGES)[number];

/**
 * A table with new columns, fewer rows, or columns on another scale: first `with`, then `where`, then `log`, `diff` and
 * `rank`.
 *
 * New columns come last. A column that is changed keeps its place, is called log(income), and is still found by its
 * name in the file. Rows keep their numbers: those that a condition sets aside stay in the table, are used by nothing, and
 * are counted (`rows.reasons.where`), as are rows in which an expression has no value (`rows.reasons.undefined`). What
 * was done is in `transformations`, and in those of pairs, decisions and graphs made of the table.
 *
 * @cost one pass for each expression; with conditions one byte a cell
 * @throws InputError `wrong-expression`, `unknown-column`, `ambiguous-column`, `non-numeric-column`, `too-few-rows`,
 *   `wrong-option`
 */
export function transformTable(table: Table, options: TransformOptions): Table {
  requireTable(table);
  return transformed(table, options, new Set());
}

/**
 * Positions of the columns of a table that transformations mention: what must be read for them.
 *
 * @param names a table of nothing but names     @throws InputError as `transformTable` for names and expressions
 */
export function mentionedColumns(names: Table, options: TransformOptions): number[] {
  const mentioned = new Set<number>();
  transformed(names, options, mentioned);
  return [...mentioned].filter((position) => position < names.columns.length);
}

/** @param mentioned takes the positions of columns that are used */
function transformed(table: Table, options: TransformOptions, mentioned: Set<number>): Table {
  requireOptions(options);
  const known = ["with", "where", ...COLUMN_CHANGES, "within"];
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw wrongOption(key, "given", known.join(", "));
  }
  let changed = table;
  for (const words of textsOf("with", options.with)) changed = withNewColumn(changed, words, mentioned);
  for (const words of textsOf("where", options.where)) changed = withCondition(changed, words, mentioned);
  const within = positionsOf(changed, "within", options.within);
  for (const position of within) mentioned.add(position);
  for (const kind of COLUMN_CHANGES) {
    for (const position of positionsOf(changed, kind, options[kind])) {
      mentioned.add(position);
      changed = withChangedColumn(changed, kind, position, within);
    }
  }
  return changed;
}

function textsOf(name: "with" | "where", given: unknown): readonly string[] {
  const texts = given === undefined ? [] : typeof given === "string" ? [given] : given;
  // Not by every, which passes over holes.
  if (Array.isArray(texts) && texts.findIndex((each) => typeof each !== "string") < 0) return texts;
  throw wrongOption(name, given, "a text, or an array of texts");
}

function positionsOf(table: Table, kind: ColumnChange | "within", given: unknown = []): number[] {
  if (!Array.isArray(given)) throw wrongOption(kind, given, "an array of names or numbers");
  const positions = Array.from(given, (key) => columnIndex(table, key, [option(kind)]));
  const twice = positions.find((position, i) => positions.indexOf(position) < i);
  if (twice !== undefined) throw wrongOption(kind, table.columns[twice].name, "each column once");
  return positions;
}

function withNewColumn(table: Table, words: string, mentioned: Set<number>): Table {
  const { name, expression } = parseFormula(words, columnNames(table, "with"));
  const isTaken = table.columns.some((column) => column.name === name || column.source === name);
  if (name === "" || isTaken) {
    throw wrongOption("with", words, name === "" ? "a name for the new column" : "a name that no other column has");
  }
  const used = [...variablesOf(expression)];
  for (const position of used) mentioned.add(position);
  const { values, kinds } = computedCells(table, expression, used);
  const doubts = used.flatMap((position) => table.columns[position].doubts ?? []);
  const column = { name, values, kinds, counts: countsOf(kinds), ...(doubts.length > 0 && { doubts }) };
  const record = recordOf("with", words.trim(), kinds, CELL.undefined);
  return { ...table, columns: [...table.columns, column], transformations: added(table, record) };
}

function computedCells(
  table: Table,
  expression: Expression<number>,
  used: readonly number[],
): Pick<TableColumn, "values" | "kinds"> {
  const valueAt = expressionValue(expression, (position) => valuesOf(table, position));
  const [values, kinds] = [new Float64Array(table.rowCount), new Uint8Array(table.rowCount)];
  for (let row = 0; row < table.rowCount; row++) {
    values[row] = valueAt(row);
    if (Number.isFinite(values[row])) continue;
    values[row] = Number.NaN;
    const found = used.map((position) => table.columns[position].kinds[row]);
    const isComplete = found.every((kind) => kind === CELL.number);
    kinds[row] = isComplete
      ? CELL.undefined
      : (found.find((kind) => kind === CELL.aside || kind === CELL.where) ?? CELL.missing);
  }
  return { values, kinds };
}

function withChangedColumn(table: Table, kind: ColumnChange, position: number, within: readonly number[]): Table {
  const column = table.columns[position];
  if (table.rowCount > 0 && !isNumeric(column)) throw nonNumeric(column, table);
  const name = `${kind}(${column.name})`;
  const kinds = column.kinds.slice();
  const { values, apart } = CHANGES[kind](column.values, kinds, groupOf(table, within));
  const { firstText, texts, doubts } = column;
  const changed: TableColumn = {
    ...{ name, values, kinds, counts: countsOf(kinds), source: column.source ?? column.name },
    ...(firstText && { firstText }),
    ...(texts && { texts }),
    ...(doubts && { doubts }),
  };
  const lost = kinds.map((now, row) => (now === column.kinds[row] ? CELL.number : CELL.undefined));
  const record = {
    ...recordOf(kind, name, lost, CELL.undefined),
    ...(apart > 0 && { apart }),
    ...(kind === "diff" && within.length > 0 && { within: within.map((group) => table.columns[group].name) }),
  };
  return {
    ...table,
    columns: table.columns.map((other, i) => (i === position ? changed : other)),
    transformations: added(table, record),
  };
}

/** Writes the kinds of cells that have no number any more, and returns the values of all others. */
type Change = (
  values: Float64Array,
  kinds: Uint8Array,
  group: (row: number) => string,
) => { readonly values: Float64Array; readonly apart: number };

/** What the rows of one group have in common: the values of some columns. */
function groupOf({ columns }: Table, within: readonly number[]): (row: number) => string {
  const labels = within.map((position) => {
    const { name, values, kinds, counts, texts } = columns[position];
    if (counts[CELL.text] > 0 && !texts) {
      throw wrongOption(
        "within",
        `${name}, with texts too many or too long to be kept`,
        "a column whose values repeat",
      );
    }
    return (row: number) => (kinds[row] === CELL.number ? values[row] : `text ${texts?.places[row]}`);
  });
  return (row) => labels.map((label) => label(row)).join(" ");
}

const CHANGES: Readonly<Record<ColumnChange, Change>> = {
  log(values, kinds) {
    const logarithms = values.map((value, row) => {
      if (kinds[row] !== CELL.number) return Number.NaN;
      if (!(value > 0)) kinds[row] = CELL.undefined;
      return value > 0 ? log(value) : Number.NaN;
    });
    return { values: logarithms, apart: 0 };
  },
  diff(values, kinds, group) {
    const differences = new Float64Array(values.length).fill(Number.NaN);
    const lasts = new Map<string, { readonly row: number; readonly value: number }>();
    let apart = 0;
    for (let row = 0; row < values.length; row++) {
      if (kinds[row] === CELL.aside || kinds[row] === CELL.where) continue;
      const isNumber = kinds[row] === CELL.number;
      const own = group(row);
      const last = lasts.get(own);
      const difference = isNumber && last ? values[row] - last.value : Number.NaN;
      if (Number.isFinite(difference)) {
        differences[row] = difference;
        if (last && row > last.row + 1) apart += 1;
      } else if (isNumber) kinds[row] = CELL.missing;
      lasts.set(own, { row, value: isNumber ? values[row] : Number.NaN });
    }
    return { values: differences, apart };
  },
  rank(values, kinds) {
    const rows = Uint32Array.from(values.keys()).filter((row) => kinds[row] === CELL.number);
    const sorted = sortedColumn(Float64Array.from(rows, (row) => values[row]));
    // Equal values share the mean of their ranks, which are counted from 1.
    const ranks = atRows(sorted, (from, to) => (from + 1 + to) / 2);
    const all = new Float64Array(values.length).fill(Number.NaN);
    rows.forEach((row, i) => {
      all[row] = ranks[i];
    });
    return { values: all, apart: 0 };
  },
};

/** What was done, in words: "bmi = weight / height^2", "age > 18: 188 rows set aside". */
export function transformationWords({ kind, text, rows, apart = 0, within }: Transformation): string {
  const counted = (count: number, what: string): string =>
    `: ${grouped(count)} ${count === 1 ? "row" : "rows"} ${what}`;
  if (kind === "group") return `standardized within each ${text}`;
  if (kind === "weights") return `drawn by the weights ${text}${counted(rows, "not drawn")}`;
  if (kind === "where") return `${text}${rows > 0 ? counted(rows, "set aside") : ": true in every row"}`;
  const whole = within ? `${text} within ${within.join(" and ")}` : text;
  return apart > 0 ? `${whole}${counted(apart, "not right after the row before")}` : whole;
}

/** What was done, with the rows whose cells are of a kind. */
function recordOf(kind: Transformation["kind"], words: string, kinds: Uint8Array, lost: number): Transformation {
  const first = kinds.indexOf(lost);
  return { kind, text: words, rows: countsOf(kinds)[lost], ...(first >= 0 && { firstRow: first + 1 }) };
}
