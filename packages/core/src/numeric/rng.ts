import { cos, log } from "./elementary.js";
import { threefry, threefryKey, type WordPair } from "./threefry.js";

/** A stream of random numbers. Streams are split by name, so that adding a draw to one moves no other. */
export interface Rng {
  /** Uniform on [0, 1), 53 random bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** An independent stream: a function of this stream's seed and the label, not of what was drawn so far. */
  split(label: string): Rng;
}

const TWO_TO_26 = 67108864;
const TWO_TO_53 = 9007199254740992;

/** A stream whose every draw is a pure function of the seed: the same bytes on every engine. */
export function seededRng(seed: number): Rng {
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
