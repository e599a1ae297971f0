import type { Text } from "@causal-velocity/core/primitives/errors.js";
import type { ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
import { columnFinder, namesOnly, type Table } from "@causal-velocity/core/table/table.js";
import { inFile } from "@causal-velocity/core/table/text-source.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";

/**
 * Where a table comes from: the path of a file; a glob such as "runs/*.parquet", whose files are read as one table; a
 * folder of Parquet files, whose subfolders such as `year=2024` become columns; or an SQL query over files.
 */
export type Source = string | { readonly sql: string };

/** How a source is read. */
export interface SourceOptions {
  /** Format of text, marks of missing values, sheet and range of a workbook, where detection is to be overridden. */
  readonly format?: FileFormat;
  /** How much is read at most, such as `{ cells: 2e8 }`; cells apply to all kinds of files, bytes to text and JSON, the others to text. */
  readonly limit?: Partial<ReadingLimits>;
  /** Bytes that DuckDB may use before it writes to `temporaryFolder`; default 10⁹. The table itself is not included. */
  readonly memoryLimit?: number;
  /** Threads of DuckDB; default: the number of cores, at most 4. */
  readonly threads?: number;
  /** Where DuckDB writes data that does not fit in memory; default: a new temporary folder, removed by `close`. */
  readonly temporaryFolder?: string;
}

/** A column of a source, known before it is read. */
export interface SourceColumn {
  readonly name: string;
  /** DuckDB's name of the type; VARCHAR for text tables, JSON for JSON. */
  readonly type: string;
  /** Whether it holds numbers: by its type or, for text and JSON, if at most a tenth of its first filled cells is text. */
  readonly isNumeric: boolean;
}

/** A column by its name, or by its number, counted from 1. */
export type ColumnKey = string | number;

/** An open source: its columns are known, and any of them can be read. */
export interface OpenedSource {
  readonly columns: readonly SourceColumn[];
  /** Number of rows, if it is known without reading everything: for Parquet files. */
  readonly rowCount?: number;
  /**
   * Reads the given columns in the given order, or all columns. Cells are interpreted as by `parseTable`.
   *
   * @cost 9 bytes per cell of these columns, plus a bounded amount
   * @throws InputError as `parseTable`, `limit-exceeded` among them; `unknown-column`, `ambiguous-column`; `malformed-file`, `unreadable-file`,
   *   `memory-exceeded`
   */
  read(keys?: readonly ColumnKey[]): Promise<Table>;
  /** Stops DuckDB, if it was started, and removes its temporary folder. */
  close(): Promise<void>;
}

/** `inFile` of the core for asynchronous work: puts the place before that of an error. */
export async function inSource<T>(place: Text, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    return inFile(place, () => {
      throw error;
    });
  }
}

/** Positions of the given columns, in the given order; all without keys. @throws InputError as `columnIndex` of the core */
export function positionsOf(
  names: readonly string[],
  header: boolean,
  keys: readonly ColumnKey[] | undefined,
): number[] {
  if (!keys) return names.map((_, j) => j);
  const find = columnFinder(namesOnly(names, header));
  return keys.map((key) => find(key, "column"));
}
