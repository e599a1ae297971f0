import type { Table } from "@causal-velocity/core";
import { badUsage, decimalMark, delimiter, given } from "./arguments.js";
import { readTable } from "./read-table.js";

/** How to read the table, as flags of every command that reads one. */
export const TABLE_FLAGS = {
  delimiter: { type: "string" },
  decimal: { type: "string" },
  header: { type: "boolean" },
  "no-header": { type: "boolean" },
  missing: { type: "string" },
} as const;

interface TableValues {
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  readonly header?: boolean | undefined;
  readonly "no-header"?: boolean | undefined;
  readonly missing?: string | undefined;
}

/**
 * The table that a command was given.
 *
 * @param command for messages, such as "causal-velocity decide"
 * @throws InputError `wrong-option` unless there is one file, and those of `readTable`
 */
export function commandTable(command: string, positionals: readonly string[], values: TableValues): Table {
  const [file, ...others] = positionals;
  const remedy = `See ${command} --help.`;
  if (file === undefined || others.length > 0) {
    const found = file === undefined ? "no file" : `${positionals.length} files`;
    throw badUsage(command, found, "one FILE", remedy);
  }
  if (values.header && values["no-header"]) {
    throw badUsage("options --header, --no-header", "both", "one of them", remedy);
  }
  return readTable(
    file,
    given({
      delimiter: delimiter(values.delimiter),
      decimal: decimalMark(values.decimal),
      header: values.header ? true : values["no-header"] ? false : undefined,
      missing: values.missing?.split(","),
    }),
  );
}
