import { InputError } from "../errors/input-error.js";

/** For a table without rows. @param found what is there instead: "a header and no rows" */
export function emptyTable(found: string): InputError {
  return new InputError({
    code: "empty-table",
    place: "the table",
    value: found,
    expected: "rows of numbers",
    remedy: "Check that this is the right file and that it was written to the end.",
  });
}
