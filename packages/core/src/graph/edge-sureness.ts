import { exp, log } from "../primitives/elementary.js";

/** What was counted and measured for one arrow of a graph. */
export interface EdgeCounts {
  readonly from: number;
  readonly to: number;
  /** Nats that the graph loses without the arrow. */
  readonly removal: number;
  /** Halves of the rows with the arrow, and with the opposite one. */
  readonly forward: number;
  readonly backward: number;
  readonly halves: number;
}

/** Weights of the terms of an arrow's log odds. */
export interface SurenessWeights {
  /** Of 1, of the log odds of the halves that have the arrow either way, and of ln(1 + nats). */
  readonly presence: readonly number[];
  /** Of 1, and of the log odds of the halves in which it points this way. */
  readonly direction: readonly number[];
}

/**
 * Fitted to arrows that were found in simulated graphs (`scripts/calibrate/graph-sureness.ts`); how true they are is in
 * docs/benchmarks/graph-sureness.md. Among arrows that as many halves have, those that save many nats are less sure: a strong
 * arrow that halves miss competes with another graph, a weak one is merely hard to see.
 */
export const SURENESS: SurenessWeights = { presence: [4.54, 1.26, -0.83], direction: [0.28, 0.89] };

/** Added to counts, so that their log odds are finite. */
const HALF = 0.5;

/** The terms that weights belong to. */
export function surenessTerms({ removal, forward, backward, halves }: EdgeCounts): SurenessWeights {
  const seen = forward + backward;
  return {
    presence: [1, log((seen + HALF) / (halves - seen + HALF)), log(1 + Math.max(removal, 0))],
    direction: [1, log((forward + HALF) / (backward + HALF))],
  };
}

/**
 * Probabilities that an arrow is there either way, and that it then points this way: a half at least, also where the
 * halves of the rows favor the other way and all rows do not.
 */
export function edgeSureness(
  counts: EdgeCounts,
  weights: SurenessWeights = SURENESS,
): { readonly presence: number; readonly direction: number } {
  const terms = surenessTerms(counts);
  const probability = (values: readonly number[], by: readonly number[]): number =>
    1 / (1 + exp(-values.reduce((sum, value, k) => sum + value * by[k], 0)));
  return {
    presence: probability(terms.presence, weights.presence),
    direction: Math.max(probability(terms.direction, weights.direction), HALF),
  };
}
