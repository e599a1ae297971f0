import { CELL, type CellReader } from "@causal-velocity/core/table/cell.js";
import type { ColumnBuilder } from "@causal-velocity/core/table/column-builder.js";
import { type DuckDBDataChunk, type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";

/** How a column is asked for in SQL, and how its chunks become cells. */
export interface ColumnReading {
  /** Whether its type alone makes it one of numbers; undefined where the cells decide. */
  readonly isNumeric: boolean | undefined;
  /** Whether it holds whole numbers that a double may not. */
  readonly isWide: boolean;
  /** Expressions of SQL, of which a chunk has one vector each, in this order. */
  readonly expressions: readonly string[];
  /** Appends the cells of a chunk, whose vectors for this column begin at `vector`. */
  append(chunk: DuckDBDataChunk, vector: number, builder: ColumnBuilder, firstRow: number): void;
}

/** What a plain number looks like, for RE2; `cellReader` judges the rest. */
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

/**
 * How to read a column of this type. Numbers are numbers, whatever their width; NULL and NaN are missing; text is read
 * by the rules of text tables; JSON as what its values are; all else, dates and truth values among it, is text, as it
 * would be in a text table.
 *
 * @param column how SQL calls it
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
  // NULL has a type of its own where a column holds nothing else.
  return otherCells(`CAST(${column} AS VARCHAR)`, typeId === DuckDBTypeId.SQLNULL);
}

/** By way of its digits where the plain conversion rounds twice: then it is what `Number` makes of them. */
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
    append(chunk, at, builder, firstRow) {
      const vector = chunk.getColumnVector(at);
      for (let i = 0; i < chunk.rowCount; i++) {
        appendNumber(builder, vector.getItem(i) as number | null, reader, firstRow + i);
      }
    },
  };
}

function appendNumber(builder: ColumnBuilder, value: number | null, reader: CellReader, row: number): void {
  const kind = value === null || Number.isNaN(value) ? CELL.missing : reader.kindOf(value);
  builder.appendKind(kind, value ?? Number.NaN, row, "");
}

/** Plain numbers come as such, which is several times as fast; what is left over comes as text. */
function twoWays(
  isPlain: string,
  column: string,
  appendText: (builder: ColumnBuilder, cell: string, row: number) => void,
  reader: CellReader,
): ColumnReading {
  const number = `CASE WHEN ${isPlain} THEN TRY_CAST(${column} AS DOUBLE) END`;
  return {
    isNumeric: undefined,
    isWide: false,
    expressions: [number, `CASE WHEN (${number}) IS NULL THEN ${column} END`],
    append(chunk, at, builder, firstRow) {
      const [values, texts] = [chunk.getColumnVector(at), chunk.getColumnVector(at + 1)];
      for (let i = 0; i < chunk.rowCount; i++) {
        const value = values.getItem(i) as number | null;
        const text = value === null ? (texts.getItem(i) as string | null) : null;
        if (text === null) appendNumber(builder, value, reader, firstRow + i);
        else appendText(builder, text, firstRow + i);
      }
    },
  };
}

function textCells(column: string, reader: CellReader, decimal: string): ColumnReading {
  const isPlain = decimal === "." ? `regexp_full_match(${column}, ${PLAIN_NUMBER})` : "FALSE";
  return twoWays(isPlain, column, (builder, cell, row) => builder.append(cell, row), reader);
}

function jsonCells(json: string, reader: CellReader): ColumnReading {
  const column = `CAST(${json} AS VARCHAR)`;
  // Of all that JSON can hold, only numbers begin with a digit or a minus.
  const isPlain = `(ascii(${column}) BETWEEN ${ZERO} AND ${NINE} OR ascii(${column}) = ${MINUS})`;
  const appendText = (builder: ColumnBuilder, cell: string, row: number): void => {
    const value: unknown = JSON.parse(cell);
    if (typeof value === "string") builder.append(value, row);
    else if (value === null) builder.appendKind(CELL.missing, Number.NaN, row, "");
    else builder.appendKind(CELL.text, Number.NaN, row, cell);
  };
  return twoWays(isPlain, column, appendText, reader);
}

function otherCells(column: string, isEmpty: boolean): ColumnReading {
  return {
    isNumeric: false,
    isWide: false,
    expressions: [isEmpty ? "CAST(NULL AS VARCHAR)" : column],
    append(chunk, at, builder, firstRow) {
      const vector = chunk.getColumnVector(at);
      for (let i = 0; i < chunk.rowCount; i++) {
        const cell = vector.getItem(i) as string | null;
        builder.appendKind(cell === null ? CELL.missing : CELL.text, Number.NaN, firstRow + i, cell ?? "");
      }
    },
  };
}
