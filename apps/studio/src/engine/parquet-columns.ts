import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { NamedValues } from "@causal-velocity/core/table/table.js";
import { momentText, timeText } from "@causal-velocity/readers/moment-text.js";
import { type ParquetParsers, parquetMetadataAsync, parquetRead, type SchemaElement } from "hyparquet";
import { compressors } from "hyparquet-compressors";

/**
 * The columns of a Parquet file. Dates and times are texts, as in a text table, in UTC. Cells of nested columns are
 * objects, which callers count as text. This module is loaded
 * when the first Parquet file is opened.
 *
 * @throws InputError `malformed-file`
 */
export async function parquetColumns(
  blob: Blob,
  place: string,
  report: (share: number) => void = () => undefined,
): Promise<NamedValues[]> {
  const file = {
    byteLength: blob.size,
    slice: (start: number, end?: number) => blob.slice(start, end).arrayBuffer(),
  };
  try {
    const metadata = await parquetMetadataAsync(file);
    const rowCount = Number(metadata.num_rows);
    const columns = new Map<string, unknown[]>();
    const cells = rowCount * metadata.schema.filter(({ num_children }) => num_children === undefined).length;
    let read = 0;
    const conversions = new Map(columnsOf(metadata.schema).map((column) => [column.name, conversion(column)]));
    await parquetRead({
      file,
      metadata,
      compressors,
      parsers: PARSERS,
      onChunk: ({ columnName, columnData, rowStart }) => {
        let values = columns.get(columnName);
        if (!values) {
          values = new Array(rowCount).fill(null);
          columns.set(columnName, values);
        }
        const convert = conversions.get(columnName);
        for (let i = 0; i < columnData.length; i++) {
          const value: unknown = columnData[i];
          values[rowStart + i] = convert && (value ?? null) !== null ? convert(value) : value;
        }
        read += columnData.length;
        report(Math.min(1, read / cells));
      },
    });
    return Array.from(columns, ([name, values]) => ({ name, values }));
  } catch (error) {
    throw new InputError({
      code: "malformed-file",
      place,
      value: error instanceof Error ? error.message : String(error),
      expected: "a complete Parquet file",
      remedy: "Write the file again, or export it as CSV.",
    });
  }
}

const [MILLIS, MICROS, NANOS] = [1000n, 1_000_000n, 1_000_000_000n];
const MILLISECONDS_A_DAY = 86_400_000n;

/** Texts such as 2024-05-31 14:30:00, as DuckDB writes them, to the last digit; an impossible one is missing. */
const moment = (units: bigint) => (value: bigint) => momentText(BigInt(value), units)?.replace("T", " ") ?? null;
const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: moment(MILLIS),
  timestampFromMicroseconds: moment(MICROS),
  timestampFromNanoseconds: moment(NANOS),
  dateFromDays: (days) => momentText(BigInt(days) * MILLISECONDS_A_DAY, MILLIS)?.replace(/T.*$/, "") ?? null,
};

/** The columns of a schema, without the parts of nested ones. */
function columnsOf(schema: readonly SchemaElement[]): SchemaElement[] {
  const end = (at: number): number => {
    let next = at + 1;
    for (let k = schema[at]?.num_children ?? 0; k > 0; k--) next = end(next);
    return next;
  };
  const columns: SchemaElement[] = [];
  for (let at = 1; at < schema.length; at = end(at)) columns.push(schema[at] as SchemaElement);
  return columns;
}

/**
 * What the values of a column stand for, where the reader leaves that open or rounds twice: times are texts, decimals
 * are read from their digits. The latter are no longer named as such, so that the reader gives them as they are stored.
 */
function conversion(column: SchemaElement): ((value: unknown) => unknown) | undefined {
  const { converted_type: converted, logical_type: logical, type } = column;
  const unit = logical?.type === "TIME" ? logical.unit : converted?.match(/^TIME_(.*)$/)?.[1];
  if (unit) {
    const units = { MILLIS, MICROS, NANOS }[unit] ?? MILLIS;
    return (value) => timeText(BigInt(value as number | bigint), units) ?? null;
  }
  if ((converted !== "DECIMAL" && logical?.type !== "DECIMAL") || type === "BYTE_ARRAY") return undefined;
  const scale = (logical?.type === "DECIMAL" ? logical.scale : column.scale) ?? 0;
  delete column.converted_type;
  delete column.logical_type;
  return (value) => Number(`${value instanceof Uint8Array ? signed(value) : value}e${-scale}`);
}

/** A whole number in two's complement, the highest byte first. */
function signed(bytes: Uint8Array): bigint {
  const digits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(8 * bytes.length, digits);
}
