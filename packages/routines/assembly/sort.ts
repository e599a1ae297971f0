import { at, integerAt, mark, put, putInteger, release, takeIntegers, takeNumbers } from "./arrays";

const SHORT: i32 = 64;
/** Mean squared bucket size beyond which the values are too uneven for buckets of equal width. */
const UNEVEN: f64 = 24;
const RADIX_BITS: i32 = 11;
const RADIX_SIZE: i32 = 1 << RADIX_BITS;
const RADIX_PASSES: i32 = 6;

/** Sorts finite numbers in place: buckets of equal width and one insertion pass; by digits where values crowd. */
export function sortAscending(x: usize, n: i32): void {
  if (n < SHORT) {
    insertionSort(x, x, n);
    return;
  }
  let lowest = at(x, 0);
  let highest = lowest;
  for (let i = 1; i < n; i++) {
    lowest = min(lowest, at(x, i));
    highest = max(highest, at(x, i));
  }
  if (!(highest > lowest)) return;
  const start = mark();
  const scale = <f64>(n - 1) / (highest - lowest);
  const ends = takeIntegers(n + 1);
  if (scale < Infinity && scale > 0) {
    for (let i = 0; i < n; i++) {
      const bucket = <i32>((at(x, i) - lowest) * scale);
      putInteger(ends, bucket, integerAt(ends, bucket) + 1);
    }
    let filled = 0;
    let squares: f64 = 0;
    for (let bucket = 0; bucket < n; bucket++) {
      const count = integerAt(ends, bucket);
      putInteger(ends, bucket, filled);
      filled += count;
      squares += <f64>count * <f64>count;
    }
    if (squares <= UNEVEN * <f64>n) {
      const bucketed = takeNumbers(n);
      for (let i = 0; i < n; i++) {
        const value = at(x, i);
        const bucket = <i32>((value - lowest) * scale);
        const position = integerAt(ends, bucket);
        putInteger(ends, bucket, position + 1);
        put(bucketed, position, value);
      }
      insertionSort(bucketed, x, n);
      release(start);
      return;
    }
  }
  release(start);
  radixSort(x, n);
}

/** Ascending copy of a nearly sorted array; source and target may be the same. */
function insertionSort(source: usize, target: usize, n: i32): void {
  for (let i = 0; i < n; i++) {
    const value = at(source, i);
    let j = i - 1;
    while (j >= 0 && at(target, j) > value) {
      put(target, j + 1, at(target, j));
      j--;
    }
    put(target, j + 1, value);
  }
}

/** Least significant digit first, on the bits of the numbers turned so that they compare as unsigned integers. */
function radixSort(x: usize, n: i32): void {
  const start = mark();
  let source = x;
  let target = takeNumbers(n);
  for (let i = 0; i < n; i++) {
    const bits = load<u64>(x + ((<usize>i) << 3));
    const turned = bits ^ (<u64>(<i64>bits >> 63) | 0x8000000000000000);
    store<u64>(x + ((<usize>i) << 3), turned);
  }
  for (let pass = 0; pass < RADIX_PASSES; pass++) {
    const shift = <u64>(pass * RADIX_BITS);
    const counts = takeIntegers(RADIX_SIZE);
    for (let i = 0; i < n; i++) {
      const digit = <i32>((load<u64>(source + ((<usize>i) << 3)) >> shift) & (RADIX_SIZE - 1));
      putInteger(counts, digit, integerAt(counts, digit) + 1);
    }
    let filled = 0;
    for (let digit = 0; digit < RADIX_SIZE; digit++) {
      const count = integerAt(counts, digit);
      putInteger(counts, digit, filled);
      filled += count;
    }
    for (let i = 0; i < n; i++) {
      const value = load<u64>(source + ((<usize>i) << 3));
      const digit = <i32>((value >> shift) & (RADIX_SIZE - 1));
      const position = integerAt(counts, digit);
      putInteger(counts, digit, position + 1);
      store<u64>(target + ((<usize>position) << 3), value);
    }
    const swap = source;
    source = target;
    target = swap;
  }
  // An even number of passes ends where it began.
  for (let i = 0; i < n; i++) {
    const turned = load<u64>(x + ((<usize>i) << 3));
    const bits = turned ^ (<u64>(<i64>(turned ^ 0x8000000000000000) >> 63) | 0x8000000000000000);
    store<u64>(x + ((<usize>i) << 3), bits);
  }
  release(start);
}

/**
 * Writes the row numbers of finite numbers in ascending order of the numbers; equal ones stay in the order of the rows,
 * 0 and −0 among them. By digits, least significant first; a digit that all numbers share takes no pass.
 */
export function orderAscending(x: usize, n: i32, order: usize): void {
  const start = mark();
  const counts = takeIntegers(RADIX_PASSES * RADIX_SIZE);
  let keys = takeNumbers(n);
  let rows = order;
  let otherKeys = takeNumbers(n);
  let otherRows = takeIntegers(n);
  for (let i = 0; i < n; i++) {
    // −0 + 0 is 0.
    const bits = reinterpret<u64>(at(x, i) + 0.0);
    const turned = bits ^ (<u64>(<i64>bits >> 63) | 0x8000000000000000);
    store<u64>(keys + ((<usize>i) << 3), turned);
    putInteger(rows, i, i);
    for (let pass = 0; pass < RADIX_PASSES; pass++) {
      const digit = digitOf(turned, pass) + pass * RADIX_SIZE;
      putInteger(counts, digit, integerAt(counts, digit) + 1);
    }
  }
  for (let pass = 0; pass < RADIX_PASSES; pass++) {
    const ends = counts + ((<usize>(pass * RADIX_SIZE)) << 2);
    if (integerAt(ends, digitOf(load<u64>(keys), pass)) === n) continue;
    let filled = 0;
    for (let digit = 0; digit < RADIX_SIZE; digit++) {
      const count = integerAt(ends, digit);
      putInteger(ends, digit, filled);
      filled += count;
    }
    for (let i = 0; i < n; i++) {
      const key = load<u64>(keys + ((<usize>i) << 3));
      const digit = digitOf(key, pass);
      const position = integerAt(ends, digit);
      putInteger(ends, digit, position + 1);
      store<u64>(otherKeys + ((<usize>position) << 3), key);
      putInteger(otherRows, position, integerAt(rows, i));
    }
    const swapKeys = keys;
    keys = otherKeys;
    otherKeys = swapKeys;
    const swapRows = rows;
    rows = otherRows;
    otherRows = swapRows;
  }
  if (rows !== order) memory.copy(order, rows, (<usize>n) << 2);
  release(start);
}

function digitOf(key: u64, pass: i32): i32 {
  return <i32>((key >> <u64>(pass * RADIX_BITS)) & (RADIX_SIZE - 1));
}
