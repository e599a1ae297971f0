import { InputError, type Text, text } from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { tableReader } from "@causal-velocity/core/table/parse-table.js";
import { limitExceeded } from "@causal-velocity/core/table/reading-limits.js";
import type { TextRow } from "@causal-velocity/core/table/split-rows.js";
import { namesOnly, type Table } from "@causal-velocity/core/table/table.js";
import {
  checkOptions,
  type FormatOverrides,
  type ReadOptions,
  sampleCells,
} from "@causal-velocity/core/table/table-format.js";
import { inFile, pieceDecoder } from "@causal-velocity/core/table/text-source.js";
import type { arrowTable } from "./arrow/arrow-table.js";
import { gunzipped } from "./decompress.js";
import { kindOfPieces, type TableBytes } from "./table-bytes.js";
import type { Sheet } from "./xlsx/workbook.js";
import type { workbookText } from "./xlsx/workbook-text.js";

/** Parts of the layout of a file that are known and need not be detected. */
export interface FileFormat extends FormatOverrides {
  /** Of a workbook: the name of the sheet, or its number, counted from 1; default: the first that is not hidden. */
  readonly sheet?: string | number | undefined;
  /** Of a workbook: the cells to read, such as A3:F200; default: all that are filled. */
  readonly range?: string | undefined;
}

/** How the table in a file is read: what is known of its layout, and how much of it is read at most. */
export interface FileOptions extends FileFormat, ReadOptions {}

/** What a caller does with a table while it is read. */
export interface ReadingUse {
  /** The numbers of the columns to keep, from 1, by their names; undefined for all. The others stay in place, empty. */
  needed?(names: Table): readonly number[] | undefined;
  /** How many of the first rows to keep as they are written. */
  readonly sampleRows?: number;
}

/** A table, and what its file was. */
export interface ReadFile {
  readonly table: Table;
  readonly kind: "text" | "xlsx" | "arrow";
  /** Of a workbook: all its sheets, and which of them was read. */
  readonly sheets?: readonly Sheet[];
  readonly sheet?: Sheet;
  /** The first rows as they are written, without the header. */
  readonly sample: readonly TextRow[];
}

/** Text in pieces, how it is read, and what is doubtful about it, at its end. */
export interface TextPieces {
  readonly pieces: AsyncIterable<string>;
  readonly place: string;
  readonly options: ReadOptions;
  findings(): readonly Finding[];
}

/** Readers of other files than text, which a caller may load when they are needed. */
export interface OtherReaders {
  workbook(): Promise<typeof workbookText>;
  arrow(): Promise<typeof arrowTable>;
}

/**
 * Reads the table in a file or a stream, by its content: text, text in gzip, an Excel workbook, Arrow. Limits of bytes
 * apply to what is expanded, while it is read.
 *
 * @param place what messages call the file, such as `file "trial.xlsx"`
 * @cost one pass; the memory of a `tableReader` of the needed columns, and for a workbook its bytes and shared texts
 * @throws InputError those of `parseTable`; `binary-file`, `damaged-archive`, `unsupported-archive`, `malformed-file`,
 *   and what `use.needed` throws
 */
export async function readBy(
  readers: OtherReaders,
  bytes: TableBytes,
  place: string,
  { sheet, range, ...options }: FileOptions,
  use: ReadingUse = {},
): Promise<ReadFile> {
  const limits = checkOptions(options);
  if ((bytes.size ?? 0) > limits.bytes) throw limitExceeded("bytes", limits.bytes, place);
  let { kind, pieces } = await kindOfPieces(bytes.pieces());
  const isPacked = kind === "gzip";
  if (isPacked) ({ kind, pieces } = await kindOfPieces(gunzipped(pieces, place)));
  if (kind === "zip") {
    const source = isPacked ? {} : bytes;
    const sheetOf = await readers.workbook();
    const found = await sheetOf({ ...source, pieces: () => pieces }, place, { ...options, sheet, range }, limits);
    const read = await readText(found, use);
    return { ...read, kind: "xlsx", sheets: found.sheets, sheet: found.sheet };
  }
  refuseSheet({ sheet, range }, place);
  if (kind === "arrow-file" || kind === "arrow-stream") {
    const tableOf = await readers.arrow();
    return { ...(await tableOf(pieces, kind, place, options, limits, use)), kind: "arrow" };
  }
  const decoder = pieceDecoder(place, TextDecoder, limits.bytes);
  async function* decoded(): AsyncGenerator<string> {
    for await (const piece of pieces) yield decoder.decode(piece);
    yield decoder.end();
  }
  const plain = { pieces: decoded(), place, options, findings: () => decoder.findings() };
  return { ...(await readText(plain, use)), kind: "text" };
}

/** The first rows are shown from this many characters. */
const SAMPLE_CHARACTERS = 4_000_000;

async function readText(
  { pieces, place, options, findings }: TextPieces,
  { needed = () => undefined, sampleRows = 0 }: ReadingUse,
): Promise<Pick<ReadFile, "table" | "sample">> {
  let [names, numbers, refusal]: [Table?, (readonly number[])?, unknown?] = [];
  let [start, isWhole] = ["", true];
  const reader = tableReader(options, (found, { header }) => {
    const all = namesOnly(found, header);
    try {
      numbers = needed(all);
    } catch (error) {
      refusal = error;
      throw error;
    }
    if (numbers) names = all;
    return numbers?.map((number) => number - 1);
  });
  try {
    for await (const piece of pieces) {
      if (sampleRows > 0 && start.length < SAMPLE_CHARACTERS) start += piece;
      else if (piece !== "") isWhole = false;
      reader.take(piece);
    }
    const read = reader.finish();
    const table = names && numbers ? inPlace(read, names, numbers) : read;
    // Lines above the header are the first of the text.
    const above = table.setAside?.find(({ reason }) => reason === "title")?.count ?? 0;
    const sample = sampleRows > 0 ? sampleCells(start, table.format, above + sampleRows + 1, isWhole) : [];
    return {
      table: { ...table, findings: [...findings(), ...table.findings] },
      sample: sample.slice(above + (table.format.header ? 1 : 0)).slice(0, sampleRows),
    };
  } catch (error) {
    // A wrong choice of columns is no fault of the file.
    if (error === refusal) throw error;
    return inFile(place, () => {
      throw error;
    });
  }
}

/** The columns that were read at their places among all. */
export function inPlace(read: Table, names: Table, numbers: readonly number[]): Table {
  const placed = new Map(numbers.map((number, place) => [number, read.columns[place]]));
  return { ...read, columns: names.columns.map((column, j) => placed.get(j + 1) ?? column) };
}

/** Refuses the options of workbooks for other files. @throws InputError `wrong-option` */
export function refuseSheet({ sheet, range }: FileFormat, place: Text): void {
  if (sheet !== undefined) throw notForThis("sheet", place, "an Excel workbook");
  if (range !== undefined) throw notForThis("range", place, "an Excel workbook");
}

/** The error for an option that another kind of file has. */
export function notForThis(option: string, place: Text, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: [{ option }],
    value: text`given for ${place}`,
    expected,
    remedy: "Leave this option out.",
  });
}
