import { statSync } from "node:fs";
import { chooseColumns, givenPositions, type PairChoice } from "@causal-velocity/core/pair/pair.js";
import { tableReader } from "@causal-velocity/core/table/parse-table.js";
import { DEFAULT_LIMITS, limitExceeded, type ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
import { namesOnly, type Table } from "@causal-velocity/core/table/table.js";
import { checkOptions, type ReadOptions } from "@causal-velocity/core/table/table-format.js";
import { inFile, pieceDecoder, sourceKind } from "@causal-velocity/core/table/text-source.js";
import { badUsage, decimalMark, delimiter, given } from "./arguments.js";
import { inputPieces, inputPlace } from "./input-pieces.js";
import { withTables } from "./load-package.js";

/** Which table, besides FILE, and how to read it, as flags of every command that reads one. */
export const TABLE_FLAGS = {
  sql: { type: "string" },
  delimiter: { type: "string" },
  decimal: { type: "string" },
  header: { type: "boolean" },
  "no-header": { type: "boolean" },
  missing: { type: "string" },
  limit: { type: "string" },
} as const;

interface TableValues {
  readonly sql?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  readonly header?: boolean | undefined;
  readonly "no-header"?: boolean | undefined;
  readonly missing?: string | undefined;
  readonly limit?: string | undefined;
}

/** Which columns a command needs, by their numbers from 1, found by their names before anything is read. */
type Needed = (names: Table) => readonly number[] | undefined;

/**
 * The table that a command was given, with every column in its place; those that are not needed stay empty.
 *
 * @param command for messages, such as "causal-velocity decide"
 * @param needed undefined from it stands for all columns
 * @throws InputError those of `commandSource`, `readTable` and `needed`; `missing-package`
 */
export async function commandTable(
  command: string,
  positionals: readonly string[],
  values: TableValues,
  needed: Needed,
): Promise<Table> {
  const { source, options, wait } = commandSource(command, positionals, values);
  const purpose = sourceNeeds(source);
  if (purpose === undefined && typeof source === "string") return readTable(source, options, wait, needed);
  return withTables(purpose ?? "", async ({ openSource }) => {
    const { limit = {}, ...format } = options;
    const opened = await openSource(source, { format, limit });
    try {
      const names = namesOnly(
        opened.columns.map(({ name }) => name),
        true,
      );
      const numbers = needed(names);
      return numbers ? inPlace(await opened.read(numbers), names, numbers) : await opened.read();
    } finally {
      await opened.close();
    }
  });
}

/** The columns that were read at their places among all. */
function inPlace(read: Table, names: Table, numbers: readonly number[]): Table {
  const placed = new Map(numbers.map((number, place) => [number, read.columns[place]]));
  return { ...read, columns: names.columns.map((column, j) => placed.get(j + 1) ?? column) };
}

/** What `commandTable` needs to read for one pair: its two columns, once both are named, and those given. */
export function pairColumns(choice: PairChoice): Needed {
  const isNamed = choice.x !== undefined && choice.y !== undefined;
  return (names) => {
    if (!isNamed) return undefined;
    const pair = chooseColumns(names, choice);
    return [...pair, ...givenPositions(names, choice, pair)].map((j) => j + 1);
  };
}

/** A file, "-" for standard input, a glob, a folder of Parquet files, or a query over files. */
type CommandSource = string | { readonly sql: string };

/** What reading a source takes beyond this package, for a message; undefined for text tables. */
function sourceNeeds(source: CommandSource): string | undefined {
  return typeof source === "string" ? needsMore(source) : "to run SQL";
}

/**
 * What a command is to read, and how.
 *
 * @throws InputError `wrong-option` unless there is one file, or one query
 */
function commandSource(
  command: string,
  positionals: readonly string[],
  values: TableValues,
): { readonly source: CommandSource; readonly options: ReadOptions; readonly wait: number } {
  const [file, ...others] = positionals;
  const remedy = `See ${command} --help.`;
  const { sql } = values;
  if (sql !== undefined && file !== undefined) {
    throw badUsage("option --sql", `given with the file "${file}"`, "either FILE or --sql", remedy);
  }
  if (sql === undefined && (file === undefined || others.length > 0)) {
    const found = file === undefined ? "no file" : `${positionals.length} files`;
    throw badUsage(command, found, "one FILE", remedy);
  }
  if (values.header && values["no-header"]) {
    throw badUsage("options --header, --no-header", "both", "one of them", remedy);
  }
  const { wait = DEFAULT_WAIT, ...limit } = limits(values.limit);
  const options = given({
    delimiter: delimiter(values.delimiter),
    decimal: decimalMark(values.decimal),
    header: values.header ? true : values["no-header"] ? false : undefined,
    missing: values.missing?.split(","),
    limit: Object.keys(limit).length > 0 ? limit : undefined,
  });
  return { source: sql === undefined ? (file ?? "") : { sql }, options, wait };
}

/** Seconds without a byte after which a pipe is given up. */
const DEFAULT_WAIT = 60;
const LIMIT_NAMES: readonly string[] = [...Object.keys(DEFAULT_LIMITS), "wait"];
const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

/** Seconds after which a silent pipe is given up, by `--limit`. @throws InputError `wrong-option` */
export function waitSeconds(values: { readonly limit?: string | undefined }): number {
  return limits(values.limit).wait ?? DEFAULT_WAIT;
}

/** Reads `--limit bytes=8GB,columns=2000000`. @throws InputError `wrong-option` */
function limits(text: string | undefined): Partial<ReadingLimits & { readonly wait: number }> {
  const entries = (text ?? "").split(",").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name = "", count = "", unit = ""] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)([kmg]?)b?\s*$/i.exec(entry) ?? [];
      const value = Math.round(Number(count) * (FACTORS[unit.toLowerCase()] ?? 1));
      if (LIMIT_NAMES.includes(name) && value > 0 && Number.isSafeInteger(value)) return [name, value];
      const expected = `${LIMIT_NAMES.join(", ")}, such as bytes=8GB or columns=2000000`;
      throw badUsage("--limit", `"${entry.trim()}"`, expected, "See causal-velocity decide --help.");
    }),
  );
}

/** What else than this package it takes to read a file, for a message. One that is not there is left to `readTable`. */
function needsMore(file: string): string | undefined {
  if (file === "-") return undefined;
  const status = statSync(file, { throwIfNoEntry: false });
  if (status?.isDirectory()) return "to read a folder of Parquet files";
  if (!status) return /[*?[]/.test(file) ? "to read several files as one" : undefined;
  const { holds, compression } = sourceKind(file);
  if (compression) return `to read ${compression} files`;
  return holds === "text" ? undefined : `to read ${holds === "json" ? "JSON" : "Parquet"}`;
}

/**
 * The table in a text file, or on standard input for "-".
 *
 * @cost one pass; the memory of a `tableReader` of the needed columns
 * @throws InputError `unreadable-file`, `binary-file`, those of `parseTable` and `needed`
 */
async function readTable(file: string, options: ReadOptions, wait: number, needed: Needed): Promise<Table> {
  const place = inputPlace(file);
  const { bytes } = checkOptions(options);
  const size = file === "-" ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (size > bytes) throw limitExceeded("bytes", bytes, place);
  const decoder = pieceDecoder(place, TextDecoder, bytes);
  let [names, numbers, refusal]: [Table?, (readonly number[])?, unknown?] = [];
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
    for await (const piece of inputPieces(file, wait)) reader.take(decoder.decode(piece));
    reader.take(decoder.end());
    const read = reader.finish();
    const table = names && numbers ? inPlace(read, names, numbers) : read;
    return { ...table, findings: [...decoder.findings(), ...table.findings] };
  } catch (error) {
    // A wrong choice of columns is no fault of the file.
    if (error === refusal) throw error;
    return inFile(place, () => {
      throw error;
    });
  }
}

/** For every command that reads a table. */
export const TABLE_LINES = `Reading the table (detected if not given)
  --delimiter D       comma, semicolon, tab, bar or blank
  --decimal D         point or comma
  --header            the first row names the columns; detected: words, or
  --no-header         years or a count over rows of another kind
  --missing A,B,...   more marks of a missing value, such as --missing=-999;
                      always: empty, NA, N/A, #N/A, <NA>, NaN, None, null, ?,
                      - and .
  --limit NAME=N,...  read more than usual: bytes (4GB), columns (1000000),
                      cells of the columns needed (50000000), characters of a
                      line (64000000) or a cell (1000000); wait: seconds for a
                      pipe without data (60)`;
