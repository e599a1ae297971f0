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

/** What the log odds of an arrow are made of, and the weights of each. */
export interface SurenessWeights {
  /** Of 1, the log odds of the halves that have the arrow either way, ln(1 + nats), and ln(columns/7). */
  readonly presence: readonly number[];
  /** Of 1, and the log odds of the halves in which it points this way. */
  readonly direction: readonly number[];
}

/**
 * Fitted to 3,294 arrows that were found in 421 simulated graphs, by `scripts/calibrate/graph-sureness.ts`; how true
 * they are is in docs/benchmarks/graphs.md. Among arrows that as many halves have, those that save many nats are less
 * sure: a strong arrow that halves miss competes with another graph, a weak one is merely hard to see.
 */
export const SURENESS: SurenessWeights = { presence: [3.75, 1.48, -0.85, 1.47], direction: [0.42, 0.83] };

/** Columns at which the term for their number is 0. */
const USUAL_COLUMNS = 7;
/** Added to counts, so that their log odds are finite. */
const HALF = 0.5;

/** The terms that weights belong to. */
export function surenessTerms({ removal, forward, backward, halves }: EdgeCounts, columns: number): SurenessWeights {
  const seen = forward + backward;
  return {
    presence: [
      1,
      log((seen + HALF) / (halves - seen + HALF)),
      log(1 + Math.max(removal, 0)),
      log(columns / USUAL_COLUMNS),
    ],
    direction: [1, log((forward + HALF) / (backward + HALF))],
  };
}

/** Probabilities that an arrow is there either way, and that it then points this way. */
export function edgeSureness(
  counts: EdgeCounts,
  columns: number,
  weights: SurenessWeights = SURENESS,
): { readonly presence: number; readonly direction: number } {
  const terms = surenessTerms(counts, columns);
  const probability = (values: readonly number[], by: readonly number[]): number =>
    1 / (1 + exp(-values.reduce((sum, value, k) => sum + value * by[k], 0)));
  return {
    presence: probability(terms.presence, weights.presence),
    direction: probability(terms.direction, weights.direction),
  };
}
