import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** The error of a figure that cannot be drawn. */
export function figureError(place: string, value: string, expected: string, remedy: string): InputError {
  return new InputError({ code: "wrong-figure", place, value, expected, remedy });
}
