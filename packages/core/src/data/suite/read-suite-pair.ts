import { InputError } from "../../errors/input-error.js";
import { type Pair, pairFromTable } from "../pair.js";
import { parseTable } from "../parse-table.js";
import type { Table } from "../table.js";
import type { SuiteEntry } from "./suite-entry.js";

/** The parser's own remedies name options, and files of a suite are read without any. */
const REMEDY = "Mend the file, which may be cut off, or its line in the list of pairs.";

/**
 * The pair of one entry from the text of its file.
 *
 * Only the two columns count: rows with a missing value elsewhere stay.
 * @throws InputError `unknown-column` and those of the parser, with the file's name as the place
 */
export function readSuitePair(text: string, { file, columns }: SuiteEntry): Pair {
  try {
    const table = parseTable(text);
    requireColumns(table, columns);
    return pairFromTable(table, columns);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, place, value, expected } = error;
    throw new InputError({ code, place: `${file}, ${place}`, value, expected, remedy: REMEDY });
  }
}

function requireColumns({ columns: { length: found } }: Table, { x, y }: SuiteEntry["columns"]): void {
  const last = Math.max(x, y);
  if (last <= found) return;
  throw new InputError({
    code: "unknown-column",
    place: "the table",
    value: `${found} ${found === 1 ? "column" : "columns"}`,
    expected: `a column ${last}, which the list of pairs names`,
    remedy: REMEDY,
  });
}
