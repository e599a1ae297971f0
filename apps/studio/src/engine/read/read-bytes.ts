import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** JavaScript strings end at about 2²⁹ characters. */
const LARGEST_FILE = 500_000_000;

/**
 * The bytes of a file, chunk by chunk, telling how far it is.
 *
 * @throws InputError `unreadable-file`
 */
export async function readBytes(blob: Blob, place: string, tell: (share: number) => void): Promise<Uint8Array> {
  if (blob.size > LARGEST_FILE) throw unreadable(place, `${Math.round(blob.size / 1e6)} MB`);
  const bytes = new Uint8Array(blob.size);
  let at = 0;
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes.set(value, at);
      at += value.length;
      tell(blob.size > 0 ? at / blob.size : 1);
    }
  } catch (error) {
    throw unreadable(place, `reading stopped (${error instanceof Error ? error.message : String(error)})`);
  }
  return bytes;
}

function unreadable(place: string, value: string): InputError {
  return new InputError({
    code: "unreadable-file",
    place,
    value,
    expected: `a readable file of at most ${LARGEST_FILE / 1e6} MB`,
    remedy: "Keep the columns and rows in question, or write the table as Parquet; then open it again.",
  });
}
