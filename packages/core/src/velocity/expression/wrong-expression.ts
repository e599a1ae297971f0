import { InputError } from "../../errors/input-error.js";

/** Characters of the text shown on either side of the fault. */
const CONTEXT = 20;

/** The error of a basis that cannot be read: where, what is there, what could be. */
export function wrongExpression(text: string, at: number, found: string, expected: string): InputError {
  const [from, to] = [Math.max(0, at - CONTEXT), Math.min(text.length, at + CONTEXT)];
  const around = `${from > 0 ? "…" : ""}${text.slice(from, at)}⟨here⟩${text.slice(at, to)}${to < text.length ? "…" : ""}`;
  return new InputError({
    code: "wrong-basis",
    place: `option basis, character ${at + 1}`,
    value: found,
    expected,
    remedy: `At the mark: ${around.replace(/\s+/g, " ")}`,
  });
}
