import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { shortCell } from "@causal-velocity/core/primitives/output-text.js";
import { tableReader } from "@causal-velocity/core/table/parse-table.js";
import { DEFAULT_LIMITS } from "@causal-velocity/core/table/reading-limits.js";
import { type NamedValues, type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { type FormatOverrides, sampleCells } from "@causal-velocity/core/table/table-format.js";
import { decodeText, inFile, pieceDecoder } from "@causal-velocity/core/table/text-source.js";
import type { FileKind, Progress, TablePreview } from "./messages.js";

/** A table, the kind of its file, and its first rows as written. */
interface OpenedTable {
  readonly table: Table;
  readonly kind: FileKind;
  readonly cells: TablePreview["cells"];
}

const SAMPLE_ROWS = 8;
/** The first bytes of every Parquet file: "PAR1". */
const PARQUET_MAGIC: readonly number[] = [0x50, 0x41, 0x52, 0x31];
/** Bytes by which the kind of a file is recognized. */
const HEAD_BYTES = 1024;
/** The first rows are shown from this many characters. */
const SAMPLE_CHARACTERS = 4_000_000;

/**
 * Reads the table in a file: Parquet by its first bytes, JSON by its first character, otherwise text.
 *
 * @throws InputError with the file's name as the place
 */
export async function openTable(
  blob: Blob,
  name: string,
  format: FormatOverrides,
  report: (progress: Progress) => void,
): Promise<OpenedTable> {
  const place = `file "${name}"`;
  const head = new Uint8Array(await headOf(blob, place));
  if (PARQUET_MAGIC.every((byte, i) => head[i] === byte)) {
    report({ stage: "parsing" });
    const { parquetColumns } = await import("./parquet-columns.js");
    return fromColumns(await parquetColumns(blob, place), "parquet", place);
  }
  const reportShare = (share: number) => report({ stage: "reading", share });
  if (/^\uFEFF?\s*[[{]/.test(decodeText(head, place, TextDecoder).text)) {
    const bytes = await readBytes(blob, place, reportShare);
    report({ stage: "parsing" });
    return fromColumns(jsonColumns(decodeText(bytes, place, TextDecoder).text, place), "json", place);
  }
  return readText(blob, place, format, reportShare, () => report({ stage: "parsing" }));
}

/** Reads a text table in pieces, so that its text is never in memory as a whole. */
async function readText(
  blob: Blob,
  place: string,
  format: FormatOverrides,
  report: (share: number) => void,
  reportParsing: () => void,
): Promise<OpenedTable> {
  const decoder = pieceDecoder(place, TextDecoder, DEFAULT_LIMITS.bytes);
  const reader = tableReader(format);
  let start = "";
  let isWhole = true;
  const take = (text: string): void => {
    if (start.length < SAMPLE_CHARACTERS) start += text;
    else if (text !== "") isWhole = false;
    inFile(place, () => reader.take(text));
  };
  try {
    await eachPiece(blob, place, report, (piece) => take(decoder.decode(piece)));
    reportParsing();
    take(decoder.end());
    const table = inFile(place, () => reader.finish());
    const sample = sampleCells(start, table.format, SAMPLE_ROWS + 1, isWhole);
    return {
      table: { ...table, findings: [...decoder.findings(), ...table.findings] },
      kind: "text",
      cells: sample
        .slice(table.format.header ? 1 : 0)
        .slice(0, SAMPLE_ROWS)
        .map(({ line, cells }) => ({ line, cells: cells.map((cell) => shortCell(cell)) })),
    };
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "limit-exceeded") throw error;
    const remedy = "Remove columns and rows that you do not need, or use the command, whose --limit raises this.";
    throw new InputError({ ...error.problem, remedy });
  }
}

async function headOf(blob: Blob, place: string): Promise<ArrayBuffer> {
  try {
    return await blob.slice(0, HEAD_BYTES).arrayBuffer();
  } catch (error) {
    throw new InputError({
      code: "unreadable-file",
      place,
      value: error instanceof Error ? error.message : String(error),
      expected: "a readable file",
      remedy: "Check that it is a file, not a folder, and that it has not changed since you chose it.",
    });
  }
}

function fromColumns(columns: Parameters<typeof tableFromColumns>[0], kind: FileKind, place: string): OpenedTable {
  const table = inFile(place, () => tableFromColumns(columns));
  return { table, kind, cells: sampleOfColumns(columns, table.rowCount) };
}

/** The first rows of a table that is given as columns. */
export function sampleOfColumns(
  columns: Parameters<typeof tableFromColumns>[0],
  rowCount: number,
): TablePreview["cells"] {
  return Array.from({ length: Math.min(SAMPLE_ROWS, rowCount) }, (_, i) => ({
    line: i + 1,
    cells: columns.map(({ values }) => shortCell(values[i] === null ? "" : String(values[i] ?? ""))),
  }));
}

/** Bytes. JavaScript strings are limited to about 2²⁹ characters. */
const LARGEST_FILE = 500_000_000;

/**
 * The bytes of a file, with progress reports.
 *
 * @throws InputError `unreadable-file`
 */
async function readBytes(blob: Blob, place: string, report: (share: number) => void): Promise<Uint8Array> {
  if (blob.size > LARGEST_FILE) throw unreadable(place, `${Math.round(blob.size / 1e6)} MB`);
  const bytes = new Uint8Array(blob.size);
  let at = 0;
  await eachPiece(blob, place, report, (piece) => {
    bytes.set(piece, at);
    at += piece.length;
  });
  return bytes;
}

/** Passes a file on in pieces, with progress reports. @throws InputError `unreadable-file` */
async function eachPiece(
  blob: Blob,
  place: string,
  report: (share: number) => void,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const reader = blob.stream().getReader();
  const read = async () => {
    try {
      return await reader.read();
    } catch (error) {
      throw unreadable(place, `reading stopped (${error instanceof Error ? error.message : String(error)})`);
    }
  };
  let at = 0;
  for (let { done, value } = await read(); !done && value; { done, value } = await read()) {
    take(value);
    at += value.length;
    report(blob.size > 0 ? at / blob.size : 1);
  }
}

function unreadable(place: string, value: string): InputError {
  return new InputError({
    code: "unreadable-file",
    place,
    value,
    expected: `a readable file of at most ${LARGEST_FILE / 1e6} MB`,
    remedy: "Remove columns and rows that you do not need, or save the table as Parquet. Then open it again.",
  });
}

/**
 * The columns of a JSON text: an array of objects (rows) or an object of arrays (columns). A key that a row lacks is a
 * missing value.
 *
 * @throws InputError `malformed-file`
 */
export function jsonColumns(text: string, place: string): NamedValues[] {
  const content = parsed(text, place);
  if (Array.isArray(content)) return columnsOfRows(content, place);
  if (typeof content === "object" && content !== null) return columnsOfObject(content, place);
  throw malformed(place, describe(content));
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(place, error instanceof Error ? error.message : String(error));
  }
}

function columnsOfRows(rows: readonly unknown[], place: string): NamedValues[] {
  const columns = new Map<string, unknown[]>();
  rows.forEach((row, i) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw malformed(`${place}, element ${i + 1}`, describe(row));
    }
    for (const [key, value] of Object.entries(row)) {
      let values = columns.get(key);
      if (!values) {
        values = new Array(rows.length).fill(null);
        columns.set(key, values);
      }
      values[i] = value;
    }
  });
  return Array.from(columns, ([name, values]) => ({ name, values }));
}

function columnsOfObject(content: object, place: string): NamedValues[] {
  return Object.entries(content).map(([name, values]) => {
    if (!Array.isArray(values)) throw malformed(`${place}, "${name}"`, describe(values));
    return { name, values };
  });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value)}`.slice(0, 60);
}

function malformed(place: string, value: string): InputError {
  return new InputError({
    code: "malformed-file",
    place,
    value,
    expected: 'JSON such as [{"a": 1, "b": 2}, …] or {"a": [1, …], "b": [2, …]}',
    remedy: "Write the table in one of these forms, or as CSV.",
  });
}
