import { InputError } from "../errors/input-error.js";

/**
 * What `parse` returns. Parsers know lines, not files: an InputError of theirs gets the file put before its place, or in
 * place of "the table", unless it names the file already.
 *
 * @param file how sentences call the file, folder or archive: `file "trial.csv"`, "standard input"
 */
export function inFile<T>(file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError) || error.place.startsWith(file)) throw error;
    const { code, place, value, expected, remedy } = error;
    const where = place === "the table" ? file : `${file}, ${place}`;
    throw new InputError({ code, place: where, value, expected, remedy });
  }
}
