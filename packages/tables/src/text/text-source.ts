import { isAscii } from "node:buffer";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type TableBuilder, tableBuilder, type WholeEvidence } from "@causal-velocity/core/table/parse-table.js";
import { isNumeric, type Table } from "@causal-velocity/core/table/table.js";
import {
  type FormatOverrides,
  SAMPLE_ROWS,
  SEARCHED_CHARACTERS,
  type TableLayout,
  tableLayout,
} from "@causal-velocity/core/table/table-format.js";
import type { Database } from "../duck/database.js";
import { pieces } from "../files.js";
import { inSource, type OpenedSource, positionsOf } from "../source.js";
import { type Encoding, encodingFindings, encodingOf, NotUtf8, pieceDecoder } from "./text-decoder.js";

/** Maximum bytes of a file that format detection looks at. */
const LONGEST_HEAD = 64_000_000;
/** Maximum characters of a row; a longer one has a quote that is never closed. */
const LONGEST_ROW = 256_000_000;
const LINE_FEED = 10;

/** The start of a file, for format detection. */
interface FileStart {
  readonly text: string;
  /** Whether this is the whole file. */
  readonly isWhole: boolean;
  readonly encoding: Encoding;
}

type Bytes = (path: string) => AsyncGenerator<Uint8Array>;

/**
 * Opens a text table of any length, in one file or in several with the same columns. It is read in pieces by the code of
 * `parseTable` and gives the same table.
 *
 * @cost one pass; 9 bytes per cell of the columns that are read
 */
export async function textSource(
  paths: readonly string[],
  place: string,
  overrides: FormatOverrides,
  database: () => Promise<Database>,
): Promise<Omit<OpenedSource, "close">> {
  const bytes: Bytes = (path) => pieces(path, database);
  const encodings = new Map<string, Encoding>();
  let first = await openFile(paths[0] ?? "", bytes, encodings, overrides);
  return {
    columns: first.layout.names.map((name, j) => ({ name, type: "VARCHAR", isNumeric: first.numeric[j] ?? false })),
    read: (keys) =>
      inSource(place, async () => {
        const positions = positionsOf(first.layout.names, first.layout.format, keys);
        for (;;) {
          try {
            return await readFiles(first, paths, bytes, encodings, overrides, positions);
          } catch (error) {
            if (!(error instanceof NotUtf8)) throw error;
            first = await openFile(first.path, bytes, encodings, overrides);
          }
        }
      }),
  };
}

/** A file, and what its start shows. */
interface TextFile {
  readonly path: string;
  readonly encoding: Encoding;
  readonly layout: TableLayout;
  readonly evidence: WholeEvidence;
  /** Whether each column holds numbers, by the rows at the start. */
  readonly numeric: readonly boolean[];
}

/** @throws InputError as `tableLayout` and `parseTable`, if the start of the file is wrong */
async function openFile(
  path: string,
  bytes: Bytes,
  encodings: Map<string, Encoding>,
  overrides: FormatOverrides,
): Promise<TextFile> {
  const { text, isWhole, encoding } = await startOf(path, bytes, encodings);
  return inSource(placeOf(path), async () => {
    const layout = tableLayout(text, overrides, isWhole);
    const builder = tableBuilder(layout, overrides);
    builder.take(text, layout.start, isWhole);
    const isDecimalProven = builder.isDecimalProven();
    const { columns, findings } = builder.rowCount > 0 || isWhole ? builder.finish() : { columns: [], findings: [] };
    return { path, encoding, layout, evidence: { findings, isDecimalProven }, numeric: columns.map(isNumeric) };
  });
}

/** @throws NotUtf8 after recording in `encodings` that a file must be read as Windows-1252 */
async function readFiles(
  first: TextFile,
  paths: readonly string[],
  bytes: Bytes,
  encodings: Map<string, Encoding>,
  overrides: FormatOverrides,
  positions: readonly number[],
): Promise<Table> {
  const { layout } = first;
  const builder = tableBuilder(layout, overrides, positions);
  for (const path of paths) {
    const file =
      path === first.path ? first : await openFile(path, bytes, encodings, { ...overrides, ...layout.format });
    requireSameColumns(file, first);
    builder.begin();
    await inSource(placeOf(path), () => takeFile(builder, file, bytes(path), encodings));
  }
  const isPart = positions.length < layout.names.length;
  const table = builder.finish(isPart ? first.evidence : undefined);
  const encoding = paths.some((path) => encodings.get(path) === "windows-1252") ? "windows-1252" : "utf-8";
  return { ...table, findings: [...encodingFindings(encoding), ...table.findings] };
}

async function takeFile(
  builder: TableBuilder,
  { path, encoding, layout }: TextFile,
  bytes: AsyncGenerator<Uint8Array>,
  encodings: Map<string, Encoding>,
): Promise<void> {
  const decoder = pieceDecoder(encoding);
  let text = "";
  let from = layout.start;
  // A row that is not complete is parsed again when the text is twice as long.
  let enough = 0;
  const take = (isLast: boolean): void => {
    if (!isLast && text.length < enough) return;
    const reached = builder.take(text, from, isLast);
    const used = Math.min(reached.at, text.length);
    text = text.slice(used);
    from = { at: reached.at - used, line: reached.line };
    enough = used > 0 ? 0 : 2 * text.length;
    if (!isLast && text.length > LONGEST_ROW) throw endlessRow(from.line);
  };
  try {
    for await (const piece of bytes) {
      text += decoder.decode(piece);
      take(false);
    }
    text += decoder.end();
    take(true);
  } catch (error) {
    if (error instanceof NotUtf8) encodings.set(path, "windows-1252");
    throw error;
  }
}

/** Reads as much as format detection needs. */
async function startOf(path: string, bytes: Bytes, encodings: Map<string, Encoding>): Promise<FileStart> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let characters = 0;
  let lines = 0;
  let isWhole = true;
  for await (const piece of bytes(path)) {
    parts.push(piece);
    length += piece.length;
    // UTF-8 has up to three bytes for each unit of a JavaScript string.
    characters += isAscii(piece) ? piece.length : piece.length / 3;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
    // Twice as many lines as rows, because blank lines are not rows.
    const isEnough = characters >= SEARCHED_CHARACTERS && lines >= 2 * SAMPLE_ROWS;
    isWhole = !isEnough && length < LONGEST_HEAD;
    if (!isWhole) break;
  }
  const head = Buffer.concat(parts);
  const encoding = encodings.get(path) ?? encodingOf(head, isWhole, placeOf(path));
  encodings.set(path, encoding);
  try {
    const decoder = pieceDecoder(encoding);
    const text = decoder.decode(head) + (isWhole ? decoder.end() : "");
    return { text, isWhole, encoding };
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    encodings.set(path, "windows-1252");
    return startOf(path, bytes, encodings);
  }
}

function placeOf(path: string): string {
  return `file "${path}"`;
}

function requireSameColumns({ path, layout }: TextFile, first: TextFile): void {
  const [names, wanted] = [layout.names, first.layout.names];
  const odd = names.length === wanted.length ? names.findIndex((name, j) => name !== wanted[j]) : -1;
  if (names.length === wanted.length && odd < 0) return;
  throw new InputError({
    code: "malformed-file",
    place: placeOf(path),
    value: odd < 0 ? `${names.length} columns` : `column ${odd + 1} is "${names[odd]}"`,
    expected: odd < 0 ? `${wanted.length}, as in "${first.path}"` : `"${wanted[odd]}", as in "${first.path}"`,
    remedy: "Give all files of one table the same columns in the same order.",
  });
}

function endlessRow(line: number): InputError {
  return new InputError({
    code: "unterminated-quote",
    place: `line ${line}`,
    value: `a row of more than ${LONGEST_ROW / 1e6} million characters`,
    expected: 'a line end, or a closing "',
    remedy: 'Look for a " that is never closed; inside a quoted cell, write "" for ".',
  });
}
