import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { shortCell } from "@causal-velocity/core/primitives/output-text.js";
import { type NamedValues, type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { decodeText, inFile } from "@causal-velocity/core/table/text-source.js";
import { readFile } from "@causal-velocity/readers/read-file.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import { bytesKind, bytesOf } from "@causal-velocity/readers/table-bytes.js";
import type { FileKind, Progress, TablePreview } from "./messages.js";

/** A row as written. */
export interface SampleRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table, the kind of its file, its first rows as written, and of a workbook its sheets. */
interface OpenedTable extends Pick<TablePreview, "sheets" | "sheet"> {
  readonly table: Table;
  readonly kind: FileKind;
  readonly sample: readonly SampleRow[];
}

const SAMPLE_ROWS = 8;
/** Share of the work that is done when all rows are read: what is left is to decide how the columns are read. */
const ROWS_SHARE = 0.8;
/** Bytes by which the kind of a file is recognized. */
const HEAD_BYTES = 1024;

/**
 * Reads the table in a file: Parquet by its first bytes, JSON by its first character, all others as the library does.
 *
 * @throws InputError with the file's name as the place
 */
export async function openTable(
  blob: Blob,
  name: string,
  format: FileFormat,
  report: (progress: Progress) => void,
): Promise<OpenedTable> {
  const place = `file "${name}"`;
  const head = new Uint8Array(await headOf(blob, place));
  const kind = bytesKind(head);
  const reportShare = (share: number) => report({ stage: "reading", share: ROWS_SHARE * share });
  if (kind === "parquet") {
    const { parquetColumns } = await import("./parquet-columns.js");
    return fromColumns(await parquetColumns(blob, place, reportShare), "parquet", place);
  }
  if (kind === "text" && /^\uFEFF?\s*[[{]/.test(decodeText(head, place, TextDecoder).text)) {
    const bytes = await readBytes(blob, place, reportShare);
    report({ stage: "parsing", share: ROWS_SHARE });
    return fromColumns(jsonColumns(decodeText(bytes, place, TextDecoder).text, place), "json", place);
  }
  return readRows(blob, place, format, reportShare, () => report({ stage: "parsing", share: ROWS_SHARE }));
}

/** Reads text, workbooks and Arrow in pieces. */
async function readRows(
  blob: Blob,
  place: string,
  format: FileFormat,
  report: (share: number) => void,
  reportParsing: () => void,
): Promise<OpenedTable> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield* piecesOf(blob, place, report);
    reportParsing();
  }
  try {
    const use = { sampleRows: SAMPLE_ROWS };
    const { table, kind, sample, sheets, sheet } = await readFile({ ...bytesOf(blob), pieces }, place, format, use);
    return {
      table,
      kind,
      sample: sample.map(({ line, cells }) => ({ line, cells: cells.map((cell) => shortCell(cell)) })),
      ...(sheets && sheet && { sheets, sheet: sheet.name }),
    };
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "limit-exceeded" || !mentionsLimit(error)) throw error;
    const remedy = "Remove columns and rows that you do not need, or use the command, whose --limit raises this.";
    throw new InputError({ ...error.problem, remedy });
  }
}

/** Whether an error advises to raise a limit, which the page cannot. */
function mentionsLimit({ problem: { remedy } }: InputError): boolean {
  return typeof remedy !== "string" && remedy.some((part) => typeof part !== "string" && part.option === "limit");
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
  return { table, kind, sample: sampleOfColumns(columns, table.rowCount) };
}

/** A value as a text; one that is nested too deep for that is only named. */
function shownValue(value: unknown): string {
  try {
    return String(value ?? "");
  } catch {
    return "a nested value";
  }
}

/** The first rows of a table that is given as columns. */
export function sampleOfColumns(
  columns: Parameters<typeof tableFromColumns>[0],
  rowCount: number,
): readonly SampleRow[] {
  return Array.from({ length: Math.min(SAMPLE_ROWS, rowCount) }, (_, i) => ({
    line: i + 1,
    cells: columns.map(({ values }) => shortCell(shownValue(values[i]))),
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
  for await (const piece of piecesOf(blob, place, report)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** A file in pieces, with progress reports. @throws InputError `unreadable-file` */
async function* piecesOf(blob: Blob, place: string, report: (share: number) => void): AsyncGenerator<Uint8Array> {
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
    yield value;
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
