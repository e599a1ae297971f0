/** A 64-bit key or block as two unsigned 32-bit words. */
export type WordPair = readonly [number, number];

const KEY_PARITY = 0x1bd11bda;
const ROTATIONS = [
  [13, 15, 26, 6],
  [17, 29, 16, 24],
] as const;
const ROUND_GROUPS = 5;

/**
 * Threefry-2x32 with 20 rounds: encrypts a counter under a key, so that draw number j needs no state.
 *
 * @reference Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"
 */
export function threefry(key: WordPair, counter: WordPair): WordPair {
  const schedule = [key[0], key[1], key[0] ^ key[1] ^ KEY_PARITY];
  let a = (counter[0] + schedule[0]) | 0;
  let b = (counter[1] + schedule[1]) | 0;
  for (let group = 0; group < ROUND_GROUPS; group++) {
    for (const bits of ROTATIONS[group % 2]) {
      a = (a + b) | 0;
      b = ((b << bits) | (b >>> (32 - bits))) ^ a;
    }
    a = (a + schedule[(group + 1) % 3]) | 0;
    b = (b + schedule[(group + 2) % 3] + group + 1) | 0;
  }
  return [a >>> 0, b >>> 0];
}

/** The key of an integer seed: its high and low 32 bits. */
export function threefryKey(seed: number): WordPair {
  return [Math.floor(seed / 0x100000000) >>> 0, seed >>> 0];
}
