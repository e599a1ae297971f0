import { createReadStream, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { isNumeric } from "@causal-velocity/core/table/table.js";
import { readFile } from "@causal-velocity/readers/read-file.js";
import type { FileOptions } from "@causal-velocity/readers/read-table.js";
import { bytesKind, type TableBytes } from "@causal-velocity/readers/table-bytes.js";
import { inSource, type OpenedSource, positionsOf } from "./source.js";

/** Bytes by which the kind of a file is recognized. */
const HEAD_BYTES = 8;

/**
 * Opens a workbook or a file of Arrow, by the code of `readTable`; it is read at once. Undefined for all other files.
 *
 * @throws InputError as `readBy`
 */
export async function fileSource(
  path: string,
  place: string,
  options: FileOptions,
): Promise<Omit<OpenedSource, "close"> | undefined> {
  const kind = bytesKind(await slice(path, 0, HEAD_BYTES));
  if (kind !== "zip" && kind !== "arrow-file" && kind !== "arrow-stream") return undefined;
  const { table } = await readFile(fileBytes(path), place, options);
  const names = table.columns.map(({ name }) => name);
  return {
    columns: table.columns.map((column) => ({ name: column.name, type: "VARCHAR", isNumeric: isNumeric(column) })),
    rowCount: table.rowCount,
    read: (keys) =>
      inSource(place, async () => {
        const positions = positionsOf(names, table.format.header, keys);
        return { ...table, columns: positions.flatMap((j) => table.columns[j] ?? []) };
      }),
  };
}

function fileBytes(path: string): TableBytes {
  return {
    pieces: () => createReadStream(path),
    size: statSync(path).size,
    slice: (from, to) => slice(path, from, to),
  };
}

async function slice(path: string, from: number, to: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
