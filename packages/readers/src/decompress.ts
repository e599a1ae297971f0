import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** Deflated bytes that are passed on at once: one such piece inflates to 17 MB at most. */
const PIECE = 1 << 14;

/** Bytes that cannot be inflated: the message of the runtime. */
export class BrokenStream extends Error {}

/**
 * Inflates bytes as they come, by the runtime's own routine, which Node and browsers share. No more is kept than one
 * piece and what it inflates to.
 *
 * @throws BrokenStream; whatever `pieces` throws
 */
export async function* inflated(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: "gzip" | "deflate-raw",
): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream(format);
  const reader = stream.readable.getReader();
  let fault: unknown;
  const feed = async (): Promise<void> => {
    const writer = stream.writable.getWriter();
    const iterator = allOf(pieces);
    try {
      for (let next = await nextOf(iterator); next; next = await nextOf(iterator)) {
        for (let at = 0; at < next.length; at += PIECE) {
          // A copy: the runtime may hold it longer than its piece is valid.
          await writer.write(next.slice(at, at + PIECE) as Uint8Array<ArrayBuffer>);
        }
      }
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => {});
    } finally {
      await iterator.return(undefined).catch(() => {});
    }
  };
  const nextOf = async (iterator: AsyncGenerator<Uint8Array>): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  const feeding = feed();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    if (fault !== undefined) throw fault;
    throw new BrokenStream(error instanceof Error ? error.message : String(error));
  } finally {
    await reader.cancel().catch(() => {});
    await feeding;
  }
}

async function* allOf(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Inflates a gzip file as it comes. @throws InputError `damaged-archive` */
export async function* gunzipped(pieces: AsyncIterable<Uint8Array>, place: string): AsyncGenerator<Uint8Array> {
  try {
    yield* inflated(pieces, "gzip");
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    throw new InputError({
      code: "damaged-archive",
      place,
      value: `cannot be uncompressed (${error.message})`,
      expected: "a complete gzip file",
      remedy: "Download or write the file again; gzip -t tests it.",
    });
  }
}
