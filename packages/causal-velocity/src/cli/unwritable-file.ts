import { InputError } from "@causal-velocity/core";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such folder",
  EACCES: "no permission to write it",
  EPERM: "no permission to write it",
  EROFS: "a file system that cannot be written",
  ENOSPC: "no space left",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a part of the path is a file",
  EISDIR: "a folder",
};

/** What to say where the system refuses to write to `flag`; a fault that is not the system's is thrown as it is. */
export function unwritableFile(path: string, kind: "a file" | "a folder", error: unknown, flag = "--out"): InputError {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || code === undefined) throw error;
  const isMissing = code === "ENOENT";
  return new InputError({
    code: "unwritable-file",
    place: `${flag} "${path}"`,
    value: kind === "a folder" && isMissing ? "cannot be made" : (REASONS[code] ?? `cannot be written (${code})`),
    expected: `${kind} that can be written`,
    remedy:
      kind === "a file" && isMissing ? "Make the folder first, or choose another place." : "Choose another place.",
  });
}
