import { InputError } from "../../errors/input-error.js";
import { type Pair, pairFromTable } from "../pair.js";
import { parseTable } from "../parse-table.js";
import type { SuiteEntry } from "./suite-entry.js";

/**
 * The pair of one entry from the text of its file.
 *
 * Only the two columns count: rows with a missing value elsewhere stay.
 * @throws InputError of the parser, with the file's name as the place
 */
export function readSuitePair(text: string, { file, columns }: SuiteEntry): Pair {
  try {
    return pairFromTable(parseTable(text), columns);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, place, value, expected, remedy } = error;
    throw new InputError({ code, place: `${file}, ${place}`, value, expected, remedy });
  }
}
