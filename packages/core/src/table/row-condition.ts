import { type Comparison, type Condition, variablesOf } from "../expression/expression.js";
import { COMPARE, conditionValue, type RowValue } from "../expression/expression-value.js";
import { type ColumnNames, parseCondition } from "../expression/parse-expression.js";
import { nearestName } from "../primitives/did-you-mean.js";
import { InputError, type OptionName, option, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import { CELL, CODE, DATE } from "./cell.js";
import { cellReader } from "./cell-reader.js";
import { listTexts, nonNumeric } from "./non-numeric.js";
import { columnIndex, isNumeric, type Table, type TableColumn, type Transformation } from "./table.js";
import { SECONDS_A_DAY } from "./written-date.js";

/**
 * The table with the rows set aside in which a condition does not hold, or a missing value leaves it open.
 *
 * @param mentioned takes the positions of the columns in the condition     @throws InputError as `transformTable`
 */
export function withCondition(table: Table, words: string, mentioned: Set<number>): Table {
  const condition = parseCondition(words, columnNames(table, "where"));
  const used = variablesOf(condition);
  for (const position of used) mentioned.add(position);
  const findings: Finding[] = [];
  const holdsIn = conditionValue(
    condition,
    (position) => valuesOf(table, position),
    (position, cell, operator) => besideText(table, position, cell, operator, findings),
  );
  // Rows that were set aside before are so in every column.
  const before = table.columns.find(({ kinds }) => kinds.length > 0)?.kinds;
  const isAside = new Uint8Array(table.rowCount);
  let [left, rows, unknown, firstRow, firstUnknown] = [0, 0, 0, 0, 0];
  for (let row = 0; row < table.rowCount; row++) {
    if (before?.[row] === CELL.aside || before?.[row] === CELL.where) continue;
    const holds = holdsIn(row);
    if (holds === 1) {
      left += 1;
      continue;
    }
    isAside[row] = 1;
    rows += 1;
    firstRow ||= row + 1;
    if (!Number.isNaN(holds)) continue;
    unknown += 1;
    firstUnknown ||= row + 1;
  }
  const shown = words.trim();
  if (left === 0 && table.rowCount > 0) throw noRowLeft(table, shown, condition);
  if (unknown > 0) findings.push(unknownFinding(shown, unknown, firstUnknown));
  const record = {
    kind: "where" as const,
    text: shown,
    rows,
    ...(rows > 0 && { firstRow }),
    ...(unknown > 0 && { unknown }),
  };
  return {
    ...table,
    columns: rows === 0 ? table.columns : table.columns.map((column) => setAside(column, isAside)),
    findings: [...table.findings, ...doubtsOf(table, used), ...findings],
    transformations: added(table, record),
  };
}

/** What is doubtful about how some columns were read, but for what is known of the table. */
function doubtsOf({ columns, findings }: Table, used: ReadonlySet<number>): Finding[] {
  return [...used].flatMap((position) => (columns[position].doubts ?? []).filter((doubt) => !findings.includes(doubt)));
}

/** The column without the cells of rows that are set aside; their values stay, so that a count of rows is still one. */
function setAside(column: TableColumn, isAside: Uint8Array): TableColumn {
  if (column.kinds.length === 0) return column;
  const kinds = column.kinds.map((kind, row) => (isAside[row] ? CELL.where : kind));
  return { ...column, kinds, counts: countsOf(kinds) };
}

/**
 * How the cells of a column compare with a text. A text that can be read as the cells of the column are, such as a
 * number, a percentage or a date, is also the same as that number, and has an order; other texts have none.
 */
function besideText(table: Table, position: number, cell: string, operator: Comparison, findings: Finding[]): RowValue {
  const column = table.columns[position];
  const { name, values, kinds, counts, texts } = column;
  if (table.rowCount > 0 && counts[CELL.text] > 0 && !texts) throw tooManyTexts(name);
  const number = numberIn(column, cell);
  const words = cell.trim();
  const isOrder = operator !== "==" && operator !== "!=";
  if (table.rowCount > 0 && isOrder && Number.isNaN(number)) throw noOrder(column, words);
  const place = (texts?.texts.indexOf(words) ?? -1) + 1;
  const isFound = isOrder || place > 0 || (!Number.isNaN(number) && values.includes(number));
  if (table.rowCount > 0 && !isFound) findings.push(noSuchText(column, words));
  const compare = COMPARE[operator];
  return (row) => {
    if (kinds[row] === CELL.number) return Number(compare(values[row], number));
    if (isOrder || kinds[row] !== CELL.text || !texts || texts.places[row] === 0) return Number.NaN;
    return Number((texts.places[row] === place) === (operator === "=="));
  };
}

/** A text read as the cells of a column are; NaN if it cannot. */
function numberIn({ written }: TableColumn, cell: string): number {
  const reader = cellReader(undefined);
  const code = reader.code(cell);
  const kind = code & CODE.kindBits;
  if (kind === CELL.number) return reader.value;
  if (written?.holds !== "dates" || (code !== DATE.day && code !== DATE.dayTime)) return Number.NaN;
  return written.unit?.startsWith("days") ? reader.value / SECONDS_A_DAY : reader.value;
}

function noOrder(column: TableColumn, words: string): InputError {
  const isDates = column.written?.holds === "dates";
  return new InputError({
    code: "wrong-expression",
    place: text`${option("where")}, column "${column.name}"`,
    value: `the order of "${shortCell(words)}"`,
    expected: isDates ? "a date such as '2024-05-31'" : "a number, or == or != beside text",
    remedy: heldBy(column),
  });
}

function unknownFinding(condition: string, count: number, first: number): Finding {
  return {
    code: "unknown-condition",
    severity: "note",
    value: count,
    sentence:
      `Missing values leave open whether ${condition} in ${count} ${count === 1 ? "row" : "rows"}, ` +
      `first in row ${first}; ${count === 1 ? "it was" : "they were"} left out.`,
    advice: "",
  };
}

function noSuchText({ name, texts }: TableColumn, words: string): Finding {
  const near = nearestName(words, texts?.texts ?? []);
  const held = texts ? `it holds ${listTexts(texts.texts)}` : "it holds numbers";
  return {
    code: "no-such-text",
    severity: "warn",
    column: name,
    sentence: `No cell of "${name}" is "${shortCell(words)}": ${held}.`,
    advice: near === undefined ? "" : `Did you mean "${near}"?`,
  };
}

function tooManyTexts(name: string): InputError {
  return new InputError({
    code: "wrong-expression",
    place: text`${option("where")}, column "${name}"`,
    value: "different texts that are too many, or too long, to be kept",
    expected: "a column of categories",
    remedy: "Compare another column, or choose the rows before the table is read.",
  });
}

function noRowLeft(table: Table, words: string, condition: Condition<number>): InputError {
  const held = [...variablesOf(condition)].map((position) => heldBy(table.columns[position]));
  return new InputError({
    code: "too-few-rows",
    place: text`${option("where")} ${words}`,
    value: `true in none of ${table.rowCount} rows`,
    expected: "a condition that holds in some",
    remedy: `${held.join("; ")}.`,
  });
}

function heldBy({ name, values, kinds, texts }: TableColumn): string {
  let [low, high] = [Infinity, -Infinity];
  values.forEach((value, row) => {
    if (kinds[row] === CELL.number) [low, high] = [Math.min(low, value), Math.max(high, value)];
  });
  const numbers = low <= high ? [`numbers from ${low} to ${high}`] : [];
  const held = [...numbers, ...(texts ? [listTexts(texts.texts)] : [])];
  return `"${name}" holds ${held.length > 0 ? held.join(" and ") : "nothing"}`;
}

/** How expressions find the columns of a table: by their names, or by their numbers from 1. */
export function columnNames(table: Table, use: OptionName): ColumnNames {
  const names = table.columns.map(({ name }) => name);
  const isKnown = (name: string): boolean =>
    table.columns.some((column) => column.name === name || column.source === name) || /^\d+$/.test(name);
  return {
    find: (name) => (isKnown(name) ? columnIndex(table, name, [option(use)]) : undefined),
    near: (name) => nearestName(name, names),
  };
}

/** The values of a column of numbers; NaN in rows without one. @throws InputError `non-numeric-column` */
export function valuesOf(table: Table, position: number): RowValue {
  const column = table.columns[position];
  if (table.rowCount > 0 && !isNumeric(column)) throw nonNumeric(column, table);
  const { values, kinds } = column;
  return (row) => (kinds[row] === CELL.number ? values[row] : Number.NaN);
}

/** How many cells are of each kind. */
export function countsOf(kinds: Uint8Array): number[] {
  const counts = Object.keys(CELL).map(() => 0);
  for (const kind of kinds) counts[kind] += 1;
  return counts;
}

/** What was done to a table, and one thing more. */
export function added({ transformations = [] }: Table, record: Transformation): Transformation[] {
  return [...transformations, record];
}
