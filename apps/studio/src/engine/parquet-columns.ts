import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { NamedValues } from "@causal-velocity/core/table/table.js";
import { parquetMetadataAsync, parquetRead } from "hyparquet";
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
    const days = new Set(metadata.schema.flatMap((column) => (column.converted_type === "DATE" ? [column.name] : [])));
    await parquetRead({
      file,
      metadata,
      compressors,
      onChunk: ({ columnName, columnData, rowStart }) => {
        let values = columns.get(columnName);
        if (!values) {
          values = new Array(rowCount).fill(null);
          columns.set(columnName, values);
        }
        const isDay = days.has(columnName);
        for (let i = 0; i < columnData.length; i++) {
          const value: unknown = columnData[i];
          values[rowStart + i] = value instanceof Date ? dateText(value, isDay) : value;
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

/** 2024-05-31, or with a time 2024-05-31 14:30:00, as DuckDB writes it; an impossible one is missing. */
function dateText(date: Date, isDay: boolean): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString().replace(/(\.000)?Z$/, "");
  return isDay ? text.slice(0, text.indexOf("T")) : text.replace("T", " ");
}
