const STATE_WORDS = 624;
const MIDDLE = 397;

/**
 * The Mersenne Twister's stream of 32-bit words: what published programs draw their first weights from.
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
      state[i] = state[(i + MIDDLE) % STATE_WORDS] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
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
