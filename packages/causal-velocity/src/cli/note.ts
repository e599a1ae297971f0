import { wrap } from "./printable.js";

/** Tells the user something on standard error that changes nothing about the answer. */
export function note(text: string): void {
  process.stderr.write(`${wrap(text, "note: ")}\n`);
}
