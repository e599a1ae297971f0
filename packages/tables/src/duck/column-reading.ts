import { CELL, type CellKind } from "@causal-velocity/core/table/cell.js";
import type { CellReader } from "@causal-velocity/core/table/cell-reader.js";
import { type DuckDBDataChunk, type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";

/** Takes the cells of one column; rows are counted from 1. */
interface ColumnCells {
  append(cell: string, row: number): void;
  /** The same for a cell whose kind is known; `cell` is the text that messages quote. */
  appendKind(kind: CellKind, value: number, row: number, cell: string): void;
}

/** How a column is selected in SQL, and how its chunks become cells. */
export interface ColumnReading {
  /** Whether it holds numbers by its type; undefined if that depends on its cells. */
  readonly isNumeric: boolean | undefined;
  /** Whether it may hold whole numbers that are not doubles. */
  readonly isWide: boolean;
  /** SQL expressions; a chunk has one vector for each, in this order. */
  readonly expressions: readonly string[];
  /** Appends the cells of a chunk; `vector` is the index of the first vector of this column. */
  append(chunk: DuckDBDataChunk, vector: number, cells: ColumnCells, firstRow: number): void;
}

/** Pattern of a plain number, for RE2; `cellReader` interprets all other cells. */
const PLAIN_NUMBER = "'[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?'";
const [EXACT_DIGITS, MINUS, ZERO, NINE] = [15, 45, 48, 57];

const WIDE: ReadonlySet<DuckDBTypeId> = new Set([
  ...[DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT, DuckDBTypeId.HUGEINT, DuckDBTypeId.UHUGEINT, DuckDBTypeId.BIGNUM],
]);
const NARROW: ReadonlySet<DuckDBTypeId> = new Set([
  ...[DuckDBTypeId.TINYINT, DuckDBTypeId.SMALLINT, DuckDBTypeId.INTEGER, DuckDBTypeId.FLOAT, DuckDBTypeId.DOUBLE],
  ...[DuckDBTypeId.UTINYINT, DuckDBTypeId.USMALLINT, DuckDBTypeId.UINTEGER],
]);
const CAST_EXACTLY: ReadonlySet<DuckDBTypeId> = new Set([...NARROW, DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT]);

/** Dates and times, written as texts such as 2024-05-31 14:30:00. */
const TIMES: ReadonlySet<DuckDBTypeId> = new Set([
  ...[DuckDBTypeId.DATE, DuckDBTypeId.TIME, DuckDBTypeId.TIMESTAMP],
  ...[DuckDBTypeId.TIMESTAMP_S, DuckDBTypeId.TIMESTAMP_MS, DuckDBTypeId.TIMESTAMP_NS],
]);

/**
 * How to read a column of this type. Numbers of any width are numbers; NULL and NaN are missing; text follows the rules of
 * text tables; dates and times too, in UTC; JSON values keep their type; all other types, such as booleans, are text, as in a text table.
 *
 * @param column its name in SQL
 */
export function columnReading(column: string, type: DuckDBType, reader: CellReader, decimal: string): ColumnReading {
  const { typeId } = type;
  if (WIDE.has(typeId) || NARROW.has(typeId) || typeId === DuckDBTypeId.DECIMAL) {
    return numbers(asDouble(column, type), WIDE.has(typeId), reader);
  }
  if (typeId === DuckDBTypeId.VARCHAR && type.alias === "JSON") return jsonCells(column, reader);
  if (typeId === DuckDBTypeId.VARCHAR || typeId === DuckDBTypeId.ENUM) {
    return textCells(`CAST(${column} AS VARCHAR)`, reader, decimal);
  }
  if (TIMES.has(typeId)) return textCells(`CAST(${column} AS VARCHAR)`, reader, decimal);
  if (typeId === DuckDBTypeId.TIMESTAMP_TZ) {
    return textCells(`CAST(${column} AT TIME ZONE 'UTC' AS VARCHAR)`, reader, decimal);
  }
  // A column that holds only NULL has the type SQLNULL.
  return plainCells(`CAST(${column} AS VARCHAR)`, typeId === DuckDBTypeId.SQLNULL);
}

/** Converts by way of its digits if the direct conversion would round twice, so that the result equals `Number(text)`. */
function asDouble(column: string, type: DuckDBType): string {
  const isExact =
    type.typeId === DuckDBTypeId.DECIMAL
      ? (type as DuckDBDecimalType).width <= EXACT_DIGITS
      : CAST_EXACTLY.has(type.typeId);
  return isExact ? `CAST(${column} AS DOUBLE)` : `CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`;
}

function numbers(expression: string, isWide: boolean, reader: CellReader): ColumnReading {
  return {
    isNumeric: true,
    isWide,
    expressions: [expression],
    append(chunk, at, cells, firstRow) {
      const vector = chunk.getColumnVector(at);
      for (let i = 0; i < chunk.rowCount; i++) {
        appendNumber(cells, vector.getItem(i) as number | null, reader, firstRow + i);
      }
    },
  };
}

function appendNumber(cells: ColumnCells, value: number | null, reader: CellReader, row: number): void {
  const kind = value === null || Number.isNaN(value) ? CELL.missing : reader.kindOf(value);
  cells.appendKind(kind, value ?? Number.NaN, row, "");
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
    append(chunk, at, cells, firstRow) {
      const [values, texts] = [chunk.getColumnVector(at), chunk.getColumnVector(at + 1)];
      for (let i = 0; i < chunk.rowCount; i++) {
        const value = values.getItem(i) as number | null;
        const text = value === null ? (texts.getItem(i) as string | null) : null;
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
    append(chunk, at, cells, firstRow) {
      const vector = chunk.getColumnVector(at);
      for (let i = 0; i < chunk.rowCount; i++) {
        const cell = vector.getItem(i) as string | null;
        cells.appendKind(cell === null ? CELL.missing : CELL.text, Number.NaN, firstRow + i, cell ?? "");
      }
    },
  };
}
