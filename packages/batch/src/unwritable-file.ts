import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** What Node says of a file that cannot be written, as an error of ours. */
export function unwritableFile(path: string, cause: unknown): InputError {
  return new InputError({
    code: "unwritable-file",
    place: `file "${path}"`,
    value: `cannot be written (${(cause as NodeJS.ErrnoException).code})`,
    expected: "a file that can be written",
    remedy: "Choose another place, or make room.",
  });
}
