import type { Column } from "../primitives/columns.js";
import { selectInPlace, sorted } from "../primitives/quantiles.js";

/** The search ends, and lists distances one by one, when this many are left. */
const SMALLEST_WINDOW = 4096;
/** With more rows than this the search starts at the median of a subsample. */
const SUBSAMPLE_FROM = 8192;
const SUBSAMPLE_SIZE = 2048;
/** Relative error expected of the subsample's median; if it is larger, the search takes one more pass. */
const SUBSAMPLE_ERROR = 0.002;
/** Share of the bracket by which a guess overshoots, so that the far end moves too. */
const OVERSHOOT = 1e-3;
/** After this many steps the search halves its bracket, which always ends; interpolation usually ends sooner. */
const INTERPOLATED_STEPS = 12;

/**
 * The median of the non-zero distances |x_i − x_k|, or the mean of the middle two if their number is even; NaN if there
 * are none.
 *
 * The same double as from listing all n(n − 1)/2 distances. On sorted values the number of distances up to t is one
 * sweep of two pointers, so the median is found by root finding on that count; only the last few are listed.
 * @cost O(n log n) time, O(n) memory: about six sweeps
 */
export function medianOfDistances(column: Column): number {
  return medianOfSortedDistances(sorted(column));
}

function medianOfSortedDistances(x: Column): number {
  const n = x.length;
  const zeros = countZeroDistances(x);
  const nonZero = (n * (n - 1)) / 2 - zeros;
  if (!(nonZero > 0)) return Number.NaN;
  const lowerRank = zeros + Math.floor((nonZero + 1) / 2);
  const lower = distanceOfRank(x, lowerRank, zeros);
  if (nonZero % 2 === 1 || countUpTo(x, lower) > lowerRank) return lower;
  return (lower + smallestAbove(x, lower)) / 2;
}

/** Pairs of equal values: c(c − 1)/2 for every run of c. */
function countZeroDistances(x: Column): number {
  let zeros = 0;
  let run = 1;
  for (let i = 1; i <= x.length; i++) {
    if (i < x.length && x[i] === x[i - 1]) {
      run += 1;
    } else {
      zeros += (run * (run - 1)) / 2;
      run = 1;
    }
  }
  return zeros;
}

/** How many distances are at most t. Subtraction is monotone in floating point too, so the pointer never turns back. */
function countUpTo(x: Column, t: number): number {
  const n = x.length;
  let count = 0;
  let end = 0;
  for (let i = 0; i < n; i++) {
    while (end < n && x[end] - x[i] <= t) end++;
    count += end - i - 1;
  }
  return count;
}

function smallestAbove(x: Column, t: number): number {
  const n = x.length;
  let smallest = Infinity;
  let end = 0;
  for (let i = 0; i < n; i++) {
    while (end < n && x[end] - x[i] <= t) end++;
    if (end < n) smallest = Math.min(smallest, x[end] - x[i]);
  }
  return smallest;
}

function largestUpTo(x: Column, t: number): number {
  const n = x.length;
  let largest = 0;
  let end = 0;
  for (let i = 0; i < n; i++) {
    while (end < n && x[end] - x[i] <= t) end++;
    largest = Math.max(largest, x[end - 1] - x[i]);
  }
  return largest;
}

/** The distance that is number `rank`, counted from 1, in ascending order; more than `zeros`. */
function distanceOfRank(x: Column, rank: number, zeros: number): number {
  const n = x.length;
  const window = Math.max(n, SMALLEST_WINDOW);
  // count(low) < rank ≤ count(high), always.
  let low = 0;
  let high = x[n - 1] - x[0];
  let countLow = zeros;
  let countHigh = (n * (n - 1)) / 2;
  const guesses = startingGuesses(x);
  for (let step = 0; countHigh - countLow > window; step++) {
    const share = (rank - countLow) / (countHigh - countLow);
    const towardFarEnd = share < 0.5 ? OVERSHOOT : -OVERSHOOT;
    let t = guesses[step] ?? low + (share + towardFarEnd) * (high - low);
    if (step >= INTERPOLATED_STEPS || !(t > low && t < high)) t = low + (high - low) / 2;
    const onlyOneLeft = !(t > low && t < high);
    if (onlyOneLeft || step % INTERPOLATED_STEPS === INTERPOLATED_STEPS - 1) {
      // Many equal distances cannot be separated, but they can be recognized.
      const first = smallestAbove(x, low);
      const last = largestUpTo(x, high);
      if (first === last) return first;
      high = last;
    }
    const count = countUpTo(x, t);
    if (count >= rank) {
      high = t;
      countHigh = count;
    } else {
      low = t;
      countLow = count;
    }
  }
  return selectAmong(x, low, high, countHigh - countLow, rank - countLow);
}

/** Just below and just above the median of a systematic subsample of a long column. */
function startingGuesses(x: Column): number[] {
  const n = x.length;
  if (n <= SUBSAMPLE_FROM) return [];
  const subsample = new Float64Array(SUBSAMPLE_SIZE);
  for (let i = 0; i < SUBSAMPLE_SIZE; i++) subsample[i] = x[Math.floor(((i + 0.5) * n) / SUBSAMPLE_SIZE)];
  const guess = medianOfSortedDistances(subsample);
  return [guess * (1 - SUBSAMPLE_ERROR), guess * (1 + SUBSAMPLE_ERROR)];
}

/** Lists the distances in (low, high], `count` of them, and returns number `rank` among these. */
function selectAmong(x: Column, low: number, high: number, count: number, rank: number): number {
  const n = x.length;
  const listed = new Float64Array(count);
  let length = 0;
  let start = 0;
  for (let i = 0; i < n; i++) {
    if (start <= i) start = i + 1;
    while (start < n && x[start] - x[i] <= low) start++;
    for (let k = start; k < n && x[k] - x[i] <= high; k++) listed[length++] = x[k] - x[i];
  }
  return selectInPlace(listed, length, rank - 1);
}
