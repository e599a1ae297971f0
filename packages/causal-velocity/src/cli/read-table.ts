import { statSync } from "node:fs";
import {
  chooseColumns,
  givenPositions,
  type PairChoice,
  rolePositions,
} from "@causal-velocity/core/pair/choose-columns.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { DEFAULT_LIMITS, type ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
import { namesOnly, type Table } from "@causal-velocity/core/table/table.js";
import { sourceKind } from "@causal-velocity/core/table/text-source.js";
import { readFile } from "@causal-velocity/readers/read-file.js";
import { type FileOptions, inPlace, refuseSheet } from "@causal-velocity/readers/read-table.js";
import { badUsage, dateOrder, decimalMark, delimiter, given } from "./arguments.js";
import { inputBytes, inputPlace, isPiped } from "./input-pieces.js";
import { withTables } from "./load-package.js";
import {
  type Needed,
  TRANSFORM_FLAGS,
  TRANSFORM_LINES,
  type TransformValues,
  tableTransform,
} from "./transform-flags.js";

/** Which table, besides FILE, and how to read it, as flags of every command that reads one. */
export const TABLE_FLAGS = {
  sql: { type: "string" },
  sheet: { type: "string" },
  range: { type: "string" },
  delimiter: { type: "string" },
  decimal: { type: "string" },
  header: { type: "boolean" },
  "no-header": { type: "boolean" },
  missing: { type: "string" },
  dates: { type: "string" },
  strict: { type: "boolean" },
  limit: { type: "string" },
  ...TRANSFORM_FLAGS,
} as const;

interface TableValues extends TransformValues {
  readonly sql?: string | undefined;
  readonly sheet?: string | undefined;
  readonly range?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  readonly header?: boolean | undefined;
  readonly "no-header"?: boolean | undefined;
  readonly missing?: string | undefined;
  readonly dates?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly limit?: string | undefined;
}

/**
 * The table that a command was given, with every column in its place, and transformed; columns that are not needed stay
 * empty.
 *
 * @param command for messages, such as "causal-velocity decide"
 * @param needed undefined from it stands for all columns
 * @throws InputError those of `commandSource`, `readBy`, `needed` and `transformTable`; `missing-package`
 */
export async function commandTable(
  command: string,
  positionals: readonly string[],
  values: TableValues,
  needed: Needed,
): Promise<Table> {
  const transform = tableTransform(values, needed);
  return transform.apply(await fileTable(command, positionals, values, transform.needed));
}

/** Cells of a table that is read again for its other columns: a second, and 100 MB. */
const MOST_CELLS_AGAIN = 5_000_000;

/** The table of a command with all its columns, to advise by; undefined if that is too much, or cannot be read. */
export async function wholeTable(
  command: string,
  positionals: readonly string[],
  values: TableValues,
): Promise<Table | undefined> {
  const limit = [values.limit, `cells=${MOST_CELLS_AGAIN}`].filter((part) => part !== undefined).join(",");
  try {
    return await commandTable(command, positionals, { ...values, limit }, () => undefined);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The table as it is in the file. */
async function fileTable(
  command: string,
  positionals: readonly string[],
  values: TableValues,
  needed: Needed,
): Promise<Table> {
  const { source, options, wait } = commandSource(command, positionals, values);
  const purpose = sourceNeeds(source);
  if (purpose === undefined && typeof source === "string") {
    const bytes = inputBytes(source, wait);
    const isNamed = positionals.length > 0;
    const found = isNamed ? bytes : { pieces: () => somePieces(bytes.pieces(), () => noFile(command)) };
    return (await readFile(found, inputPlace(source), options, { needed })).table;
  }
  const { limit = {}, sheet, range, ...format } = options;
  refuseSheet({ sheet, range }, typeof source === "string" ? inputPlace(source) : "a query");
  return withTables(purpose ?? "", async ({ openSource }) => {
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

/** What `commandTable` needs to read for one pair: its two columns, once both are named, and what else it rests on. */
export function pairColumns(choice: PairChoice): Needed {
  const isNamed = choice.x !== undefined && choice.y !== undefined;
  return (names) => {
    if (!isNamed) return undefined;
    const pair = chooseColumns(names, choice);
    const roles = Object.values(rolePositions(names, choice, pair));
    return [...new Set([...pair, ...givenPositions(names, choice, pair), ...roles])].map((j) => j + 1);
  };
}

/** A file, "-" for standard input, a glob, a folder of Parquet files, or a query over files. */
type CommandSource = string | { readonly sql: string };

/** What reading a source takes beyond this package, for a message; undefined for text tables. */
function sourceNeeds(source: CommandSource): string | undefined {
  return typeof source === "string" ? needsMore(source) : "to run SQL";
}

/**
 * What a command is to read, and how. Without a file or a query, it is what another program writes to standard input.
 *
 * @throws InputError `wrong-option` unless there is one file, or one query
 */
function commandSource(
  command: string,
  positionals: readonly string[],
  values: TableValues,
): { readonly source: CommandSource; readonly options: FileOptions; readonly wait: number } {
  const [file = values.sql === undefined && isPiped() ? "-" : undefined, ...others] = positionals;
  const remedy = `See ${command} --help.`;
  const { sql } = values;
  if (sql !== undefined && file !== undefined) {
    throw badUsage("option --sql", `given with the file "${file}"`, "either FILE or --sql", remedy);
  }
  if (sql === undefined && (file === undefined || others.length > 0)) {
    throw file === undefined ? noFile(command) : badUsage(command, `${positionals.length} files`, "one FILE", remedy);
  }
  if (values.header && values["no-header"]) {
    throw badUsage("options --header, --no-header", "both", "one of them", remedy);
  }
  const { wait = DEFAULT_WAIT, ...limit } = limits(values.limit);
  const options = given({
    sheet: values.sheet,
    range: values.range,
    delimiter: delimiter(values.delimiter),
    decimal: decimalMark(values.decimal),
    header: values.header ? true : values["no-header"] ? false : undefined,
    missing: values.missing?.split(","),
    dates: dateOrder(values.dates),
    strict: values.strict,
    limit: Object.keys(limit).length > 0 ? limit : undefined,
  });
  return { source: sql === undefined ? (file ?? "") : { sql }, options, wait };
}

function noFile(command: string): Error {
  return badUsage(command, "no file", "one FILE, or a table on standard input", `See ${command} --help.`);
}

/** The same pieces. @throws what `none` makes if there is not a byte */
async function* somePieces(pieces: AsyncIterable<Uint8Array>, none: () => Error): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    yield piece;
  }
  if (size === 0) throw none();
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

/** What else than this package it takes to read a file, for a message. One that is not there is left to `readBy`. */
function needsMore(file: string): string | undefined {
  if (file === "-") return undefined;
  const status = statSync(file, { throwIfNoEntry: false });
  if (status?.isDirectory()) return "to read a folder of Parquet files";
  if (!status) return /[*?[]/.test(file) ? "to read several files as one" : undefined;
  const { holds, compression } = sourceKind(file);
  if (compression === "zstd" || (compression && holds !== "text")) return `to read ${compression} files`;
  return holds === "text" ? undefined : `to read ${holds === "json" ? "JSON" : "Parquet"}`;
}

/** For every command that reads a table. */
export const TABLE_LINES = `${TRANSFORM_LINES}

Reading the table (detected if not given)
  --sheet NAME|N      of a workbook: the sheet, by name or counted from 1;
                      default: the first that is not hidden
  --range A3:F200     of a workbook: these cells; B:D are whole columns
  --delimiter D       comma, semicolon, tab, bar or blank
  --decimal D         point or comma, for all columns; the other one may then
                      separate thousands
  --header            the first row names the columns; detected: words, or
  --no-header         years or a count over rows of another kind
  --missing A,B,...   more marks of a missing value, such as --missing=-999;
                      always: empty, NA, N/A, #N/A, <NA>, NaN, None, null, ?,
                      - and .
  --dates O           day-first or month-first, in dates such as 5/6/2020
  --strict            every line is a row: refuse lines of another width, and
                      set no titles, totals and footers aside
  --limit NAME=N,...  read more than usual: bytes (4GB), columns (1000000),
                      cells of the columns needed (50000000), characters of a
                      line (64000000) or a cell (1000000); wait: seconds for a
                      pipe without data (60)`;
