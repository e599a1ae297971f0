import { CELL, type CellKind } from "@causal-velocity/core/table/cell.js";
import type { CellReader } from "@causal-velocity/core/table/cell-reader.js";
import type { DuckRows, DuckType } from "./duck-process.js";

/** Takes the cells of one column; rows are counted from 1. */
interface ColumnCells {
  append(cell: string, row: number): void;
  /** The same for a cell whose kind is known; `cell` is the text that messages quote. */
  appendKind(kind: CellKind, value: number, row: number, cell: string): void;
}

/** How a column is selected in SQL, and how its rows become cells. */
export interface ColumnReading {
  /** Whether it holds numbers by its type; undefined if that depends on its cells. */
  readonly isNumeric: boolean | undefined;
  /** Whether it may hold whole numbers that are not doubles. */
  readonly isWide: boolean;
  /** SQL expressions of type DOUBLE or VARCHAR; rows have one vector for each, in this order. */
  readonly expressions: readonly string[];
  /** Appends the cells of some rows; `vector` is the index of the first vector of this column. */
  append(rows: DuckRows, vector: number, cells: ColumnCells, firstRow: number): void;
}

/** Pattern of a plain number, for RE2; `cellReader` interprets all other cells. */
const PLAIN_NUMBER = "'[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?'";
const [EXACT_DIGITS, MINUS, ZERO, NINE] = [15, 45, 48, 57];

const WIDE: ReadonlySet<string> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT", "BIGNUM"]);
const NARROW: ReadonlySet<string> = new Set([
  ...["TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT", "UINTEGER", "FLOAT", "DOUBLE"],
]);
const CAST_EXACTLY: ReadonlySet<string> = new Set([...NARROW, "BIGINT", "UBIGINT"]);

/** Dates and times, written as texts such as 2024-05-31 14:30:00. */
const TIMES: ReadonlySet<string> = new Set([
  ...["DATE", "TIME", "TIME_NS", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"],
]);

/**
 * How to read a column of this type. Numbers of any width are numbers; NULL and NaN are missing; text follows the rules of
 * text tables; dates and times too, in UTC; JSON values keep their type; all other types, such as booleans, are text, as in a text table.
 *
 * @param column its name in SQL
 */
export function columnReading(column: string, type: DuckType, reader: CellReader, decimal: string): ColumnReading {
  const { id } = type;
  if (WIDE.has(id) || NARROW.has(id) || id === "DECIMAL") {
    return numbers(asDouble(column, type), WIDE.has(id), reader);
  }
  if (id === "VARCHAR" && type.alias === "JSON") return jsonCells(column, reader);
  if (id === "VARCHAR" || id === "ENUM") {
    return textCells(`CAST(${column} AS VARCHAR)`, reader, decimal);
  }
  if (TIMES.has(id)) return textCells(`CAST(${column} AS VARCHAR)`, reader, decimal);
  if (id === "TIMESTAMP_TZ") return textCells(`CAST(${column} AT TIME ZONE 'UTC' AS VARCHAR)`, reader, decimal);
  if (id === "TIME_TZ")
    return textCells(`CAST(CAST(${column} AT TIME ZONE 'UTC' AS TIME) AS VARCHAR)`, reader, decimal);
  // A column that holds only NULL has the type SQLNULL.
  return plainCells(`CAST(${column} AS VARCHAR)`, id === "SQLNULL");
}

/** Converts by way of its digits if the direct conversion would round twice, so that the result equals `Number(text)`. */
function asDouble(column: string, { id, width }: DuckType): string {
  const isExact = width === undefined ? CAST_EXACTLY.has(id) : width <= EXACT_DIGITS;
  return isExact ? `CAST(${column} AS DOUBLE)` : `CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`;
}

function numbers(expression: string, isWide: boolean, reader: CellReader): ColumnReading {
  return {
    isNumeric: true,
    isWide,
    expressions: [expression],
    append({ rowCount, vectors }, at, cells, firstRow) {
      for (let i = 0; i < rowCount; i++) appendNumber(cells, vectors[at]?.[i] as number, reader, firstRow + i);
    },
  };
}

function appendNumber(cells: ColumnCells, value: number, reader: CellReader, row: number): void {
  cells.appendKind(Number.isNaN(value) ? CELL.missing : reader.kindOf(value), value, row, "");
}

/** Reads plain numbers as numbers, which is several times as fast, and all other cells as text. */
function numbersOrText(
  isPlain: string,
  column: string,
  appendText: (cells: ColumnCells, cell: string, row: number) => void,
  reader: CellReader,
): ColumnReading {
  const number = `CASE WHEN ${isPlain} THEN TRY_CAST(${column} AS DOUBLE) END`;
  return {
    isNumeric: undefined,
    isWide: false,
    expressions: [number, `CASE WHEN (${number}) IS NULL THEN ${column} END`],
    append({ rowCount, vectors }, at, cells, firstRow) {
      const [values, texts] = [vectors[at], vectors[at + 1]];
      for (let i = 0; i < rowCount; i++) {
        const value = values?.[i] as number;
        const text = texts?.[i] as string | null;
        if (text === null) appendNumber(cells, value, reader, firstRow + i);
        else appendText(cells, text, firstRow + i);
      }
    },
  };
}

function textCells(column: string, reader: CellReader, decimal: string): ColumnReading {
  const isPlain = decimal === "." ? `regexp_full_match(${column}, ${PLAIN_NUMBER})` : "FALSE";
  return numbersOrText(isPlain, column, (cells, cell, row) => cells.append(cell, row), reader);
}

function jsonCells(json: string, reader: CellReader): ColumnReading {
  const column = `CAST(${json} AS VARCHAR)`;
  // In JSON, only numbers start with a digit or a minus.
  const isPlain = `(ascii(${column}) BETWEEN ${ZERO} AND ${NINE} OR ascii(${column}) = ${MINUS})`;
  const appendText = (cells: ColumnCells, cell: string, row: number): void => {
    const value: unknown = JSON.parse(cell);
    if (typeof value === "string") cells.append(value, row);
    else if (value === null) cells.appendKind(CELL.missing, Number.NaN, row, "");
    else cells.appendKind(CELL.text, Number.NaN, row, cell);
  };
  return numbersOrText(isPlain, column, appendText, reader);
}

function plainCells(column: string, isEmpty: boolean): ColumnReading {
  return {
    isNumeric: false,
    isWide: false,
    expressions: [isEmpty ? "CAST(NULL AS VARCHAR)" : column],
    append({ rowCount, vectors }, at, cells, firstRow) {
      for (let i = 0; i < rowCount; i++) {
        const cell = vectors[at]?.[i] as string | null;
        cells.appendKind(cell === null ? CELL.missing : CELL.text, Number.NaN, firstRow + i, cell ?? "");
      }
    },
  };
}
