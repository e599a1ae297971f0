import { cos, log } from "./elementary.js";
import { wrongOption } from "./errors.js";
import { lowerNormalQuantile } from "./special.js";

/** A 64-bit key or block as two unsigned 32-bit words. */
export type WordPair = readonly [number, number];

const KEY_PARITY = 0x1bd11bda;
const ROTATIONS = [
  [13, 15, 26, 6],
  [17, 29, 16, 24],
] as const;
const ROUND_GROUPS = 5;

/**
 * Threefry-2x32 with 20 rounds: encrypts a counter under a key, so that draw j needs no state.
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

/** Random bits of a uniform single-precision number: those of its mantissa. */
const MANTISSA_BITS = 23;
const TWO_TO_23 = 8388608;
/** The smallest single-precision number above −1: a uniform number of −1 would become a normal one of −∞. */
const ABOVE_MINUS_ONE = -(1 - 1 / 16777216);

/**
 * The standard normal numbers from which the published trainings start: `normal(PRNGKey(seed), (count,))` of the
 * authors' library, with its partitionable layout.
 *
 * Number j is √2·erf⁻¹(u) = Φ⁻¹((1 + u)/2), with u in (−1, 1) from the upper 23 bits of the two words of block j,
 * xor-ed. Sums are rounded to single precision as in that library, and so is the result, whose last bit or two may
 * differ.
 * @cost O(count), about 10 µs each
 */
export function threefryNormals(seed: number, count: number): Float64Array {
  const key = threefryKey(seed);
  return Float64Array.from({ length: count }, (_, j) => {
    const [first, second] = threefry(key, [0, j]);
    const share = ((first ^ second) >>> (32 - MANTISSA_BITS)) / TWO_TO_23;
    const u = Math.max(ABOVE_MINUS_ONE, Math.fround(2 * share + ABOVE_MINUS_ONE));
    const lower = lowerNormalQuantile(log((1 - Math.abs(u)) / 2));
    return Math.fround(u < 0 ? lower : -lower);
  });
}

/**
 * A stream of random numbers. Streams are split by name, so that an additional draw from one does not change another.
 */
export interface Rng {
  /** Uniform on [0, 1), 53 random bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /**
   * An independent stream: it depends on this stream's seed and the label, not on earlier draws. Labels are part of the
   * data: another label gives other numbers.
   */
  split(label: string): Rng;
}

const TWO_TO_26 = 67108864;
const TWO_TO_53 = 9007199254740992;

/**
 * A stream whose every draw is a pure function of the seed: the same bytes on every engine.
 *
 * @throws InputError `wrong-option` for a seed that is no whole number from 0 to 2^53 - 1
 */
export function seededRng(seed: number): Rng {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  return streamOf(threefryKey(seed));
}

function streamOf(key: WordPair): Rng {
  let draws = 0;
  const uniform = (): number => {
    const [high, low] = threefry(key, [Math.floor(draws / 0x100000000), draws >>> 0]);
    draws += 1;
    return ((high >>> 5) * TWO_TO_26 + (low >>> 6)) / TWO_TO_53;
  };
  return {
    uniform,
    // Box and Muller; 1 − u lies in (0, 1], so the logarithm is finite.
    normal: () => {
      const radius = Math.sqrt(-2 * log(1 - uniform()));
      return radius * cos(2 * Math.PI * uniform());
    },
    split: (label) => {
      let child = threefry(key, [0xffffffff, label.length]);
      for (let i = 0; i < label.length; i++) child = threefry(child, [label.charCodeAt(i), i]);
      return streamOf(child);
    },
  };
}

const STATE_WORDS = 624;
const TWIST_OFFSET = 397;

/**
 * The Mersenne Twister's stream of 32-bit words: published programs draw their first weights from it.
 *
 * @reference Matsumoto & Nishimura 1998, MT19937 with `init_genrand`
 */
export function mersenneTwister(seed: number): () => number {
  const state = new Uint32Array(STATE_WORDS);
  state[0] = seed;
  for (let i = 1; i < STATE_WORDS; i++) {
    state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  }
  let next = STATE_WORDS;
  const twist = (): void => {
    for (let i = 0; i < STATE_WORDS; i++) {
      const joined = (state[i] & 0x80000000) | (state[(i + 1) % STATE_WORDS] & 0x7fffffff);
      state[i] = state[(i + TWIST_OFFSET) % STATE_WORDS] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    next = 0;
  };
  return () => {
    if (next === STATE_WORDS) twist();
    let word = state[next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    word ^= word >>> 18;
    return word >>> 0;
  };
}
