const MAGIC = 0x184d2204;
/** Bits of the descriptor: blocks end with a checksum; the size of the content, a dictionary follow. */
const [BLOCK_CHECKSUM, CONTENT_SIZE, DICTIONARY] = [0x10, 0x08, 0x01];
const VERSION_BITS = 0xc0;
const VERSION = 0x40;
const PLAIN_BLOCK = 0x80000000;
/** A match is at least this long; a length of 15 goes on in the next bytes. */
const [SHORTEST_MATCH, LONG] = [4, 15];

/**
 * Inflates a frame of LZ4. Checksums are not compared.
 *
 * @param size bytes of the result     @throws RangeError if the frame is damaged or of another size
 * @reference LZ4 frame format 1.6.4 and block format
 */
export function lz4Frame(frame: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = view.getUint8(4);
  if (view.getUint32(0, true) !== MAGIC || (flags & VERSION_BITS) !== VERSION) throw broken();
  let at = 7 + (flags & CONTENT_SIZE ? 8 : 0) + (flags & DICTIONARY ? 4 : 0);
  const out = new Uint8Array(size);
  let written = 0;
  for (;;) {
    const word = view.getUint32(at, true);
    at += 4;
    if (word === 0) break;
    const isPlain = word >= PLAIN_BLOCK;
    const length = isPlain ? word - PLAIN_BLOCK : word;
    const block = frame.subarray(at, at + length);
    if (block.length < length) throw broken();
    if (isPlain) {
      if (written + length > size) throw broken();
      out.set(block, written);
      written += length;
    } else written = inflateBlock(block, out, written);
    at += length + (flags & BLOCK_CHECKSUM ? 4 : 0);
  }
  if (written !== size) throw broken();
  return out;
}

/** Writes a block after what is there, to which it may refer. @returns where the next one begins */
function inflateBlock(block: Uint8Array, out: Uint8Array, start: number): number {
  let [at, to] = [0, start];
  const byte = (): number => {
    const value = block[at++];
    if (value === undefined) throw broken();
    return value;
  };
  const longer = (length: number): number => {
    let total = length;
    if (length === LONG) for (let more = 255; more === 255; total += more) more = byte();
    return total;
  };
  while (at < block.length) {
    const token = byte();
    const literals = longer(token >> 4);
    if (at + literals > block.length || to + literals > out.length) throw broken();
    out.set(block.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === block.length) break;
    const distance = byte() | (byte() << 8);
    const match = longer(token & 15) + SHORTEST_MATCH;
    if (distance === 0 || distance > to || to + match > out.length) throw broken();
    // Byte by byte: a match may repeat what it has just written.
    for (let i = 0; i < match; i++, to++) out[to] = out[to - distance] as number;
  }
  return to;
}

function broken(): RangeError {
  return new RangeError("a damaged LZ4 frame");
}
