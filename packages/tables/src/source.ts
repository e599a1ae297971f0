import { type FormatOverrides, inFile, type Table, type TableFormat } from "@causal-velocity/core";
import { columnIndex } from "@causal-velocity/core/reading";

/**
 * Where a table comes from: the path of a file, a glob such as "runs/*.parquet" (all files one after another), a folder
 * of Parquet files, its subfolders `year=2024` as columns, or a query over files.
 */
export type Source = string | { readonly sql: string };

export interface SourceOptions {
  /** How text is laid out and what marks a missing value, where detection is to be told. */
  readonly format?: FormatOverrides;
  /** Bytes that DuckDB may hold before it writes to `temporaryFolder`; default 10⁹. The table comes on top. */
  readonly memoryLimit?: number;
  /** Threads of DuckDB; default: as many as there are cores, at most 4. */
  readonly threads?: number;
  /** Where DuckDB puts what does not fit; default: a new folder in the system's, removed in the end. */
  readonly temporaryFolder?: string;
}

export interface SourceColumn {
  readonly name: string;
  /** As DuckDB names types; VARCHAR for text tables, JSON for JSON. */
  readonly type: string;
  /** By its type, or where that does not tell by its first rows: at most a tenth of what is filled is text. */
  readonly isNumeric: boolean;
}

/** A column by its name, or by its number, counted from 1; see `columnIndex` of the core. */
export type ColumnKey = string | number;

/** A table that is open for reading, column by column. */
export interface OpenedSource {
  readonly columns: readonly SourceColumn[];
  /** Where it is known without reading everything: in Parquet files. */
  readonly rowCount?: number;
  /**
   * These columns, in this order, or all, as `parseTable` would give them.
   *
   * @cost 9 bytes a cell of these columns, and a bounded number besides
   * @throws InputError those of `parseTable`; `unknown-column`, `ambiguous-column`; `malformed-file`, `unreadable-file`,
   *   `memory-exceeded`
   */
  read(keys?: readonly ColumnKey[]): Promise<Table>;
  /** Ends DuckDB, where it was needed. */
  close(): Promise<void>;
}

/** `inFile` of the core for what takes its time: errors get the place put before theirs. */
export async function inSource<T>(place: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    return inFile(place, () => {
      throw error;
    });
  }
}

/** Positions of the columns that keys name, in their order; all without keys. @throws InputError as `columnIndex` */
export function positionsOf(
  names: readonly string[],
  format: TableFormat,
  keys: readonly ColumnKey[] | undefined,
): number[] {
  if (!keys) return names.map((_, j) => j);
  const nominal: Table = {
    columns: names.map((name) => ({ name, values: new Float64Array(), kinds: new Uint8Array(), counts: [0, 0, 0, 0] })),
    rowCount: 0,
    format,
    warnings: [],
  };
  return keys.map((key) => columnIndex(nominal, key, "column"));
}
