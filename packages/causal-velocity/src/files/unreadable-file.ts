import { InputError } from "@causal-velocity/core";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
};

/** The error of a file that the system does not give us. */
export function unreadableFile(path: string, cause: unknown): InputError {
  const code = String((cause as NodeJS.ErrnoException).code);
  return new InputError({
    code: "unreadable-file",
    place: `file "${path}"`,
    value: REASONS[code] ?? `cannot be read (${code})`,
    expected: "a readable file",
    remedy: "Check the path and its permissions.",
  });
}
