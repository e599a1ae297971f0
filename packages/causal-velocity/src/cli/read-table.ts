import { readFileSync, statSync } from "node:fs";
import { chooseColumns, type PairChoice } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import { decodeText, inFile, sourceKind } from "@causal-velocity/core/table/text-source.js";
import { badUsage, decimalMark, delimiter, given } from "./arguments.js";
import { withTables } from "./load-package.js";

/** Which table, besides FILE, and how to read it, as flags of every command that reads one. */
export const TABLE_FLAGS = {
  sql: { type: "string" },
  delimiter: { type: "string" },
  decimal: { type: "string" },
  header: { type: "boolean" },
  "no-header": { type: "boolean" },
  missing: { type: "string" },
} as const;

interface TableValues {
  readonly sql?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  readonly header?: boolean | undefined;
  readonly "no-header"?: boolean | undefined;
  readonly missing?: string | undefined;
}

/**
 * The table that a command was given, with every column in its place. Where the package of tables reads it, those that
 * are not needed stay empty.
 *
 * @param command for messages, such as "causal-velocity decide"
 * @param needed numbers of the columns, from 1, found by their names before anything is read; undefined for all
 * @throws InputError those of `commandSource`, `readTable` and `needed`; `missing-package`
 */
export async function commandTable(
  command: string,
  positionals: readonly string[],
  values: TableValues,
  needed: (names: Table) => readonly number[] | undefined,
): Promise<Table> {
  const { source, format } = commandSource(command, positionals, values);
  const purpose = sourceNeeds(source);
  if (purpose === undefined && typeof source === "string") return readTable(source, format);
  return withTables(purpose ?? "", async ({ openSource }) => {
    const opened = await openSource(source, { format });
    try {
      const names = nominalTable(opened.columns);
      const numbers = needed(names);
      if (!numbers) return await opened.read();
      const read = await opened.read(numbers);
      const placed = new Map(numbers.map((number, place) => [number, read.columns[place]]));
      return { ...read, columns: names.columns.map((column, j) => placed.get(j + 1) ?? column) };
    } finally {
      await opened.close();
    }
  });
}

/** What `commandTable` needs to read for one pair: its two columns, once both are named. */
export function pairColumns(choice: PairChoice): (names: Table) => readonly number[] | undefined {
  const isNamed = choice.x !== undefined && choice.y !== undefined;
  return (names) => (isNamed ? chooseColumns(names, choice).map((j) => j + 1) : undefined);
}

/** A table of nothing but names, by which columns are chosen before they are read. */
function nominalTable(columns: readonly { readonly name: string }[]): Table {
  return {
    columns: columns.map(({ name }) => ({
      name,
      values: new Float64Array(),
      kinds: new Uint8Array(),
      counts: [0, 0, 0, 0],
    })),
    rowCount: 0,
    format: { delimiter: ",", decimal: ".", header: true },
    findings: [],
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
): { readonly source: CommandSource; readonly format: FormatOverrides } {
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
  const format = given({
    delimiter: delimiter(values.delimiter),
    decimal: decimalMark(values.decimal),
    header: values.header ? true : values["no-header"] ? false : undefined,
    missing: values.missing?.split(","),
  });
  return { source: sql === undefined ? (file ?? "") : { sql }, format };
}

const STANDARD_INPUT = 0;
/** Bytes; JavaScript strings end at about 2²⁹ characters. */
const LARGEST_FILE = 500_000_000;

/**
 * Whether a file is a text table that can be read at once; if not, what else it takes, for a message. A file that is not
 * there is left to `readTable`, which says so.
 */
export function needsMore(file: string): string | undefined {
  if (file === "-") return undefined;
  const status = statSync(file, { throwIfNoEntry: false });
  if (status?.isDirectory()) return "to read a folder of Parquet files";
  if (!status) return /[*?[]/.test(file) ? "to read several files as one" : undefined;
  const { holds, compression } = sourceKind(file);
  if (compression) return `to read ${compression} files`;
  if (holds !== "text") return `to read ${holds === "json" ? "JSON" : "Parquet"}`;
  return status.size > LARGEST_FILE ? `to read more than ${LARGEST_FILE / 1e6} MB of text` : undefined;
}

/**
 * The table in a file, or on standard input for "-".
 *
 * @throws InputError `unreadable-file`, `binary-file` and those of `parseTable`
 */
export function readTable(file: string, overrides: FormatOverrides): Table {
  const place = file === "-" ? "standard input" : `file "${file}"`;
  const { text, findings } = decodeText(readBytes(file, place), place, TextDecoder);
  const table = inFile(place, () => parseTable(text, overrides));
  return { ...table, findings: [...findings, ...table.findings] };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ERR_FS_FILE_TOO_LARGE: "too large to read at once",
};

function readBytes(file: string, place: string): Uint8Array {
  try {
    const bytes = readFileSync(file === "-" ? STANDARD_INPUT : file);
    if (bytes.length <= LARGEST_FILE) return bytes;
    throw Object.assign(new Error(), { code: "ERR_FS_FILE_TOO_LARGE" });
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new InputError({
      code: "unreadable-file",
      place,
      value: REASONS[code] ?? `cannot be read (${code})`,
      expected: `a readable text table of at most ${LARGEST_FILE / 1e6} MB`,
      remedy: "Check the path; names with blanks need quotes; - reads standard input.",
    });
  }
}

/** For every command that reads a table. */
export const TABLE_LINES = `Reading the table (detected if not given)
  --delimiter D       comma, semicolon, tab, bar or blank
  --decimal D         point or comma
  --header, --no-header
  --missing A,B,...   more marks of a missing value, such as --missing=-999;
                      always: empty, NA, N/A, #N/A, <NA>, NaN, None, null, ?,
                      - and .`;
