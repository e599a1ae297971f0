import { at, integerAt, put, putInteger } from "./array";
import { mark, release, take, takeIntegers, takeNumbers } from "./memory";

// A square around all points, cut into four again and again wherever it holds many different points. Outliers make it
// deep, not slow: a cell without points does not exist. Cells of one level follow each other; a cell's points do too.

/** Cells with at most this many points are not cut. */
export const MOST_IN_LEAF: i32 = 160;
/** Places of cells on the finest level are still exact doubles. */
const MOST_LEVELS: i32 = 52;
/** Squares of the finest cells' widths are still normal numbers, and the width itself is finite. */
const SMALLEST_WIDTH: f64 = 1e-130;
const LARGEST_WIDTH: f64 = 1e307;

/** A cell's record. */
const CELL_BYTES: usize = 64;
const FIRST_SITE: usize = 0;
const SITE_COUNT: usize = 4;
const FIRST_CHILD: usize = 8;
const CHILD_COUNT: usize = 12;
const FIRST_POINT: usize = 16;
const POINT_COUNT: usize = 20;
const PARENT: usize = 24;
const LEVEL: usize = 28;
const PLACE_0: usize = 32;
const PLACE_1: usize = 40;

let cells: usize = 0;
export let cellCount: i32 = 0;
export let levelCount: i32 = 0;
let origin0: f64 = 0;
let origin1: f64 = 0;
let rootWidth: f64 = 0;

/**
 * Points as the sums see them, in the order of the tree: the many equal points of a leaf that holds nothing else are one
 * site with a weight.
 */
export let siteCount: i32 = 0;
export let site0: usize = 0;
export let site1: usize = 0;
export let siteWeight: usize = 0;
/** Which site each point went to. */
export let siteOfPoint: usize = 0;

function cell(c: i32): usize {
  return cells + <usize>c * CELL_BYTES;
}

export function firstSite(c: i32): i32 {
  return load<i32>(cell(c), FIRST_SITE);
}

export function endSite(c: i32): i32 {
  return load<i32>(cell(c), FIRST_SITE) + load<i32>(cell(c), SITE_COUNT);
}

export function firstChild(c: i32): i32 {
  return load<i32>(cell(c), FIRST_CHILD);
}

export function endChild(c: i32): i32 {
  return load<i32>(cell(c), FIRST_CHILD) + load<i32>(cell(c), CHILD_COUNT);
}

export function isLeaf(c: i32): bool {
  return load<i32>(cell(c), CHILD_COUNT) === 0;
}

export function parentOf(c: i32): i32 {
  return load<i32>(cell(c), PARENT);
}

export function levelOf(c: i32): i32 {
  return load<i32>(cell(c), LEVEL);
}

/** Column and row of a cell among those of its level. */
export function place0(c: i32): f64 {
  return load<f64>(cell(c), PLACE_0);
}

export function place1(c: i32): f64 {
  return load<f64>(cell(c), PLACE_1);
}

export function widthOfLevel(level: i32): f64 {
  return rootWidth / <f64>((<u64>1) << (<u64>level));
}

/**
 * Lower corner of a cell that holds points. Exact, however far the square reaches: a center would not be where a cell
 * is as narrow as the distance between doubles, and an error of the place is one of every sum.
 */
export function corner0(c: i32): f64 {
  return origin0 + place0(c) * widthOfLevel(levelOf(c));
}

export function corner1(c: i32): f64 {
  return origin1 + place1(c) * widthOfLevel(levelOf(c));
}

/** Builds the tree over n points. */
export function growTree(x0: usize, x1: usize, n: i32): void {
  const order = takeIntegers(n);
  const moved = takeIntegers(n);
  const quadrant = takeIntegers(n);
  site0 = takeNumbers(n);
  site1 = takeNumbers(n);
  siteWeight = takeNumbers(n);
  siteOfPoint = takeIntegers(n);
  for (let i = 0; i < n; i++) putInteger(order, i, i);
  frame(x0, x1, n);
  // Records are taken level by level and nothing in between, so that they follow each other.
  cells = take(CELL_BYTES);
  memory.fill(cells, 0, CELL_BYTES);
  store<i32>(cells, n, POINT_COUNT);
  store<i32>(cells, -1, PARENT);
  cellCount = 1;
  levelCount = 1;
  for (let from = 0; levelCount <= MOST_LEVELS; levelCount++) {
    const end = cellCount;
    for (let c = from; c < end; c++) {
      if (isWorthCutting(c, order, x0, x1)) cut(c, order, moved, quadrant, x0, x1);
    }
    if (cellCount === end) break;
    from = end;
  }
  nameSites(order, x0, x1, n);
}

/** A square around all points. Its width is a power of 2 and its corner a multiple of the finest cells' width. */
function frame(x0: usize, x1: usize, n: i32): void {
  let lowest0 = at(x0, 0);
  let highest0 = lowest0;
  let lowest1 = at(x1, 0);
  let highest1 = lowest1;
  for (let i = 1; i < n; i++) {
    lowest0 = min(lowest0, at(x0, i));
    highest0 = max(highest0, at(x0, i));
    lowest1 = min(lowest1, at(x1, i));
    highest1 = max(highest1, at(x1, i));
  }
  const range = max(highest0 - lowest0, highest1 - lowest1);
  rootWidth = 1;
  while (rootWidth < range && rootWidth < LARGEST_WIDTH) rootWidth *= 2;
  while (0.5 * rootWidth >= range && rootWidth > SMALLEST_WIDTH) rootWidth *= 0.5;
  const unit = widthOfLevel(MOST_LEVELS);
  origin0 = unit * Math.floor(lowest0 / unit);
  origin1 = unit * Math.floor(lowest1 / unit);
}

function isWorthCutting(c: i32, order: usize, x0: usize, x1: usize): bool {
  const from = load<i32>(cell(c), FIRST_POINT);
  const end = from + load<i32>(cell(c), POINT_COUNT);
  return end - from > MOST_IN_LEAF && !areEqual(order, from, end, x0, x1);
}

function areEqual(order: usize, from: i32, end: i32, x0: usize, x1: usize): bool {
  const first = integerAt(order, from);
  for (let p = from + 1; p < end; p++) {
    const point = integerAt(order, p);
    if (at(x0, point) !== at(x0, first) || at(x1, point) !== at(x1, first)) return false;
  }
  return true;
}

/** Gives a cell the children that hold points. */
function cut(c: i32, order: usize, moved: usize, quadrant: usize, x0: usize, x1: usize): void {
  const from = load<i32>(cell(c), FIRST_POINT);
  const end = from + load<i32>(cell(c), POINT_COUNT);
  const half = 0.5 * widthOfLevel(levelOf(c));
  const lower0 = corner0(c);
  const lower1 = corner1(c);
  let count0 = 0;
  let count1 = 0;
  let count2 = 0;
  for (let p = from; p < end; p++) {
    const point = integerAt(order, p);
    const q = (at(x0, point) - lower0 < half ? 0 : 2) + (at(x1, point) - lower1 < half ? 0 : 1);
    putInteger(quadrant, p, q);
    count0 += q === 0 ? 1 : 0;
    count1 += q === 1 ? 1 : 0;
    count2 += q === 2 ? 1 : 0;
    putInteger(moved, p, point);
  }
  let next0 = from;
  let next1 = from + count0;
  let next2 = next1 + count1;
  let next3 = next2 + count2;
  store<i32>(cell(c), cellCount, FIRST_CHILD);
  addChild(c, 0, next0, next1);
  addChild(c, 1, next1, next2);
  addChild(c, 2, next2, next3);
  addChild(c, 3, next3, end);
  for (let p = from; p < end; p++) {
    const q = integerAt(quadrant, p);
    putInteger(order, q === 0 ? next0++ : q === 1 ? next1++ : q === 2 ? next2++ : next3++, integerAt(moved, p));
  }
}

function addChild(parent: i32, quadrant: i32, from: i32, end: i32): void {
  if (end === from) return;
  const child = take(CELL_BYTES);
  memory.fill(child, 0, CELL_BYTES);
  cellCount++;
  store<i32>(cell(parent), load<i32>(cell(parent), CHILD_COUNT) + 1, CHILD_COUNT);
  store<i32>(child, from, FIRST_POINT);
  store<i32>(child, end - from, POINT_COUNT);
  store<i32>(child, parent, PARENT);
  store<i32>(child, levelOf(parent) + 1, LEVEL);
  store<f64>(child, 2 * place0(parent) + <f64>(quadrant >> 1), PLACE_0);
  store<f64>(child, 2 * place1(parent) + <f64>(quadrant & 1), PLACE_1);
}

/** Walks the leaves from left to right, that is in the order of their points, and names their sites. */
function nameSites(order: usize, x0: usize, x1: usize, n: i32): void {
  const start = mark();
  const leafAt = takeIntegers(n);
  for (let c = 0; c < cellCount; c++) {
    if (isLeaf(c)) putInteger(leafAt, load<i32>(cell(c), FIRST_POINT), c);
  }
  siteCount = 0;
  for (let p = 0; p < n; ) {
    const leaf = integerAt(leafAt, p);
    const end = p + load<i32>(cell(leaf), POINT_COUNT);
    store<i32>(cell(leaf), siteCount, FIRST_SITE);
    const first = siteCount;
    // A large leaf on the finest level holds few different points, neighboring doubles at most.
    const isMerged = end - p > MOST_IN_LEAF || areEqual(order, p, end, x0, x1);
    for (let k = p; k < end; k++) {
      const point = integerAt(order, k);
      const site = isMerged ? siteAt(first, at(x0, point), at(x1, point)) : siteCount;
      if (site === siteCount) addSite(at(x0, point), at(x1, point));
      else put(siteWeight, site, at(siteWeight, site) + 1);
      putInteger(siteOfPoint, point, site);
    }
    store<i32>(cell(leaf), siteCount - first, SITE_COUNT);
    p = end;
  }
  release(start);
  for (let c = cellCount - 1; c >= 0; c--) {
    if (isLeaf(c)) continue;
    store<i32>(cell(c), firstSite(firstChild(c)), FIRST_SITE);
    store<i32>(cell(c), endSite(endChild(c) - 1) - firstSite(c), SITE_COUNT);
  }
}

function addSite(x0: f64, x1: f64): void {
  put(site0, siteCount, x0);
  put(site1, siteCount, x1);
  put(siteWeight, siteCount, 1);
  siteCount++;
}

/** The site from `first` on that lies here, or the number of sites if there is none. */
function siteAt(first: i32, x0: f64, x1: f64): i32 {
  for (let site = first; site < siteCount; site++) {
    if (at(site0, site) === x0 && at(site1, site) === x1) return site;
  }
  return siteCount;
}
