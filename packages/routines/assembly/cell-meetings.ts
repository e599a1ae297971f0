import { PER_CELL } from "./cell-expansions";
import { exchange, takeExchange } from "./leaf-exchange";
import { addBetween, addWithin } from "./pairwise-sums";
import { endChild, endSite, firstChild, firstSite, isLeaf, levelOf, place0, place1, widthOfLevel } from "./quadtree";
import { countStrangers, isListing, listStrangers, noteStrangers } from "./strangers";

// Who meets whom: near pairs of sites are summed at once, a leaf and a much finer cell exchange numbers, and cells that
// are no neighbors are listed as strangers. No pair of sites is left out or met twice.

/** Kernels below e^(−40) = 4·10⁻¹⁸ are 0. */
const FARTHEST: f64 = 80;
/** So many pairs of sites are summed sooner one by one than by matrices. */
const FEW_PAIRS: f64 = 2000;
/**
 * Cells this wide or wider exchange numbers across two cells' widths, others across one: the kernel then falls by e⁴
 * or more over a cell, and what polynomials miss near by would be much beside the small sums of lonely points.
 */
const WIDE: f64 = 8;

/** Lets all sites meet: sums the near pairs, and lists who is left to carry numbers to whom. */
export function meetAll(): void {
  takeExchange();
  countStrangers();
  meetWithin(0);
  listStrangers();
  meetWithin(0);
}

/** All pairs of sites within a cell. Like the next two, run twice: to count strangers, then to list them and sum. */
function meetWithin(c: i32): void {
  if (isLeaf(c)) {
    if (isListing) addWithin(firstSite(c), endSite(c));
    return;
  }
  for (let a = firstChild(c); a < endChild(c); a++) {
    meetWithin(a);
    for (let b = a + 1; b < endChild(c); b++) meet(a, b);
  }
}

/** How many cells away a cell's neighbors end. */
function neighborhood(c: i32): f64 {
  return widthOfLevel(levelOf(c)) < WIDE ? 1 : 2;
}

/** All pairs of sites between two cells of one level. */
function meet(a: i32, b: i32): void {
  const offset0 = place0(b) - place0(a);
  const offset1 = place1(b) - place1(a);
  if (max(abs(offset0), abs(offset1)) > neighborhood(a)) {
    meetStrangers(a, b, <i32>offset0, <i32>offset1);
    return;
  }
  if (isLeaf(a) || isLeaf(b)) {
    if (isListing) meetLeaf(isLeaf(a) ? a : b, isLeaf(a) ? b : a);
    return;
  }
  for (let i = firstChild(a); i < endChild(a); i++) {
    for (let k = firstChild(b); k < endChild(b); k++) meet(i, k);
  }
}

/** All pairs of sites between a leaf and a cell of the same or a finer level. */
function meetLeaf(leaf: i32, c: i32): void {
  const few = endSite(c) - firstSite(c) <= PER_CELL;
  if (isLeaf(c) || few) {
    addBetween(firstSite(leaf), endSite(leaf), firstSite(c), endSite(c));
    return;
  }
  if (!areNear(leaf, c)) {
    exchange(leaf, c);
    return;
  }
  for (let k = firstChild(c); k < endChild(c); k++) meetLeaf(leaf, k);
}

function areNear(leaf: i32, c: i32): bool {
  const scale = <f64>((<u64>1) << (<u64>(levelOf(c) - levelOf(leaf))));
  const reach = neighborhood(c);
  return isNear(place0(leaf) * scale, scale, place0(c), reach) && isNear(place1(leaf) * scale, scale, place1(c), reach);
}

/** Whether place is within `reach` of those from … from + length. */
function isNear(from: f64, length: f64, place: f64, reach: f64): bool {
  return place + reach >= from && place < from + length + reach;
}

/** Two cells of one level that are no neighbors, b an offset further on: too far to matter, a few pairs, or strangers. */
function meetStrangers(a: i32, b: i32, offset0: i32, offset1: i32): void {
  const level = levelOf(a);
  const gap = widthOfLevel(level) * <f64>(max(abs(offset0), abs(offset1)) - 1);
  if (gap > FARTHEST) return;
  if (<f64>(endSite(a) - firstSite(a)) * <f64>(endSite(b) - firstSite(b)) <= FEW_PAIRS) {
    if (isListing) addBetween(firstSite(a), endSite(a), firstSite(b), endSite(b));
    return;
  }
  noteStrangers(a, b, level, offset0, offset1);
}
