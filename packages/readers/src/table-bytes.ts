/** The bytes of a file or a stream. */
export interface TableBytes {
  /** The bytes from the beginning, in pieces; a piece is valid until the next one is asked for. Called once. */
  pieces(): AsyncIterable<Uint8Array>;
  /** How many there are, if that is known before they are read. */
  readonly size?: number;
  /** Some of them, where they can be read in any order. */
  slice?(from: number, to: number): Promise<Uint8Array>;
}

/** A file that a browser has opened, a `Blob`. */
export interface BlobLike {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Bytes that are read at once. */
const PIECE = 1 << 18;

/** The bytes of an array or of a file that a browser has opened. */
export function bytesOf(source: Uint8Array | BlobLike): TableBytes {
  const size = "size" in source ? source.size : source.length;
  const slice = async (from: number, to: number): Promise<Uint8Array> =>
    "size" in source ? new Uint8Array(await source.slice(from, to).arrayBuffer()) : source.subarray(from, to);
  return {
    size,
    slice,
    pieces: async function* () {
      for (let at = 0; at < size; at += PIECE) yield await slice(at, at + PIECE);
    },
  };
}

/** What bytes hold, by their beginning. */
export type BytesKind = "gzip" | "zip" | "arrow-file" | "arrow-stream" | "parquet" | "text";

/** First bytes of each kind; a stream of Arrow begins with the mark of a message. */
const MAGIC: readonly { readonly kind: BytesKind; readonly bytes: readonly number[] }[] = [
  { kind: "gzip", bytes: [0x1f, 0x8b] },
  { kind: "zip", bytes: [0x50, 0x4b, 0x03, 0x04] },
  // An archive without files.
  { kind: "zip", bytes: [0x50, 0x4b, 0x05, 0x06] },
  { kind: "parquet", bytes: [0x50, 0x41, 0x52, 0x31] },
  { kind: "arrow-file", bytes: [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31] },
  { kind: "arrow-stream", bytes: [0xff, 0xff, 0xff, 0xff] },
];
const MAGIC_BYTES = 6;

/** What bytes hold, by the first few of them. */
export function bytesKind(head: Uint8Array): BytesKind {
  return MAGIC.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte))?.kind ?? "text";
}

/** The kind of bytes that come in pieces, and the same pieces. */
export async function kindOfPieces(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ readonly kind: BytesKind; readonly pieces: AsyncGenerator<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let head = new Uint8Array();
  let isEnd = false;
  while (!isEnd && head.length < MAGIC_BYTES) {
    const next = await iterator.next();
    if (next.done) isEnd = true;
    else head = joined([head, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { kind: bytesKind(head), pieces: all() };
}

/** A copy of several arrays of bytes in one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
