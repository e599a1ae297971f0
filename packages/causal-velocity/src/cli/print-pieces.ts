import { once } from "node:events";

/**
 * Prints text that is too long to be held, piece by piece. A reader that is slower is waited for; one that is gone wants
 * no more.
 */
export async function printPieces(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (process.stdout.destroyed || process.stdout.errored) return;
    if (!process.stdout.write(piece)) await once(process.stdout, "drain").catch(() => {});
  }
}
