import { at, mark, put, release, takeNumbers } from "./arrays";
import { sortAscending } from "./sort";

// The plain TypeScript twin, core's numeric/median-distance.ts, tells the algorithm; both give the same double.

const SMALLEST_WINDOW: i64 = 4096;
const SUBSAMPLE_FROM: i32 = 8192;
const SUBSAMPLE_SIZE: i32 = 2048;
const SUBSAMPLE_ERROR: f64 = 0.002;
const OVERSHOOT: f64 = 1e-3;
const INTERPOLATED_STEPS: i32 = 12;

/** Median of the non-zero distances between n numbers; NaN if there are none. Leaves the numbers sorted. */
export function medianOfDistances(x: usize, n: i32): f64 {
  sortAscending(x, n);
  return medianOfSortedDistances(x, n);
}

/** x[n] must be writable: a sentinel there stops every sweep. */
function medianOfSortedDistances(x: usize, n: i32): f64 {
  put(x, n, Infinity);
  const zeros = countZeroDistances(x, n);
  const nonZero = (<i64>n * <i64>(n - 1)) / 2 - zeros;
  if (nonZero <= 0) return NaN;
  const lowerRank = zeros + (nonZero + 1) / 2;
  const lower = distanceOfRank(x, n, lowerRank, zeros);
  if ((nonZero & 1) === 1 || countUpTo(x, n, lower) > lowerRank) return lower;
  return (lower + smallestAbove(x, n, lower)) / 2;
}

function countZeroDistances(x: usize, n: i32): i64 {
  let zeros: i64 = 0;
  let run: i64 = 1;
  for (let i = 1; i <= n; i++) {
    if (i < n && at(x, i) === at(x, i - 1)) {
      run++;
    } else {
      zeros += (run * (run - 1)) / 2;
      run = 1;
    }
  }
  return zeros;
}

/**
 * How many distances are at most t. Four stretches of rows are swept side by side, because every step of one waits for
 * the last; the stretches begin where a bisection finds the reach of their first row.
 */
function countUpTo(x: usize, n: i32, t: f64): i64 {
  const quarter = n >> 2;
  let count: i64 = 0;
  let i0 = x;
  let i1 = x + ((<usize>quarter) << 3);
  let i2 = x + ((<usize>(2 * quarter)) << 3);
  let i3 = x + ((<usize>(3 * quarter)) << 3);
  const stop0 = i1;
  const stop1 = i2;
  const stop2 = i3;
  const stop3 = x + ((<usize>n) << 3);
  let e0 = reach(x, n, 0, t);
  let e1 = reach(x, n, quarter, t);
  let e2 = reach(x, n, 2 * quarter, t);
  let e3 = reach(x, n, 3 * quarter, t);
  while (i0 < stop0 && i1 < stop1 && i2 < stop2 && i3 < stop3) {
    const r0 = <usize>(load<f64>(e0) - load<f64>(i0) <= t);
    const r1 = <usize>(load<f64>(e1) - load<f64>(i1) <= t);
    const r2 = <usize>(load<f64>(e2) - load<f64>(i2) <= t);
    const r3 = <usize>(load<f64>(e3) - load<f64>(i3) <= t);
    count += <i64>((e0 - i0) & (r0 - 1)) + <i64>((e1 - i1) & (r1 - 1));
    count += <i64>((e2 - i2) & (r2 - 1)) + <i64>((e3 - i3) & (r3 - 1));
    e0 += r0 << 3;
    e1 += r1 << 3;
    e2 += r2 << 3;
    e3 += r3 << 3;
    i0 += (1 - r0) << 3;
    i1 += (1 - r1) << 3;
    i2 += (1 - r2) << 3;
    i3 += (1 - r3) << 3;
  }
  count += sweep(i0, stop0, e0, t) + sweep(i1, stop1, e1, t) + sweep(i2, stop2, e2, t) + sweep(i3, stop3, e3, t);
  return (count >> 3) - <i64>n;
}

/** Bytes between every row and the end of its reach, summed. One step moves the row or the end, without a branch. */
function sweep(from: usize, stop: usize, first: usize, t: f64): i64 {
  let count: i64 = 0;
  let row = from;
  let end = first;
  while (row < stop) {
    const reaches = <usize>(load<f64>(end) - load<f64>(row) <= t);
    count += <i64>((end - row) & (reaches - 1));
    end += reaches << 3;
    row += (1 - reaches) << 3;
  }
  return count;
}

/** Address of the first number further than t above number i. */
function reach(x: usize, n: i32, i: i32, t: f64): usize {
  let low = i;
  let high = n;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(x, middle) - at(x, i) <= t) low = middle;
    else high = middle;
  }
  return x + ((<usize>(low + 1)) << 3);
}

function smallestAbove(x: usize, n: i32, t: f64): f64 {
  let smallest: f64 = Infinity;
  let end = 0;
  for (let i = 0; i < n; i++) {
    while (at(x, end) - at(x, i) <= t) end++;
    smallest = min(smallest, at(x, end) - at(x, i));
  }
  return smallest;
}

function largestUpTo(x: usize, n: i32, t: f64): f64 {
  let largest: f64 = 0;
  let end = 0;
  for (let i = 0; i < n; i++) {
    while (at(x, end) - at(x, i) <= t) end++;
    largest = max(largest, at(x, end - 1) - at(x, i));
  }
  return largest;
}

function distanceOfRank(x: usize, n: i32, rank: i64, zeros: i64): f64 {
  const window = max(<i64>n, SMALLEST_WINDOW);
  let low: f64 = 0;
  let high = at(x, n - 1) - at(x, 0);
  let countLow = zeros;
  let countHigh = (<i64>n * <i64>(n - 1)) / 2;
  const guess = subsampleMedian(x, n);
  for (let step = 0; countHigh - countLow > window; step++) {
    const share = <f64>(rank - countLow) / <f64>(countHigh - countLow);
    let t = low + (share + (share < 0.5 ? OVERSHOOT : -OVERSHOOT)) * (high - low);
    if (step === 0 && guess > 0) t = guess * (1 - SUBSAMPLE_ERROR);
    if (step === 1 && guess > 0) t = guess * (1 + SUBSAMPLE_ERROR);
    if (step >= INTERPOLATED_STEPS || !(t > low && t < high)) t = low + (high - low) / 2;
    const onlyOneLeft = !(t > low && t < high);
    if (onlyOneLeft || step % INTERPOLATED_STEPS === INTERPOLATED_STEPS - 1) {
      const first = smallestAbove(x, n, low);
      const last = largestUpTo(x, n, high);
      if (first === last) return first;
      high = last;
    }
    const count = countUpTo(x, n, t);
    if (count >= rank) {
      high = t;
      countHigh = count;
    } else {
      low = t;
      countLow = count;
    }
  }
  return selectAmong(x, n, low, high, <i32>(countHigh - countLow), <i32>(rank - countLow));
}

/** Median of a systematic subsample of a long sorted column; 0 for short ones. */
function subsampleMedian(x: usize, n: i32): f64 {
  if (n <= SUBSAMPLE_FROM) return 0;
  const start = mark();
  const subsample = takeNumbers(SUBSAMPLE_SIZE);
  for (let i = 0; i < SUBSAMPLE_SIZE; i++) {
    put(subsample, i, at(x, <i32>(((<f64>i + 0.5) * <f64>n) / <f64>SUBSAMPLE_SIZE)));
  }
  const median = medianOfSortedDistances(subsample, SUBSAMPLE_SIZE);
  release(start);
  return median;
}

function selectAmong(x: usize, n: i32, low: f64, high: f64, count: i32, rank: i32): f64 {
  const start = mark();
  const listed = takeNumbers(count);
  let length = 0;
  let from = 0;
  for (let i = 0; i < n; i++) {
    from = max(from, i + 1);
    while (at(x, from) - at(x, i) <= low) from++;
    for (let k = from; at(x, k) - at(x, i) <= high; k++) {
      put(listed, length, at(x, k) - at(x, i));
      length++;
    }
  }
  const selected = select(listed, length, rank - 1);
  release(start);
  return selected;
}

/** The k-th smallest, counted from 0. Reorders the values. */
function select(values: usize, count: i32, k: i32): f64 {
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = at(values, (left + right) >> 1);
    let i = left;
    let j = right;
    while (i <= j) {
      while (at(values, i) < pivot) i++;
      while (at(values, j) > pivot) j--;
      if (i <= j) {
        const swap = at(values, i);
        put(values, i, at(values, j));
        put(values, j, swap);
        i++;
        j--;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else break;
  }
  return at(values, k);
}
