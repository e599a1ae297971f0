import { requireOptions, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { arrowTable } from "@causal-velocity/readers/arrow/arrow-table.js";
import { type FileOptions, readBy } from "@causal-velocity/readers/read-table.js";
import { type BlobLike, bytesOf } from "@causal-velocity/readers/table-bytes.js";
import { workbookText } from "@causal-velocity/readers/xlsx/workbook-text.js";

/** How the table in a file is read, and what messages call the file. */
export interface ReadTableOptions extends FileOptions {
  /** The name of the file; default: the table. */
  readonly name?: string;
}

// Not loaded at run time: bundles of one file, for pages and workers, have no other one to load.
const READERS = { workbook: async () => workbookText, arrow: async () => arrowTable };

/**
 * Reads the table in a file, by its content: text (CSV, TSV and others), text in gzip, an Excel workbook (.xlsx), Arrow
 * (IPC file or stream, Feather). Of workbooks only values are read; what formulas gave when the file was saved counts.
 *
 * A file that is larger than memory can be read from a `Blob`, which Node opens with `openAsBlob(path)`.
 * @param source the bytes of the file, or the file as browsers open it
 * @cost one pass; 18 bytes a cell, and for a workbook its bytes and texts
 * @throws InputError those of `parseTable`; `binary-file`, `damaged-archive`, `unsupported-archive`, `malformed-file`
 */
export async function readTable(source: Uint8Array | BlobLike, options: ReadTableOptions = {}): Promise<Table> {
  requireOptions(options);
  const { name, ...rest } = options;
  if (name !== undefined && typeof name !== "string") throw wrongOption("name", name, "the name of the file");
  // Also true for bytes of another realm, and for Node's buffers.
  const isBytes = Object.prototype.toString.call(source) === "[object Uint8Array]";
  const { size, slice }: Partial<BlobLike> = Object(source);
  if (!isBytes && !(typeof size === "number" && typeof slice === "function")) {
    throw wrongOption("source", source, "the bytes of a file, as a Uint8Array or a Blob");
  }
  const place = name === undefined ? "the table" : `file "${name}"`;
  return (await readBy(READERS, bytesOf(source), place, rest)).table;
}
