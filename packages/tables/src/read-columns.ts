import { isNumeric, type Table } from "@causal-velocity/core/table/table.js";
import { openSource } from "./open-source.js";
import type { ColumnKey, Source, SourceOptions } from "./source.js";

export interface ReadColumnsOptions extends SourceOptions {
  /** Which columns, by name or number; default: those of numbers. */
  readonly columns?: readonly ColumnKey[];
}

/**
 * The named columns of a source, or else all that hold numbers, stray text aside; what is read and left out is not kept.
 *
 * @throws InputError as `openSource` and its `read`
 */
export async function readColumns(source: Source, { columns, ...options }: ReadColumnsOptions = {}): Promise<Table> {
  const opened = await openSource(source, options);
  try {
    const table = await opened.read(columns);
    return columns ? table : { ...table, columns: table.columns.filter(isNumeric) };
  } finally {
    await opened.close();
  }
}
