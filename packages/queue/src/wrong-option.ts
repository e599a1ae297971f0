import { InputError } from "causal-velocity";

/** The error of an option with a name or a value it cannot have. */
export function wrongOption(option: string, value: unknown, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `option ${option}`,
    value: typeof value === "string" ? `"${value}"` : String(value),
    expected,
    remedy: "Change the option, or leave it out.",
  });
}
