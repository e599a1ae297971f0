import { type FormatOverrides, isNumeric, type Table } from "@causal-velocity/core";
import { columnIndex } from "@causal-velocity/core/reading";
import { withTables } from "./load-tables.js";
import { needsMore, readTable } from "./read-table.js";

/** A file, "-" for standard input, a glob, a folder of Parquet files, or a query over files. */
export type CommandSource = string | { readonly sql: string };

export interface ReadColumnsOptions {
  /** By name, or by number from 1; default: those of numbers. */
  readonly columns?: readonly (string | number)[];
  readonly format?: FormatOverrides;
}

/**
 * The named columns of a source, in this order, or else all that hold numbers, stray text aside.
 *
 * @throws InputError as `readTable`; `missing-package` where the source is no text table, and reading it takes one
 */
export async function readColumns(
  source: CommandSource,
  { columns, format = {} }: ReadColumnsOptions = {},
): Promise<Table> {
  const needed = sourceNeeds(source);
  if (needed !== undefined || typeof source !== "string") {
    const options = { format, ...(columns && { columns }) };
    return withTables(needed ?? "", (tables) => tables.readColumns(source, options));
  }
  const table = readTable(source, format);
  if (!columns) return { ...table, columns: table.columns.filter(isNumeric) };
  const chosen = columns.flatMap((key) => table.columns[columnIndex(table, key, "column")] ?? []);
  return { ...table, columns: chosen };
}

/** What reading a source takes beyond this package, for a message; undefined for text tables. */
export function sourceNeeds(source: CommandSource): string | undefined {
  return typeof source === "string" ? needsMore(source) : "to run SQL";
}
