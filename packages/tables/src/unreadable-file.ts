import { InputError } from "@causal-velocity/core/primitives/errors.js";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
};

/** For a file that Node could not read. @param error what it threw */
export function unreadableFile(place: string, error: unknown): InputError {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code);
  return new InputError({
    code: "unreadable-file",
    place,
    value: REASONS[code] ?? `cannot be read (${code})`,
    expected: "a readable table: CSV, TSV, JSON, JSON Lines or Parquet",
    remedy: "Check the path and the right to read it; names with blanks need quotes.",
  });
}
