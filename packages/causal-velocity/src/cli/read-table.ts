import { readFileSync } from "node:fs";
import { decodeText, type FormatOverrides, InputError, inFile, parseTable, type Table } from "@causal-velocity/core";

const STANDARD_INPUT = 0;
/** JavaScript strings end at about 2²⁹ characters. */
const LARGEST_FILE = 500_000_000;

/**
 * The table in a file, or on standard input for "-".
 *
 * @throws InputError `unreadable-file`, `binary-file` and those of `parseTable`
 */
export function readTable(file: string, overrides: FormatOverrides): Table {
  const place = file === "-" ? "standard input" : `file "${file}"`;
  const { text, warnings } = decodeText(readBytes(file, place), place, TextDecoder);
  const table = inFile(place, () => parseTable(text, overrides));
  return { ...table, warnings: [...warnings, ...table.warnings] };
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
