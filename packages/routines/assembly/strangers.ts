import { integerAt, putInteger } from "./array";
import { takeIntegers } from "./memory";
import { levelCount } from "./quadtree";

// Pairs of cells of one level that are no neighbors, in the order of level and offset: those of one level and offset
// have the same matrix between their roots. Pairs are counted first, then listed.

/** Cells of one level meet as strangers at offsets of −5 … 5 in both directions: their parents were 2 apart or less. */
export const REACH: i32 = 5;
const OFFSETS: i32 = (2 * REACH + 1) * (2 * REACH + 1);

/** Cells that send, and those that receive. */
export let sources: usize = 0;
export let targets: usize = 0;
/** Whether pairs are listed by now, and no longer counted. */
export let isListing: bool = false;
/** Pairs with each key; once all are counted, where those with each key begin. */
let firstPairs: usize = 0;
let nextPair: usize = 0;

function offsetKey(level: i32, offset0: i32, offset1: i32): i32 {
  return level * OFFSETS + (offset0 + REACH) * (2 * REACH + 1) + offset1 + REACH;
}

export function countStrangers(): void {
  firstPairs = takeIntegers(OFFSETS * levelCount + 1);
  isListing = false;
}

export function listStrangers(): void {
  const keys = OFFSETS * levelCount;
  for (let k = keys; k > 0; k--) putInteger(firstPairs, k, integerAt(firstPairs, k - 1));
  putInteger(firstPairs, 0, 0);
  for (let k = 0; k < keys; k++) {
    putInteger(firstPairs, k + 1, integerAt(firstPairs, k + 1) + integerAt(firstPairs, k));
  }
  const pairs = integerAt(firstPairs, keys);
  sources = takeIntegers(pairs);
  targets = takeIntegers(pairs);
  nextPair = takeIntegers(keys);
  for (let k = 0; k < keys; k++) putInteger(nextPair, k, integerAt(firstPairs, k));
  isListing = true;
}

/** Counts or lists that cells a and b of one level, b an offset further on, send to each other. */
export function noteStrangers(a: i32, b: i32, level: i32, offset0: i32, offset1: i32): void {
  const there = offsetKey(level, offset0, offset1);
  const back = offsetKey(level, -offset0, -offset1);
  if (!isListing) {
    putInteger(firstPairs, there, integerAt(firstPairs, there) + 1);
    putInteger(firstPairs, back, integerAt(firstPairs, back) + 1);
    return;
  }
  listPair(there, a, b);
  listPair(back, b, a);
}

function listPair(key: i32, source: i32, target: i32): void {
  const position = integerAt(nextPair, key);
  putInteger(nextPair, key, position + 1);
  putInteger(sources, position, source);
  putInteger(targets, position, target);
}

/** Where the pairs of a level and offset begin, and where they end. */
export function firstStrangers(level: i32, offset0: i32, offset1: i32): i32 {
  return integerAt(firstPairs, offsetKey(level, offset0, offset1));
}

export function endStrangers(level: i32, offset0: i32, offset1: i32): i32 {
  return integerAt(firstPairs, offsetKey(level, offset0, offset1) + 1);
}
