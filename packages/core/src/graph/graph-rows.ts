import { otherSheet } from "../pair/choose-columns.js";
import { completeRows, type RowCount, withDropped } from "../pair/complete-rows.js";
import { drawRows, takeRows } from "../pair/resample.js";
import { MINIMUM_ROWS, type Scale, standardizeColumn } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { grouped, InputError, option, requireList, text, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import { CELL } from "../table/cell.js";
import { keyFindings } from "../table/column-key.js";
import { nonNumeric } from "../table/non-numeric.js";
import {
  columnFinder,
  isNumeric,
  listColumns,
  notMeasured,
  requireTable,
  type Table,
  type TableColumn,
  unmeasuredNames,
} from "../table/table.js";
import { graphNames } from "./graph-names.js";

/** Columns of a table between which arrows are looked for. */
export interface GraphRows {
  readonly names: readonly string[];
  /** Of each in the table, from 1. */
  readonly numbers: readonly number[];
  /** Standardized, of equal length. */
  readonly columns: readonly Column[];
  /** Mean and standard deviation of each column in the user's units. */
  readonly scales: readonly Scale[];
  readonly rows: RowCount;
  readonly findings: readonly Finding[];
  /** What was done to the table before. */
  readonly transformations?: Table["transformations"];
}

/** Columns at most: a search takes about their number squared, and so many arrows cannot be told apart. */
export const MOST_COLUMNS = 50;
/** Rows that are used by default: a search then takes minutes at most. More rows are drawn from. */
export const COMFORTABLE_ROWS = 5000;

/** Positions of the columns that a graph has if none are named: those of numbers that vary, but for row numbers, dates and times. */
export function measuredColumns({ columns }: Table): number[] {
  return columns.flatMap((column, i) => (notMeasured(column) === undefined && varies(column) ? [i] : []));
}

function varies({ values, kinds }: TableColumn): boolean {
  const first = kinds.indexOf(CELL.number);
  return values.some((value, i) => kinds[i] === CELL.number && value !== values[first]);
}

/**
 * Columns of a table for a graph: by name or by number from 1, by default `measuredColumns`. Rows in which any of them
 * has no number are left out and counted. Columns that share a name get their numbers in the table beside it.
 *
 * @throws InputError `too-few-columns`, `run-too-large`, `unknown-column`, `ambiguous-column`, `same-column`,
 *   `non-numeric-column`, `too-few-rows`, `constant-column`, `wrong-option`
 */
export function graphRows(
  table: Table,
  keys?: readonly (string | number)[],
  { maxRows = COMFORTABLE_ROWS, seed = 0 }: { readonly maxRows?: number; readonly seed?: number } = {},
): GraphRows {
  requireTable(table);
  if (keys !== undefined) requireList("columns", keys, "an array of names or numbers");
  if (!(Number.isSafeInteger(maxRows) && maxRows >= MINIMUM_ROWS)) {
    throw wrongOption("maxRows", maxRows, `a whole number of at least ${MINIMUM_ROWS}`);
  }
  const find = columnFinder(table);
  const positions = keys ? keys.map((key) => find(key, [option("columns")])) : measuredColumns(table);
  requireNumber(table, positions);
  const chosen = positions.map((position) => table.columns[position]);
  for (const column of chosen) if (!isNumeric(column)) throw nonNumeric(column, table);
  const findings = [...table.findings, ...keyFindings(table, keys ?? [])];
  const complete = completeRows({ ...table, findings }, chosen);
  const count = complete.rows.used;
  if (count < MINIMUM_ROWS) throw tooFewRows(complete.rows, chosen);
  const isDrawn = count > maxRows;
  const drawn = isDrawn ? drawRows(count, maxRows, seededRng(seed).split("subsample")) : undefined;
  const standard = complete.columns.map((column, k) =>
    standardizeColumn(drawn ? takeRows(column, drawn) : column, chosen[k].name),
  );
  const { transformations } = table;
  const numbers = positions.map((position) => position + 1);
  return {
    names: graphNames(chosen.map(({ name }, k) => ({ number: numbers[k], name }))),
    numbers,
    columns: standard.map(({ values }) => values),
    scales: standard.map(({ scale }) => scale),
    rows: isDrawn ? withDropped(complete.rows, "subsampled", count - maxRows) : complete.rows,
    findings: isDrawn ? [...complete.findings, drawnFinding(maxRows, count)] : complete.findings,
    ...(transformations && { transformations }),
  };
}

function requireNumber(table: Table, positions: readonly number[]): void {
  if (new Set(positions).size < positions.length) {
    const twice = positions.find((position, i) => positions.indexOf(position) < i) as number;
    throw new InputError({
      code: "same-column",
      place: [option("columns")],
      value: `"${table.columns[twice].name}" twice`,
      expected: "different columns",
      remedy: "Name each once.",
    });
  }
  if (positions.length < 2) {
    const left = unmeasuredNames(table.columns.filter((_, i) => !positions.includes(i)));
    throw new InputError({
      code: "too-few-columns",
      place: "the table",
      value: `${positions.length === 0 ? "none" : `"${table.columns[positions[0]].name}" alone`} of its columns ${listColumns(table.columns)}${left && `, without ${left}`}`,
      expected: "at least two columns of numbers",
      remedy:
        otherSheet(table) ??
        text`Name them with ${option("columns")}; if numbers were taken for text, name the decimal mark in ${option("decimal")}.`,
    });
  }
  if (positions.length <= MOST_COLUMNS) return;
  throw new InputError({
    code: "run-too-large",
    place: "the graph",
    value: `${positions.length} columns of numbers`,
    expected: `at most ${MOST_COLUMNS}`,
    remedy: text`Name those of interest with ${option("columns")}.`,
  });
}

function tooFewRows({ read, used, dropped }: RowCount, columns: readonly TableColumn[]): InputError {
  const gaps = ({ kinds }: TableColumn): number => kinds.reduce((sum, kind) => sum + (kind === CELL.number ? 0 : 1), 0);
  const [emptiest] = columns
    .map((column) => ({ name: column.name, gaps: gaps(column) }))
    .sort((a, b) => b.gaps - a.gaps);
  return new InputError({
    code: "too-few-rows",
    place: `the ${columns.length} columns of the graph`,
    value: `${used} rows with a number in every column (${read} read, ${dropped} left out)`,
    expected: `at least ${MINIMUM_ROWS}`,
    remedy:
      read < MINIMUM_ROWS
        ? "Collect more rows."
        : text`Leave out columns with many missing values, first "${emptiest.name}" (${emptiest.gaps} rows without a number): name the others with ${option("columns")}.`,
  });
}

function drawnFinding(drawn: number, count: number): Finding {
  return {
    code: "subsampled",
    severity: "note",
    value: drawn,
    sentence: `${grouped(drawn)} of ${grouped(count)} rows were drawn at random.`,
    advice: text`Set ${option("maxRows")} to draw another number.`,
  };
}
