import { type Column, requireColumns } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import { type Rng, threefry, threefryKey, type WordPair } from "../primitives/random.js";
import { withDropped } from "./complete-rows.js";
import type { Pair } from "./pair.js";
import { takeGroups } from "./row-groups.js";

/** The values of a column at the given rows. */
export function takeRows(column: Column, rows: ArrayLike<number>): Column {
  requireColumns({ column });
  const out = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = column[rows[i]];
  return out;
}

/** Indices of `size` of n rows drawn without replacement, ascending. */
export function drawRows(n: number, size: number, rng: Rng): Uint32Array {
  // Selection sampling: row i is kept with probability (rows still wanted)/(rows left).
  const chosen = new Uint32Array(size);
  let wanted = size;
  for (let i = 0; wanted > 0; i++) {
    if (rng.uniform() * (n - i) < wanted) {
      chosen[size - wanted] = i;
      wanted -= 1;
    }
  }
  return chosen;
}

/** A spread needs so many refits. */
export const FEWEST_HALVES = 5;
/** Nine in ten of a normal distribution lie within so many standard deviations. */
const NINE_IN_TEN = 1.6448536269514722;

/**
 * Half the width of a band of 90%, from how refits on random halves differ from the whole; NaN where there are fewer
 * than five.
 *
 * A half drawn without replacement varies about the whole as much as the whole does about what it estimates, so the
 * root mean square difference is the standard error as it is. A bias that changes with the rows counts too.
 * @see docs/decisions/0040-counterfactual-bands.md
 */
export function marginOfHalves(differences: readonly number[]): number {
  if (differences.length < FEWEST_HALVES) return Number.NaN;
  const largest = differences.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // The squares of such numbers are infinite, or 0.
  const unit = largest > 0 && (largest > 1e150 || largest < 1e-150) ? largest : 1;
  const meanSquare = differences.reduce((sum, value) => sum + (value / unit) * (value / unit), 0) / differences.length;
  return NINE_IN_TEN * Math.sqrt(meanSquare) * unit;
}

/**
 * `size` rows drawn without replacement, in their original order; the pair itself if it has no more than that.
 *
 * Never with replacement: duplicated rows make joint densities look spiky and cost accuracy (docs/decisions/0006).
 */
export function subsample(pair: Pair, size: number, rng: Rng): Pair {
  requireColumns({ x: pair?.x, y: pair?.y });
  const n = pair.x.length;
  if (n <= size) return pair;
  const chosen = drawRows(n, size, rng);
  return { ...pairRows(pair, chosen), rows: withDropped(pair.rows, "subsampled", n - size) };
}

/** Some rows of a pair, with all that belongs to them; their count is left as it is. */
export function pairRows(pair: Pair, rows: ArrayLike<number>): Pair {
  const { x, y, given, groups, clusters } = pair;
  return {
    ...pair,
    x: takeRows(x, rows),
    y: takeRows(y, rows),
    ...(given && { given: given.map(({ name, values }) => ({ name, values: takeRows(values, rows) })) }),
    ...(groups && { groups: takeGroups(groups, rows) }),
    ...(clusters && { clusters: takeGroups(clusters, rows) }),
  };
}

/**
 * The row indices that the paper's code draws: `size` of n rows *with* replacement, the same for every pair of n rows.
 *
 * Only for reproducing published numbers. JAX's `randint` over Threefry with the partitionable layout: two streams of
 * 32 random bits, combined so that the remainder by n is nearly unbiased.
 * @paper appx:experiments:benchmarks ("sub-sampled, or re-sampled if necessary")
 * @deviates docs/decisions/0006-no-resampling-with-replacement.md
 */
export function paperResampleRows(n: number, size: number, seed = 0): Uint32Array {
  const key = threefryKey(seed);
  const highKey = threefry(key, [0, 0]);
  const lowKey = threefry(key, [0, 1]);
  // 2³² modulo n, computed as the reference does: the square of 2¹⁶ mod n in 32-bit arithmetic.
  const half = 65536 % n;
  const multiplier = (Math.imul(half, half) >>> 0) % n;
  const rows = new Uint32Array(size);
  for (let j = 0; j < size; j++) {
    const high = Math.imul(randomBits(highKey, j) % n, multiplier) >>> 0;
    rows[j] = ((high + (randomBits(lowKey, j) % n)) >>> 0) % n;
  }
  return rows;
}

/**
 * The row indices the paper's code draws for its own suites: `size` of n rows without replacement, the same for every
 * pair of n rows; all n, in another order, if `size` is n or more.
 *
 * The head of JAX's `permutation`: rounds of stable sorting by new random bits, enough of them that equal bits hardly
 * matter.
 * @paper appx:experiments:benchmarks     @cost O(n log n)
 */
export function paperDistinctRows(n: number, size: number, seed = 0): Uint32Array {
  const rounds = Math.ceil((3 * log(Math.max(1, n))) / log(0xffffffff));
  let rows = Uint32Array.from({ length: n }, (_, i) => i);
  let key = threefryKey(seed);
  for (let round = 0; round < rounds; round++) {
    const stream = threefry(key, [0, 1]);
    key = threefry(key, [0, 0]);
    const bits = Uint32Array.from({ length: n }, (_, j) => randomBits(stream, j));
    const order = Uint32Array.from({ length: n }, (_, j) => j).sort((a, b) => bits[a] - bits[b] || a - b);
    rows = order.map((j) => rows[j]);
  }
  return rows.slice(0, size);
}

/** Number j of a stream of 32 random bits, in JAX's partitionable layout. */
function randomBits(stream: WordPair, j: number): number {
  const [a, b] = threefry(stream, [0, j]);
  return (a ^ b) >>> 0;
}

/**
 * Indices of the rows strictly between the share/2 and 1 − share/2 quantiles of both columns.
 *
 * The paper trims after estimating the scores, where they are worst, and does not standardize again.
 * @paper appx:experiments:benchmarks (share = 0.05)
 * @param share total share cut from each column, in [0, 1)
 */
export function trimmedRows(pair: Pick<Pair, "x" | "y">, share: number): Uint32Array {
  requireColumns({ x: pair?.x, y: pair?.y });
  if (share === 0) return Uint32Array.from(pair.x, (_, i) => i);
  const inner = [pair.x, pair.y].map((column) => {
    const ascending = sorted(column);
    return { column, low: quantileOfSorted(ascending, share / 2), high: quantileOfSorted(ascending, 1 - share / 2) };
  });
  const kept: number[] = [];
  for (let i = 0; i < pair.x.length; i++) {
    if (inner.every(({ column, low, high }) => low < column[i] && column[i] < high)) kept.push(i);
  }
  return Uint32Array.from(kept);
}
