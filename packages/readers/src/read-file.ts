import { type FileOptions, type OtherReaders, type ReadFile, type ReadingUse, readBy } from "./read-table.js";
import type { TableBytes } from "./table-bytes.js";

const LOADED_LATE: OtherReaders = {
  workbook: async () => (await import("./xlsx/workbook-text.js")).workbookText,
  arrow: async () => (await import("./arrow/arrow-table.js")).arrowTable,
};

/** As `readBy`, with the readers of other files than text loaded when the first such file is read. */
export function readFile(
  bytes: TableBytes,
  place: string,
  options: FileOptions,
  use: ReadingUse = {},
): Promise<ReadFile> {
  return readBy(LOADED_LATE, bytes, place, options, use);
}
