import type { FormatOverrides, PairChoice, Table } from "@causal-velocity/core";
import { chooseColumns } from "@causal-velocity/core/reading";
import { badUsage, decimalMark, delimiter, given } from "./arguments.js";
import { withTables } from "./load-tables.js";
import { type CommandSource, sourceNeeds } from "./read-columns.js";
import { readTable } from "./read-table.js";

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

/** A table, and its two columns that were asked for. */
export interface CommandTable {
  readonly table: Table;
  readonly choice: PairChoice;
}

/**
 * The table that a command was given. Where the package of tables reads it and both columns are named, these two are all
 * that is read.
 *
 * @param command for messages, such as "causal-velocity decide"
 * @throws InputError those of `commandSource` and `readTable`; `missing-package`
 */
export async function commandTable(
  command: string,
  positionals: readonly string[],
  values: TableValues,
  choice: PairChoice,
): Promise<CommandTable> {
  const { source, format } = commandSource(command, positionals, values);
  const needed = sourceNeeds(source);
  if (needed === undefined && typeof source === "string") return { table: readTable(source, format), choice };
  return withTables(needed ?? "", async ({ openSource }) => {
    const opened = await openSource(source, { format });
    try {
      if (choice.x === undefined || choice.y === undefined) return { table: await opened.read(), choice };
      const positions = chooseColumns(nominalTable(opened.columns), choice);
      return { table: await opened.read(positions.map((j) => j + 1)), choice: { x: 1, y: 2 } };
    } finally {
      await opened.close();
    }
  });
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
    warnings: [],
  };
}

/**
 * What a command is to read, and how.
 *
 * @throws InputError `wrong-option` unless there is one file, or one query
 */
export function commandSource(
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
