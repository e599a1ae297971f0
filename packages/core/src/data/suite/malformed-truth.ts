import { InputError } from "../../errors/input-error.js";

/** The error of a list of pairs that cannot be understood. */
export function malformedTruth(place: string, value: string, expected: string): InputError {
  return new InputError({
    code: "malformed-truth",
    place,
    value,
    expected,
    remedy: "Get the file again, or mend the line: the truth of a pair is never guessed.",
  });
}
