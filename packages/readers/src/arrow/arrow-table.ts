import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { shortCell } from "@causal-velocity/core/primitives/output-text.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { cellReader } from "@causal-velocity/core/table/cell-reader.js";
import { cellStore } from "@causal-velocity/core/table/column-builder.js";
import { markTally } from "@causal-velocity/core/table/column-form.js";
import { limitExceeded, type ReadingLimits, requireWithin } from "@causal-velocity/core/table/reading-limits.js";
import { emptyTable, namesOnly, type Table, type TableFormat } from "@causal-velocity/core/table/table.js";
import type { ReadOptions } from "@causal-velocity/core/table/table-format.js";
import { inFile } from "@causal-velocity/core/table/text-source.js";
import { decompress } from "fzstd";
import { inPlace, notForThis, type ReadFile, type ReadingUse } from "../read-table.js";
import { roundedIntegers } from "../rounded-integers.js";
import { type ArrowCell, type CellOf, type ColumnData, columnCells } from "./column-cells.js";
import type { FlatTable } from "./flat-buffer.js";
import { lz4Frame } from "./lz4-frame.js";
import { type BatchParts, type ByteQueue, batchParts, byteQueue, nextMessage, readBuffers } from "./messages.js";
import { type ArrowField, type FieldPlace, fieldPlaces, isRuns, schemaFields, valuesField } from "./schema.js";

/** Bytes at the beginning of a file, before the same messages as in a stream: ARROW1 and two zeros. */
const FILE_MAGIC = 8;

/**
 * The table in a stream or a file of Arrow, batch by batch; of a file the directory at its end is not needed. Only data
 * of the needed columns are kept and inflated. This module is loaded when the first such file is read.
 *
 * Numbers are numbers, texts are read by the rules of text tables, dates are texts such as 2024-05-31, and everything else
 * is text.
 * @cost one pass; the memory of a `cellStore`, and of the needed columns of one batch
 * @throws InputError `malformed-file`, `limit-exceeded`, `empty-table`, and what `use.needed` throws
 */
export async function arrowTable(
  pieces: AsyncIterable<Uint8Array>,
  kind: "arrow-file" | "arrow-stream",
  place: string,
  options: ReadOptions,
  limits: ReadingLimits,
  { needed = () => undefined, sampleRows = 0 }: ReadingUse,
): Promise<Pick<ReadFile, "table" | "sample">> {
  const odd = options.delimiter === undefined ? (options.header === undefined ? undefined : "header") : "delimiter";
  if (odd) throw notForThis(odd, place, "a text table");
  const queue = byteQueue(counted(pieces, limits, place));
  const isFile = kind === "arrow-file";
  if (isFile) await queue.skip(FILE_MAGIC);
  const { fields, version } = await asArrow(place, () => readSchema(queue));
  requireWithin(limits, "columns", fields.length, place);
  const names = fields.map(({ name }, j) => name.trim() || `column ${j + 1}`);
  const all = namesOnly(names, true);
  const numbers = needed(all);
  const positions = numbers?.map((number) => number - 1) ?? names.map((_, j) => j);
  const format: TableFormat = { delimiter: ",", decimal: options.decimal ?? ".", header: true };
  const reader = cellReader(format.decimal, options.missing);
  const chosen = positions.map((j) => names[j] ?? "");
  const store = cellStore(chosen, reader, markTally(), limits);
  const rounded = chosen.map(() => 0);
  const sample: string[][] = [];
  let rows = 0;

  const put = (row: number, k: number, cell: ArrowCell): void => {
    if (row < sampleRows) {
      sample[row] ??= [];
      sample[row][k] = shownCell(cell);
    }
    if (typeof cell === "string") store.put(row, k, cell, 0, cell.length, row + 1);
    else if (typeof cell === "number" || typeof cell === "bigint") {
      const value = Number(cell);
      if (typeof cell === "bigint" && BigInt(value) !== cell) rounded[k] = (rounded[k] ?? 0) + 1;
      store.putKind(row, k, Number.isNaN(value) ? CELL.missing : reader.kindOf(value), value, row + 1, "");
    } else store.putKind(row, k, cell === null ? CELL.missing : CELL.text, Number.NaN, row + 1, cell?.shown ?? "");
  };
  await asArrow(place, () =>
    eachBatch(queue, { fields, version, isFile, positions, limits }, (count, cells) => {
      requireWithin(limits, "cells", (rows + count) * Math.max(1, positions.length), `row ${rows + 1}`);
      cells.forEach((cellOf, k) => {
        for (let i = 0; i < count; i++) put(rows + i, k, cellOf(i));
      });
      rows += count;
    }),
  );
  return inFile(place, () => {
    if (rows === 0) throw emptyTable("columns without rows");
    const columns = store.finish(rows, { decimal: format.decimal, source: "given" }, options.dates);
    const findings = rounded.flatMap((count, k) => (count > 0 ? [roundedIntegers(chosen[k] ?? "", count)] : []));
    const read: Table = { columns, rowCount: rows, format, findings };
    return {
      table: numbers ? inPlace(read, all, numbers) : read,
      sample: sample.map((cells, i) => ({ line: i + 1, cells })),
    };
  });
}

function shownCell(cell: ArrowCell): string {
  return cell === null ? "" : shortCell(typeof cell === "object" ? cell.shown : String(cell));
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  limits: ReadingLimits,
  place: string,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    requireWithin(limits, "bytes", size, place);
    yield piece;
  }
}

async function readSchema(
  queue: ByteQueue,
): Promise<{ readonly fields: readonly ArrowField[]; readonly version: number }> {
  const message = await nextMessage(queue, true);
  if (message?.kind !== "schema") throw new RangeError("no schema at its beginning");
  await queue.skip(message.bodyLength);
  return { fields: schemaFields(message.content), version: message.version };
}

/** What is known of a stream before its batches. */
interface StreamAbout {
  readonly fields: readonly ArrowField[];
  readonly version: number;
  /** A file ends with a mark, which streams may leave out. */
  readonly isFile: boolean;
  readonly positions: readonly number[];
  readonly limits: ReadingLimits;
}

/** Passes the needed columns of each batch on, in their order. @throws RangeError if the stream is damaged */
async function eachBatch(
  queue: ByteQueue,
  { fields, version, isFile, positions, limits }: StreamAbout,
  use: (rows: number, cells: readonly CellOf[]) => void,
): Promise<void> {
  const dictionaries = new Map<number, ArrowCell[]>();
  const chosen = positions.map((j) => fields[j] as ArrowField);
  for (let message = await nextMessage(queue, isFile); message; message = await nextMessage(queue, isFile)) {
    const { kind, content, bodyLength } = message;
    if (kind === "dictionary") {
      await readDictionary(queue, content, bodyLength, chosen, version, dictionaries, limits);
    } else if (kind === "batch") {
      const parts = batchParts(content);
      const cells = await readColumns(queue, parts, bodyLength, fields, positions, version, limits);
      use(
        parts.rows,
        cells.map((data, k) => columnCells(data, dictionaries.get(dictionaryOf(chosen[k]) ?? -1))),
      );
    } else await queue.skip(bodyLength);
  }
}

async function readColumns(
  queue: ByteQueue,
  parts: BatchParts,
  bodyLength: number,
  fields: readonly ArrowField[],
  positions: readonly number[],
  version: number,
  limits: ReadingLimits,
): Promise<ColumnData[]> {
  const places = fieldPlaces(fields, version, parts.views);
  const needed = new Set(positions.flatMap((j) => neededBuffers(fields[j] as ArrowField, places[j] as FieldPlace)));
  const buffers = await readBuffers(queue, parts, bodyLength, needed);
  const dataOf = (field: ArrowField, place: FieldPlace): ColumnData => ({
    field,
    rows: parts.nodes[place.node]?.[0] ?? 0,
    buffers: place.buffers.map((index) => inflated(buffers.get(index) ?? new Uint8Array(), parts, limits)),
    children: isRuns(field) ? place.children.map((child, i) => dataOf(field.children[i] as ArrowField, child)) : [],
  });
  return positions.map((j) => {
    const data = dataOf(fields[j] as ArrowField, places[j] as FieldPlace);
    if (data.rows !== parts.rows) throw new RangeError(`a column of ${data.rows} rows where there are ${parts.rows}`);
    return data;
  });
}

/** The buffers that hold the cells of a column; nested values are not shown. */
function neededBuffers(field: ArrowField, { buffers, children }: FieldPlace): readonly number[] {
  if (!isRuns(field)) return buffers;
  return children.flatMap((child, i) => neededBuffers(field.children[i] as ArrowField, child));
}

function dictionaryOf(field: ArrowField | undefined): number | undefined {
  return field && valuesField(field).dictionary?.id;
}

async function readDictionary(
  queue: ByteQueue,
  content: FlatTable,
  bodyLength: number,
  chosen: readonly ArrowField[],
  version: number,
  dictionaries: Map<number, ArrowCell[]>,
  limits: ReadingLimits,
): Promise<void> {
  const id = content.int(0, 8);
  const owner = chosen.find((field) => dictionaryOf(field) === id);
  const batch = content.table(1);
  if (!owner || !batch) return queue.skip(bodyLength);
  const { dictionary: _, ...values } = valuesField(owner);
  const parts = batchParts(batch);
  requireWithin(limits, "cells", parts.rows, `dictionary ${id}`);
  const [data] = await readColumns(queue, parts, bodyLength, [values], [0], version, limits);
  if (!data) return;
  const cellOf = columnCells(data);
  const before = content.int(2, 1) !== 0 ? (dictionaries.get(id) ?? []) : [];
  requireWithin(limits, "cells", before.length + parts.rows, `dictionary ${id}`);
  for (let i = 0; i < parts.rows; i++) before.push(cellOf(i));
  dictionaries.set(id, before);
}

/** Bytes before a compressed buffer: its inflated size, or -1 if it is not compressed. */
const SIZE_BYTES = 8;
/** LZ4 and zstd blocks cannot inflate to more, per byte. */
const MOST_EXPANSION = { lz4: 256, zstd: 1 << 16 };

/** A buffer as it was before compression. @throws RangeError if it is damaged */
function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  { compression }: BatchParts,
  limits: ReadingLimits,
): Uint8Array<ArrayBuffer> {
  if (!compression || bytes.length === 0) return bytes;
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true));
  const content = bytes.subarray(SIZE_BYTES);
  if (size === -1) return content;
  if (size > limits.bytes) throw limitExceeded("bytes", limits.bytes, "a column");
  const isPossible = size >= 0 && size <= MOST_EXPANSION[compression] * (content.length + 1);
  if (!isPossible) throw new RangeError(`${content.length} bytes that inflate to ${size}`);
  return compression === "lz4" ? lz4Frame(content, size) : zstdFrame(content, size);
}

function zstdFrame(frame: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  try {
    if (decompress(frame, out).length === size) return out;
  } catch {
    // The error below says what its codes say.
  }
  throw new RangeError("a damaged zstd frame");
}

/** What damaged bytes lead to becomes an InputError with the name of the file. */
async function asArrow<T>(place: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputError) {
      return inFile(place, () => {
        throw error;
      });
    }
    if (!(error instanceof RangeError)) throw error;
    throw new InputError({
      code: "malformed-file",
      place,
      value: `a damaged file of Arrow (${error.message})`,
      expected: "a complete file or stream of Arrow, or Feather of version 2",
      remedy: "Write the file again, or export it as CSV or Parquet.",
    });
  }
}
