import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { type TableBuilder, tableBuilder } from "@causal-velocity/core/table/parse-table.js";
import { isNumeric, type Table } from "@causal-velocity/core/table/table.js";
import {
  checkOptions,
  headEnd,
  type ReadOptions,
  type TableLayout,
  tableLayout,
} from "@causal-velocity/core/table/table-format.js";
import { pieceDecoder } from "@causal-velocity/core/table/text-source.js";
import type { Database } from "./duck/database.js";
import { pieces } from "./files.js";
import { inSource, type OpenedSource, positionsOf } from "./source.js";

type Bytes = (path: string) => AsyncGenerator<Uint8Array>;

/**
 * Opens a text table of any length, in one file or in several with the same columns. It is read in pieces by the code of
 * `parseTable` and gives the same table.
 *
 * @cost one pass; the memory of a `tableBuilder` of the columns that are read
 */
export async function textSource(
  paths: readonly string[],
  place: string,
  options: ReadOptions,
  database: () => Promise<Database>,
): Promise<Omit<OpenedSource, "close">> {
  const bytes: Bytes = (path) => pieces(path, database);
  const first = await openFile(paths[0] ?? "", bytes, options);
  const { names } = first.layout;
  return {
    columns: names.map((name, j) => ({ name, type: "VARCHAR", isNumeric: first.numeric[j] ?? false })),
    read: (keys) =>
      inSource(place, () => readFiles(first, paths, bytes, options, positionsOf(names, first.layout.header, keys))),
  };
}

/** A file, and what its start shows. */
interface TextFile {
  readonly path: string;
  readonly layout: TableLayout;
  /** Whether each column holds numbers, by the rows at the start. */
  readonly numeric: readonly boolean[];
}

/** Reads as much as the layout needs. @throws InputError as `tableLayout` and `parseTable`, if that is wrong */
async function openFile(path: string, bytes: Bytes, options: ReadOptions): Promise<TextFile> {
  const limits = checkOptions(options);
  let text = "";
  let end: number | undefined;
  for await (const piece of decoded(path, bytes(path), limits.bytes)) {
    text += piece;
    end = headEnd(text, limits);
    if (end !== undefined) break;
  }
  return inSource(placeOf(path), async () => {
    const head = text.slice(0, end);
    const layout = tableLayout(head, options, end === undefined, limits);
    const builder = tableBuilder(layout, options);
    builder.begin(layout.start);
    builder.take(head);
    if (end === undefined) builder.end();
    const columns = builder.rowCount > 0 || end === undefined ? builder.finish().columns : [];
    return { path, layout, numeric: columns.map(isNumeric) };
  });
}

async function readFiles(
  first: TextFile,
  paths: readonly string[],
  bytes: Bytes,
  options: ReadOptions,
  positions: readonly number[],
): Promise<Table> {
  const { delimiter, header } = first.layout;
  const builder = tableBuilder(first.layout, options, positions);
  const { bytes: mostBytes } = checkOptions(options);
  const findings: Finding[] = [];
  for (const path of paths) {
    const file = path === first.path ? first : await openFile(path, bytes, { ...options, delimiter, header });
    requireSameColumns(file, first);
    builder.begin(file.layout.start);
    const text = decoded(path, bytes(path), mostBytes, (found) => findings.push(...found));
    await inSource(placeOf(path), () => takeFile(builder, text));
  }
  const table = builder.finish();
  return { ...table, findings: [...findings.slice(0, 1), ...table.findings] };
}

async function takeFile(builder: TableBuilder, text: AsyncGenerator<string>): Promise<void> {
  for await (const piece of text) builder.take(piece);
  builder.end();
}

/** The text of a file in pieces. @param report takes what is doubtful about its encoding */
async function* decoded(
  path: string,
  bytes: AsyncGenerator<Uint8Array>,
  mostBytes: number,
  report: (findings: readonly Finding[]) => void = () => {},
): AsyncGenerator<string> {
  const decoder = pieceDecoder(placeOf(path), TextDecoder, mostBytes);
  for await (const piece of bytes) yield decoder.decode(piece);
  yield decoder.end();
  report(decoder.findings());
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
