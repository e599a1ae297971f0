import { joined } from "../table-bytes.js";
import { type FlatTable, flatRoot } from "./flat-buffer.js";

/** Bytes in their order: some are taken, others passed over. */
export interface ByteQueue {
  /** The next bytes; fewer at the end. */
  take(count: number): Promise<Uint8Array<ArrayBuffer>>;
  skip(count: number): Promise<void>;
}

/** A queue of bytes that come in pieces. @cost memory for one piece and what is taken */
export function byteQueue(pieces: AsyncIterable<Uint8Array>): ByteQueue {
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array();
  /** Passes the next bytes on, as far as there are any. */
  const each = async (count: number, use: (bytes: Uint8Array) => void): Promise<void> => {
    for (let left = count; left > 0; ) {
      if (piece.length === 0) {
        const next = await iterator.next();
        if (next.done) return;
        piece = next.value;
      }
      const part = piece.subarray(0, Math.min(left, piece.length));
      use(part);
      piece = piece.subarray(part.length);
      left -= part.length;
    }
  };
  return {
    async take(count) {
      const parts: Uint8Array[] = [];
      await each(count, (part) => parts.push(part.slice()));
      return joined(parts);
    },
    skip: (count) => each(count, () => {}),
  };
}

/** A message of a stream: what it says, and how many bytes of data follow it. */
export interface Message {
  readonly version: number;
  readonly kind: "schema" | "dictionary" | "batch" | "other";
  readonly content: FlatTable;
  readonly bodyLength: number;
}

const KINDS: readonly Message["kind"][] = ["other", "schema", "dictionary", "batch"];
/** Before a message, since version 0.15 of the format. */
const CONTINUATION = 0xffffffff;
/** Bytes of what a message says: 1,000,000 columns take 100 MB. */
const MOST_METADATA = 1 << 28;

/**
 * The next message, whose data come next; undefined at the end.
 *
 * @param isMarked whether the end has a mark     @throws RangeError if it is damaged
 */
export async function nextMessage(queue: ByteQueue, isMarked: boolean): Promise<Message | undefined> {
  const start = await queue.take(4);
  if (start.length === 0 && !isMarked) return undefined;
  let length = wordOf(start);
  if (length === CONTINUATION) length = wordOf(await queue.take(4));
  if (length === 0) return undefined;
  if (length > MOST_METADATA) throw new RangeError(`a message of ${length} bytes`);
  const metadata = await queue.take(length);
  if (metadata.length < length) throw new RangeError("it is cut off");
  const message = flatRoot(metadata);
  const content = message.table(2);
  const bodyLength = message.int(3, 8);
  if (!content || bodyLength < 0) throw new RangeError("a message without content");
  return { version: message.int(0, 2), kind: KINDS[message.int(1, 1)] ?? "other", content, bodyLength };
}

function wordOf(bytes: Uint8Array): number {
  if (bytes.length < 4) throw new RangeError("it is cut off");
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}

/** Where buffers are in the data of a message. Lengths in bytes. */
export interface BatchParts {
  readonly rows: number;
  readonly nodes: readonly (readonly number[])[];
  readonly buffers: readonly (readonly number[])[];
  readonly views: readonly (readonly number[])[];
  readonly compression?: "lz4" | "zstd";
}

/** What a batch says about its data. @throws RangeError if it is damaged */
export function batchParts(batch: FlatTable): BatchParts {
  const compression = batch.table(3);
  const codec = compression && (compression.int(0, 1) === 0 ? "lz4" : "zstd");
  if (compression && (compression.int(0, 1) > 1 || compression.int(1, 1) !== 0))
    throw new RangeError("its compression");
  const rows = batch.int(0, 8);
  if (rows < 0) throw new RangeError(`${rows} rows`);
  return {
    rows,
    nodes: batch.structures(1, 2),
    buffers: batch.structures(2, 2),
    views: batch.structures(4, 1),
    ...(codec && { compression: codec }),
  };
}

/**
 * Reads the buffers that are needed from the data of a message, and passes over the others.
 *
 * @throws RangeError if they overlap or lie outside
 */
export async function readBuffers(
  queue: ByteQueue,
  { buffers }: BatchParts,
  bodyLength: number,
  needed: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Uint8Array<ArrayBuffer>>> {
  const found = new Map<number, Uint8Array<ArrayBuffer>>();
  const order = [...needed].sort((a, b) => (buffers[a]?.[0] ?? 0) - (buffers[b]?.[0] ?? 0));
  let at = 0;
  for (const index of order) {
    const [offset, length] = buffers[index] ?? [];
    if (offset === undefined || length === undefined) throw new RangeError("a column without data");
    if (length === 0) {
      found.set(index, new Uint8Array());
      continue;
    }
    if (offset < at || length < 0 || offset + length > bodyLength) throw new RangeError("data outside of its message");
    await queue.skip(offset - at);
    const bytes = await queue.take(length);
    if (bytes.length < length) throw new RangeError("it is cut off");
    found.set(index, bytes);
    at = offset + length;
  }
  await queue.skip(bodyLength - at);
  return found;
}
