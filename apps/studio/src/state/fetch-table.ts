import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { ServedTable } from "./served-table.js";

/**
 * The file that the command serves beside this page.
 *
 * @throws InputError if nobody answers, or not with the file
 */
export async function fetchTable({ name, address }: ServedTable): Promise<Blob> {
  const response = await fetch(address).catch(() => undefined);
  if (response?.ok) {
    // An answer that breaks off is none.
    const blob = await response.blob().catch(() => undefined);
    if (blob) return blob;
  }
  const isAnswered = response !== undefined && !response.ok;
  throw new InputError({
    code: "unreadable-file",
    place: `table "${name}", named in the address of this page`,
    value: isAnswered ? `not there: the answer is ${response.status}` : "no answer: what served it has ended",
    expected: "the table that causal-velocity studio serves beside this page",
    remedy: "Start causal-velocity studio with the file again, or open the file here.",
  });
}
