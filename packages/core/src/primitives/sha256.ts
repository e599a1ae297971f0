/** Bytes of a block, and of the count of bits at the end of the last. */
const BLOCK_BYTES = 64;
const COUNT_BYTES = 8;
const HASH_ROUNDS = 64;
const TWO_32 = 0x1_0000_0000;

/**
 * SHA-256 of bytes, in 64 hexadecimal digits: two files with the same digest are the same. Browsers have a function for
 * it, but not on every page.
 *
 * After FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1 and 6.2.2. @cost O(n), about 60 MB a second
 */
export function sha256(bytes: Uint8Array): string {
  const { roots, constants } = primeFractions();
  const state = Int32Array.from(roots);
  const words = new Int32Array(HASH_ROUNDS);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < whole; start += BLOCK_BYTES) compress(state, words, constants, view, start);
  const tail = paddedTail(bytes.subarray(whole), bytes.length);
  for (let start = 0; start < tail.byteLength; start += BLOCK_BYTES) compress(state, words, constants, tail, start);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The rest after whole blocks, a one bit, zeros, and the number of bits. */
function paddedTail(rest: Uint8Array, length: number): DataView {
  const size = rest.length + 1 + COUNT_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
  const tail = new Uint8Array(size);
  tail.set(rest);
  tail[rest.length] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(size - COUNT_BYTES, Math.floor((8 * length) / TWO_32));
  view.setUint32(size - COUNT_BYTES / 2, (8 * length) % TWO_32);
  return view;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Int32Array, words: Int32Array, constants: Int32Array, view: DataView, start: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(start + 4 * t);
  for (let t = 16; t < HASH_ROUNDS; t++) {
    const [early, late] = [words[t - 15], words[t - 2]];
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + sigma0 + words[t - 7] + sigma1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < HASH_ROUNDS; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + constants[t] + words[t]) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/**
 * The first 32 bits after the point of the square roots of the first 8 primes and of the cube roots of the first 64.
 *
 * Found by bisection over whole numbers, because floating-point roots differ between engines.
 */
function primeFractions(): { roots: Int32Array; constants: Int32Array } {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < HASH_ROUNDS; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  const fraction = (root: bigint): number => Number(BigInt.asIntN(32, root));
  return {
    roots: Int32Array.from(primes.slice(0, 8), (prime) => fraction(integerRoot(prime << 64n, (root) => root * root))),
    constants: Int32Array.from(primes, (prime) => fraction(integerRoot(prime << 96n, (root) => root * root * root))),
  };
}

/** The largest whole number whose power is at most the value. */
function integerRoot(value: bigint, power: (root: bigint) => bigint): bigint {
  let [low, high] = [0n, 1n << 64n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (power(middle) <= value) low = middle;
    else high = middle;
  }
  return low;
}
