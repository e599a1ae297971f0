import { grouped, InputError, option, text } from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import type { ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
import { type FileOptions, notForThis, type TextPieces } from "../read-table.js";
import { joined, type TableBytes } from "../table-bytes.js";
import { directoryEnd, END_BYTES, zipDirectory } from "../zip-directory.js";
import { rangeOption } from "./cell-range.js";
import { workbookWords } from "./package-parts.js";
import { sheetText } from "./sheet-text.js";
import { chosenSheet, listSheets, MOST_WORKBOOK_BYTES, openWorkbook, type Sheet } from "./workbook.js";

/** The text of a sheet, and the sheets of its workbook. */
interface WorkbookText extends TextPieces {
  readonly sheets: readonly Sheet[];
  readonly sheet: Sheet;
}

/**
 * One sheet of a workbook as the text of a table. This module is loaded when the first workbook is read.
 *
 * @throws InputError as `openWorkbook`, `chosenSheet` and `sheetText`; `limit-exceeded` with an estimate for a workbook of
 *   more than 50 MB
 */
export async function workbookText(
  bytes: TableBytes,
  place: string,
  { sheet: wanted, range, ...options }: FileOptions,
  limits: ReadingLimits,
): Promise<WorkbookText> {
  if (options.delimiter !== undefined) throw notForThis("delimiter", place, "a text table");
  const cells = range === undefined ? undefined : rangeOption(range);
  const workbook = await openWorkbook(await workbookBytes(bytes, place), place, limits);
  const sheet = chosenSheet(workbook, wanted);
  const where = `${place}, sheet "${sheet.name}"`;
  const decimal = options.decimal ?? ".";
  const { pieces, findings } = sheetText(workbook, sheet, { range: cells, decimal }, limits, where);
  const { sheets } = workbook;
  return {
    pieces,
    place: where,
    options: { ...options, delimiter: "\t", decimal },
    findings: () => [...(wanted === undefined && sheets.length > 1 ? [otherSheets(sheet, sheets)] : []), ...findings()],
    sheets,
    sheet,
  };
}

async function workbookBytes(bytes: TableBytes, place: string): Promise<Uint8Array> {
  if ((bytes.size ?? 0) > MOST_WORKBOOK_BYTES) throw await tooLarge(bytes, place);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes.pieces()) {
    size += piece.length;
    if (size > MOST_WORKBOOK_BYTES) throw await tooLarge({ pieces: bytes.pieces }, place);
    parts.push(piece.slice());
  }
  return joined(parts);
}

/** Bytes of a cell in a sheet: 25 to 45 in those that spreadsheet programs write. */
const CELL_BYTES = 35;

/** The error for a large workbook, with an estimate of what is in it if its directory can be read. */
async function tooLarge(bytes: TableBytes, place: string): Promise<InputError> {
  const megabytes = (count: number): string => grouped(Math.round(count / 1e6));
  const { size } = bytes;
  const inflated = await inflatedBytes(bytes, place);
  const estimate =
    inflated === undefined
      ? ""
      : `, ${megabytes(inflated)} MB when unpacked, about ${megabytes(inflated / CELL_BYTES)} million cells`;
  return new InputError({
    code: "limit-exceeded",
    place,
    value: `${size === undefined ? `more than ${megabytes(MOST_WORKBOOK_BYTES)}` : megabytes(size)} MB${estimate}`,
    expected: `a workbook of at most ${megabytes(MOST_WORKBOOK_BYTES)} MB`,
    remedy: "Save the sheet as CSV or Parquet, which have no such limit, or delete the other sheets.",
  });
}

/** The inflated bytes of all parts; undefined if the directory cannot be read. */
async function inflatedBytes({ size, slice }: TableBytes, place: string): Promise<number | undefined> {
  if (size === undefined || !slice) return undefined;
  const words = workbookWords(place);
  try {
    const tailStart = Math.max(0, size - END_BYTES);
    const { start } = directoryEnd(await slice(tailStart, size), words);
    if (size - start > MOST_WORKBOOK_BYTES) return undefined;
    // An archive that has only the directory of this one, at its place.
    const directory = await slice(start, size);
    const view = new DataView(directory.slice().buffer);
    const end = directoryEnd(directory, words).at;
    view.setUint32(end + 16, 0, true);
    const entries = zipDirectory(new Uint8Array(view.buffer), words);
    return [...entries.values()].reduce((sum, { inflated }) => sum + inflated, 0);
  } catch {
    return undefined;
  }
}

function otherSheets(sheet: Sheet, sheets: readonly Sheet[]): Finding {
  return {
    code: "other-sheets",
    severity: "note",
    sentence: `The sheet "${sheet.name}" was read, one of ${sheets.length}: ${listSheets(sheets)}.`,
    advice: text`Choose another one with ${option("sheet")}.`,
  };
}
