import { readFileSync, statSync } from "node:fs";
import { decodeText, type FormatOverrides, InputError, inFile, parseTable, type Table } from "@causal-velocity/core";
import { sourceKind } from "@causal-velocity/core/reading";

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
