import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { type FormatOverrides, sampleCells } from "@causal-velocity/core/table/table-format.js";
import { decodeText, inFile } from "@causal-velocity/core/table/text-source.js";
import type { FileKind, Progress, TablePreview } from "../messages.js";
import { jsonColumns } from "./json-columns.js";
import { readBytes } from "./read-bytes.js";

/** A table, what its file was, and its first rows as written. */
export interface OpenedTable {
  readonly table: Table;
  readonly kind: FileKind;
  readonly cells: TablePreview["cells"];
}

const SAMPLE_ROWS = 8;
/** How every Parquet file begins: "PAR1". */
const PARQUET_MAGIC: readonly number[] = [0x50, 0x41, 0x52, 0x31];
/** Longer cells are cut in the preview. */
const MOST_CHARACTERS = 40;

/**
 * Reads a file as the table it holds: Parquet by its first bytes, JSON by its first sign, text otherwise.
 *
 * @throws InputError for whatever the file is not, with its name as the place
 */
export async function openTable(
  blob: Blob,
  name: string,
  format: FormatOverrides,
  tell: (progress: Progress) => void,
): Promise<OpenedTable> {
  const place = `file "${name}"`;
  const head = new Uint8Array(await headOf(blob, place));
  if (PARQUET_MAGIC.every((byte, i) => head[i] === byte)) {
    tell({ stage: "parsing" });
    const { parquetColumns } = await import("./parquet-columns.js");
    return fromColumns(await parquetColumns(blob, place), "parquet", place);
  }
  const bytes = await readBytes(blob, place, (share) => tell({ stage: "reading", share }));
  tell({ stage: "parsing" });
  const { text, warnings } = decodeText(bytes, place, TextDecoder);
  if (/^\uFEFF?\s*[[{]/.test(text)) return fromColumns(jsonColumns(text, place), "json", place);
  const table = inFile(place, () => parseTable(text, format));
  const sample = sampleCells(text, table.format, SAMPLE_ROWS + 1);
  return {
    table: { ...table, warnings: [...warnings, ...table.warnings] },
    kind: "text",
    cells: sample
      .slice(table.format.header ? 1 : 0)
      .slice(0, SAMPLE_ROWS)
      .map(({ line, cells }) => ({ line, cells: cells.map(shortened) })),
  };
}

async function headOf(blob: Blob, place: string): Promise<ArrayBuffer> {
  try {
    return await blob.slice(0, PARQUET_MAGIC.length).arrayBuffer();
  } catch (error) {
    throw new InputError({
      code: "unreadable-file",
      place,
      value: error instanceof Error ? error.message : String(error),
      expected: "a readable file",
      remedy: "Check that it is a file, not a folder, and that it was not changed since it was chosen.",
    });
  }
}

function fromColumns(columns: Parameters<typeof tableFromColumns>[0], kind: FileKind, place: string): OpenedTable {
  const table = inFile(place, () => tableFromColumns(columns));
  return { table, kind, cells: sampleOfColumns(columns, table.rowCount) };
}

/** First rows of columns of values. */
export function sampleOfColumns(
  columns: Parameters<typeof tableFromColumns>[0],
  rowCount: number,
): TablePreview["cells"] {
  return Array.from({ length: Math.min(SAMPLE_ROWS, rowCount) }, (_, i) => ({
    line: i + 1,
    cells: columns.map(({ values }) => shortened(values[i] === null ? "" : String(values[i] ?? ""))),
  }));
}

function shortened(cell: string): string {
  const text = cell.trim();
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}
