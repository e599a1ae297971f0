import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { selectInPlace } from "@causal-velocity/core/primitives/quantiles.js";

/** Squared distances listed at once, at most: 8 bytes each. */
const WINDOW = 1 << 20;
/** Pairs sampled to guess the median, and the share of them on either side of the guess: eight standard deviations. */
const SAMPLE = 65_536;
const GUESS_MARGIN = 0.008;

/** Which of the n² distances of a sample from itself count. */
export type CountedDistances = "all" | "nonzero";

/**
 * Median of the distances between the points (x_i, y_i): of the `nonzero` ones, the mean of the middle two; of `all`
 * n², among them n zeros from each point to itself, the lower of the middle two. NaN if all points coincide.
 *
 * Exact at any n: beyond a million pairs, one pass counts the distances below and inside a bracket around a guess,
 * another lists those inside.
 * @cost n²/2 distances a pass; 8 MB
 */
export function medianOfPlaneDistances(x: Column, y: Column, counted: CountedDistances): number {
  const n = x.length;
  const pairs = (n * (n - 1)) / 2;
  const zeros = countWithin(x, y, -1, 0).inside;
  if (zeros === pairs) return Number.NaN;
  if (counted === "nonzero") {
    const count = pairs - zeros;
    const [lower, next] = squaresFromRank(x, y, zeros + Math.floor((count - 1) / 2));
    return count % 2 === 1 ? Math.sqrt(lower) : (Math.sqrt(lower) + Math.sqrt(next)) / 2;
  }
  // In the sorted list of all n², each pair occurs twice, after the n zeros of the diagonal.
  const place = Math.floor((n * n - 1) / 2);
  return place < n ? 0 : Math.sqrt(squaresFromRank(x, y, Math.floor((place - n) / 2))[0]);
}

/** The squared distance that is number `rank`, counted from 0, among those of all pairs, and the next one. */
function squaresFromRank(x: Column, y: Column, rank: number): [number, number] {
  let [low, high] = [-1, Infinity];
  let within = { below: 0, inside: (x.length * (x.length - 1)) / 2, least: 0, most: Infinity };
  while (within.inside > WINDOW && within.least < within.most) {
    const [from, to] =
      guess(x, y, low, high, (rank - within.below) / within.inside) ?? halves(within.least, within.most);
    const guessed = countWithin(x, y, from, to);
    if (rank < guessed.below) high = from;
    else if (rank + 1 < guessed.below + guessed.inside) [low, high] = [from, to];
    else low = to;
    within = countWithin(x, y, low, high);
  }
  if (within.least === within.most) {
    const isLast = rank + 1 >= within.below + within.inside;
    return [within.least, isLast ? countWithin(x, y, high, Infinity).least : within.least];
  }
  const listed = listWithin(x, y, low, high, within.inside);
  const place = rank - within.below;
  const value = selectInPlace(listed, listed.length, place);
  let next = place + 1 < listed.length ? Infinity : countWithin(x, y, high, Infinity).least;
  for (let i = place + 1; i < listed.length; i++) next = Math.min(next, listed[i]);
  return [value, next];
}

/**
 * A bracket around a share of the squares in (low, high], from a sample of the pairs; undefined if it is not narrower.
 */
function guess(x: Column, y: Column, low: number, high: number, share: number): [number, number] | undefined {
  const n = x.length;
  // Row i against row i + k: as many offsets k as fit into the sample, spread over all.
  const offsets = Math.max(1, Math.floor(SAMPLE / n));
  const squares: number[] = [];
  for (let o = 0; o < offsets; o++) {
    const k = 1 + Math.floor(((o + 0.5) * (n - 1)) / offsets);
    for (let i = 0; i < n; i++) {
      const square = squareBetween(x, y, i, (i + k) % n);
      if (square > low && square <= high) squares.push(square);
    }
  }
  const ascending = Float64Array.from(squares).sort();
  const at = (q: number) => ascending[Math.min(Math.max(Math.floor(q * ascending.length), 0), ascending.length - 1)];
  const [from, to] = [
    share <= GUESS_MARGIN ? low : at(share - GUESS_MARGIN),
    share >= 1 - GUESS_MARGIN ? high : at(share + GUESS_MARGIN),
  ];
  return from < to && (from > low || to < high) ? [from, to] : undefined;
}

function halves(least: number, most: number): [number, number] {
  return [-1, least + (most - least) / 2];
}

function squareBetween(x: Column, y: Column, i: number, k: number): number {
  const dx = x[i] - x[k];
  const dy = y[i] - y[k];
  return dx * dx + dy * dy;
}

/** How many squares are at most `low`, how many in (low, high], and the extremes of these. */
function countWithin(x: Column, y: Column, low: number, high: number) {
  let [below, inside, least, most] = [0, 0, Infinity, -Infinity];
  for (let i = 1; i < x.length; i++) {
    for (let k = 0; k < i; k++) {
      const square = squareBetween(x, y, i, k);
      if (square <= low) below += 1;
      else if (square <= high) {
        inside += 1;
        if (square < least) least = square;
        if (square > most) most = square;
      }
    }
  }
  return { below, inside, least, most };
}

function listWithin(x: Column, y: Column, low: number, high: number, count: number): Float64Array {
  const listed = new Float64Array(count);
  let length = 0;
  for (let i = 1; i < x.length; i++) {
    for (let k = 0; k < i; k++) {
      const square = squareBetween(x, y, i, k);
      if (square > low && square <= high) listed[length++] = square;
    }
  }
  return listed;
}
