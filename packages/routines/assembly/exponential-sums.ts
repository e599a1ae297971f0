import { address, at, integerAt, multiplyAdd, put, putInteger } from "./array";
import {
  clearMatrix,
  expandOnRoots,
  interpolateInto,
  roots as rootPositions,
  takeMatrix,
  useRoots,
  weighRoots,
} from "./chebyshev";
import { addMoments, BATCH, evaluateInto, tabulate, takeTable } from "./chebyshev-table";
import { BUNDLE, exponentiate } from "./exponential";
import { takeIntegers, takeNumbers, takeZeros } from "./memory";
import {
  addBetween,
  addSums,
  addWithin,
  BLOCK,
  loadSources,
  density as siteDensity,
  slope0 as siteSlope0,
  slope1 as siteSlope1,
  sum,
  sum0,
  sum1,
  sumAt,
  useSites,
} from "./pairwise-sums";
import {
  cellCount,
  corner0,
  corner1,
  endChild,
  endSite,
  firstChild,
  firstSite,
  growTree,
  isLeaf,
  levelCount,
  levelOf,
  MOST_IN_LEAF,
  parentOf,
  place0,
  place1,
  site0,
  site1,
  siteCount,
  siteOfPoint,
  siteWeight,
  widthOfLevel,
} from "./quadtree";
import { addSmallProduct } from "./small-product";

// Σ exp(−|u_i − u_k|/2) over many points of the plane, by a fast multipole method on a quadtree. Seen from outside its
// neighborhood, what a cell's points sum to is smooth, however rough the kernel is at 0: the points can be replaced by
// weights at Chebyshev roots (its "outgoing" numbers), and what arrives from far away by values at roots ("incoming":
// the sum and its two slopes, since a cell may be too small to differentiate in). Near pairs are summed one by one.

/** Roots per direction: the sums are then good to 10⁻⁹. */
const ROOTS: i32 = 12;
const PER_CELL: i32 = ROOTS * ROOTS;
const MATRIX_BYTES: usize = (<usize>PER_CELL) << 3;
/** Kernels below e^(−40) = 4·10⁻¹⁸ are 0. */
const FARTHEST: f64 = 80;
/** So many pairs of sites are summed sooner one by one than by matrices. */
const FEW_PAIRS: f64 = 2000;
/**
 * Cells this wide or wider exchange numbers across two cells' widths, others across one: the kernel then falls by e⁴
 * or more over a cell, and what polynomials miss near by would be much beside the small sums of lonely points.
 */
const WIDE: f64 = 8;
/** Cells of one level meet as strangers at offsets of −5 … 5 in both directions: their parents were 2 apart or less. */
const REACH: i32 = 5;
const OFFSETS: i32 = (2 * REACH + 1) * (2 * REACH + 1);

let outgoing: usize = 0;
let incoming: usize = 0;
let incoming0: usize = 0;
let incoming1: usize = 0;
/** Half-cell interpolation, [parent root][child root], for the lower and the upper half; and transposed. */
let halves: usize = 0;
let halvesTransposed: usize = 0;
/** Room for one cell. */
let scratch: usize = 0;
let coefficients: usize = 0;
let coefficients0: usize = 0;
let coefficients1: usize = 0;
let table0: usize = 0;
let table1: usize = 0;
/** A cell's roots and a leaf's sites, both as seen from the cell's corner. */
let cellRoots0: usize = 0;
let cellRoots1: usize = 0;
let leafSites0: usize = 0;
let leafSites1: usize = 0;
/** What arrives at a batch of sites, and the order 0, 1, 2, … in which it does. */
let arrived: usize = 0;
let arrived0: usize = 0;
let arrived1: usize = 0;
let identity: usize = 0;
/** Pairs of strangers, counted and then listed by level and offset. */
let pairCounts: usize = 0;
let nextPair: usize = 0;
let sources: usize = 0;
let targets: usize = 0;
let isListing: bool = false;
/** Matrices that carry outgoing numbers to strangers' incoming ones. */
let kernels: usize = 0;
let slopes0: usize = 0;
let slopes1: usize = 0;

/**
 * Sums over n points, in bandwidths, and their derivatives. Returns 0, or −1 if more than `byteLimit` bytes are needed.
 */
export function exponentialSums(
  n: i32,
  x0: usize,
  x1: usize,
  roots: usize,
  byteLimit: f64,
  density: usize,
  slope0: usize,
  slope1: usize,
): i32 {
  growTree(x0, x1, n);
  if (4.0 * <f64>MATRIX_BYTES * <f64>cellCount > byteLimit) return -1;
  useSites(site0, site1, siteWeight, siteCount, true);
  if (cellCount === 1) addWithin(0, siteCount);
  else sumByCells(roots);
  for (let i = 0; i < n; i++) {
    const site = integerAt(siteOfPoint, i);
    put(density, i, at(siteDensity, site));
    put(slope0, i, at(siteSlope0, site));
    put(slope1, i, at(siteSlope1, site));
  }
  return 0;
}

function sumByCells(roots: usize): void {
  takeRoom(roots);
  makeHalves();
  for (let c = cellCount - 1; c >= 0; c--) sendUp(c);
  meetAll();
  for (let c = 0; c < cellCount; c++) receive(c);
}

function takeRoom(roots: usize): void {
  useRoots(ROOTS, 2, roots);
  outgoing = takeZeros(cellCount * PER_CELL);
  incoming = takeZeros(cellCount * PER_CELL);
  incoming0 = takeZeros(cellCount * PER_CELL);
  incoming1 = takeZeros(cellCount * PER_CELL);
  halves = takeNumbers(2 * PER_CELL);
  halvesTransposed = takeNumbers(2 * PER_CELL);
  scratch = takeMatrix();
  coefficients = takeMatrix();
  coefficients0 = takeMatrix();
  coefficients1 = takeMatrix();
  table0 = takeTable();
  table1 = takeTable();
  cellRoots0 = takeNumbers(PER_CELL);
  cellRoots1 = takeNumbers(PER_CELL);
  leafSites0 = takeNumbers(MOST_IN_LEAF);
  leafSites1 = takeNumbers(MOST_IN_LEAF);
  arrived = takeNumbers(BATCH);
  arrived0 = takeNumbers(BATCH);
  arrived1 = takeNumbers(BATCH);
  identity = takeIntegers(BATCH);
  for (let i = 0; i < BATCH; i++) putInteger(identity, i, i);
}

/** A cell's part of an array with one matrix for each. */
function partOf(matrices: usize, c: i32): usize {
  return matrices + <usize>c * MATRIX_BYTES;
}

/** The parent's interpolation polynomial of root g at the child's root h. */
function makeHalves(): void {
  for (let half = 0; half < 2; half++) {
    for (let h = 0; h < ROOTS; h++) {
      const z = 0.5 * (at(rootPositions, h) + (half === 0 ? -1.0 : 1.0));
      const ofChild = address(halvesTransposed, half * PER_CELL + h * ROOTS);
      interpolateInto(z, ofChild);
      for (let g = 0; g < ROOTS; g++) put(halves, half * PER_CELL + g * ROOTS + h, at(ofChild, g));
    }
  }
}

function half0(c: i32): i32 {
  return PER_CELL * <i32>(place0(c) - 2 * Math.floor(0.5 * place0(c)));
}

function half1(c: i32): i32 {
  return PER_CELL * <i32>(place1(c) - 2 * Math.floor(0.5 * place1(c)));
}

function tabulateSites(c: i32, from: i32, count: i32): void {
  const inverse = 2 / widthOfLevel(levelOf(c));
  tabulate(address(site0, from), count, corner0(c), inverse, -1, table0);
  tabulate(address(site1, from), count, corner1(c), inverse, -1, table1);
}

/** Outgoing numbers of a cell, from its sites if it is a leaf; then hands them to its parent. */
function sendUp(c: i32): void {
  if (isLeaf(c)) {
    clearMatrix(coefficients);
    for (let from = firstSite(c); from < endSite(c); from += BATCH) {
      const count = min(BATCH, endSite(c) - from);
      tabulateSites(c, from, count);
      for (let k = 0; k < ROOTS; k++) {
        for (let i = 0; i < count; i++) {
          const entry = address(table0, k * BATCH + i);
          store<f64>(entry, load<f64>(entry) * at(siteWeight, from + i));
        }
      }
      addMoments(table0, table1, count, coefficients);
    }
    weighRoots(coefficients, partOf(outgoing, c));
  }
  if (c === 0) return;
  memory.fill(scratch, 0, MATRIX_BYTES);
  addSmallProduct(address(halves, half0(c)), partOf(outgoing, c), scratch, ROOTS);
  addSmallProduct(scratch, address(halvesTransposed, half1(c)), partOf(outgoing, parentOf(c)), ROOTS);
}

/** Incoming numbers of a cell, with what its parent received; a leaf's sites read them. */
function receive(c: i32): void {
  if (c > 0) {
    inherit(c, incoming);
    inherit(c, incoming0);
    inherit(c, incoming1);
  }
  if (!isLeaf(c)) return;
  expandOnRoots(partOf(incoming, c), coefficients);
  expandOnRoots(partOf(incoming0, c), coefficients0);
  expandOnRoots(partOf(incoming1, c), coefficients1);
  for (let from = firstSite(c); from < endSite(c); from += BATCH) {
    const count = min(BATCH, endSite(c) - from);
    tabulateSites(c, from, count);
    evaluateInto(table0, table1, count, coefficients, coefficients0, identity, arrived, arrived0);
    evaluateInto(table0, table1, count, coefficients1, coefficients1, identity, arrived1, arrived1);
    for (let i = 0; i < count; i++) {
      put(siteDensity, from + i, at(siteDensity, from + i) + at(arrived, i));
      put(siteSlope0, from + i, at(siteSlope0, from + i) + at(arrived0, i));
      put(siteSlope1, from + i, at(siteSlope1, from + i) + at(arrived1, i));
    }
  }
}

/** Adds to a cell's numbers those of its parent, read at the cell's roots. */
function inherit(c: i32, matrices: usize): void {
  memory.fill(scratch, 0, MATRIX_BYTES);
  addSmallProduct(address(halvesTransposed, half0(c)), partOf(matrices, parentOf(c)), scratch, ROOTS);
  addSmallProduct(scratch, address(halves, half1(c)), partOf(matrices, c), ROOTS);
}

/** Everything between different cells: near pairs at once, strangers level by level and offset by offset. */
function meetAll(): void {
  pairCounts = takeIntegers(OFFSETS * levelCount + 1);
  isListing = false;
  meetWithin(0);
  for (let k = OFFSETS * levelCount; k > 0; k--) putInteger(pairCounts, k, integerAt(pairCounts, k - 1));
  putInteger(pairCounts, 0, 0);
  for (let k = 0; k < OFFSETS * levelCount; k++)
    putInteger(pairCounts, k + 1, integerAt(pairCounts, k + 1) + integerAt(pairCounts, k));
  const pairs = integerAt(pairCounts, OFFSETS * levelCount);
  sources = takeIntegers(pairs);
  targets = takeIntegers(pairs);
  nextPair = takeIntegers(OFFSETS * levelCount);
  for (let k = 0; k < OFFSETS * levelCount; k++) putInteger(nextPair, k, integerAt(pairCounts, k));
  isListing = true;
  meetWithin(0);
  carryAll();
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
    noteStrangers(a, b, <i32>offset0, <i32>offset1);
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

/**
 * A leaf's sites against the outgoing numbers of a finer cell that does not touch it, and back. A leaf that meets finer
 * cells is above the finest level, and so has at most MOST_IN_LEAF sites.
 */
function exchange(leaf: i32, c: i32): void {
  const halfWidth = 0.5 * widthOfLevel(levelOf(c));
  const first = firstSite(leaf);
  const count = endSite(leaf) - first;
  for (let g = 0; g < ROOTS; g++) {
    for (let e = 0; e < ROOTS; e++) {
      put(cellRoots0, g * ROOTS + e, halfWidth * (1 + at(rootPositions, g)));
      put(cellRoots1, g * ROOTS + e, halfWidth * (1 + at(rootPositions, e)));
    }
  }
  for (let i = 0; i < count; i++) {
    put(leafSites0, i, at(site0, first + i) - corner0(c));
    put(leafSites1, i, at(site1, first + i) - corner1(c));
  }
  for (let from = 0; from < PER_CELL; from += BLOCK) {
    loadSources(cellRoots0, cellRoots1, partOf(outgoing, c), from, min(from + BLOCK, PER_CELL));
    for (let i = 0; i < count; i++) {
      sumAt(at(leafSites0, i), at(leafSites1, i));
      addSums(first + i);
    }
  }
  for (let from = 0; from < count; from += BLOCK) {
    loadSources(leafSites0, leafSites1, address(siteWeight, first), from, min(from + BLOCK, count));
    for (let g = 0; g < PER_CELL; g++) {
      sumAt(at(cellRoots0, g), at(cellRoots1, g));
      addAtRoot(incoming, c, g, sum);
      addAtRoot(incoming0, c, g, sum0);
      addAtRoot(incoming1, c, g, sum1);
    }
  }
}

function addAtRoot(matrices: usize, c: i32, root: i32, value: f64): void {
  const to = address(partOf(matrices, c), root);
  store<f64>(to, load<f64>(to) + value);
}

function offsetKey(level: i32, offset0: i32, offset1: i32): i32 {
  return level * OFFSETS + (offset0 + REACH) * (2 * REACH + 1) + offset1 + REACH;
}

/** Counts or lists that cells a and b, `offset` apart, exchange outgoing for incoming numbers. */
function noteStrangers(a: i32, b: i32, offset0: i32, offset1: i32): void {
  const level = levelOf(a);
  const gap = widthOfLevel(level) * <f64>(max(abs(offset0), abs(offset1)) - 1);
  if (gap > FARTHEST) return;
  if (<f64>(endSite(a) - firstSite(a)) * <f64>(endSite(b) - firstSite(b)) <= FEW_PAIRS) {
    if (isListing) addBetween(firstSite(a), endSite(a), firstSite(b), endSite(b));
    return;
  }
  const there = offsetKey(level, offset0, offset1);
  const back = offsetKey(level, -offset0, -offset1);
  if (!isListing) {
    putInteger(pairCounts, there, integerAt(pairCounts, there) + 1);
    putInteger(pairCounts, back, integerAt(pairCounts, back) + 1);
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

/** incoming of the targets += kernel·outgoing of the sources, with one matrix for each level and offset. */
function carryAll(): void {
  kernels = takeNumbers(PER_CELL * PER_CELL);
  slopes0 = takeNumbers(PER_CELL * PER_CELL);
  slopes1 = takeNumbers(PER_CELL * PER_CELL);
  for (let level = 0; level < levelCount; level++) {
    for (let offset0 = -REACH; offset0 <= REACH; offset0++) {
      for (let offset1 = -REACH; offset1 <= REACH; offset1++) {
        const key = offsetKey(level, offset0, offset1);
        const from = integerAt(pairCounts, key);
        const end = integerAt(pairCounts, key + 1);
        if (from === end) continue;
        makeCarriers(widthOfLevel(level), <f64>offset0, <f64>offset1);
        carry(kernels, from, end, incoming);
        carry(slopes0, from, end, incoming0);
        carry(slopes1, from, end, incoming1);
      }
    }
  }
}

/** Kernel and slopes between the roots of two cells an offset apart: [source root][target root]. */
function makeCarriers(width: f64, offset0: f64, offset1: f64): void {
  const half = 0.5 * width;
  let entry = 0;
  for (let g = 0; g < ROOTS; g++) {
    for (let e = 0; e < ROOTS; e++) {
      for (let h = 0; h < ROOTS; h++) {
        const u = width * offset0 + half * (at(rootPositions, h) - at(rootPositions, g));
        for (let f = 0; f < ROOTS; f++) {
          const v = width * offset1 + half * (at(rootPositions, f) - at(rootPositions, e));
          const r = Math.sqrt(u * u + v * v);
          put(kernels, entry, -0.5 * r);
          put(slopes0, entry, (-0.5 * u) / r);
          put(slopes1, entry, (-0.5 * v) / r);
          entry++;
        }
      }
    }
  }
  for (let i = 0; i < PER_CELL * PER_CELL; i += BUNDLE) {
    exponentiate(address(kernels, i));
    for (let k = i; k < i + BUNDLE; k += 2) {
      const kernel = v128.load(address(kernels, k));
      v128.store(address(slopes0, k), f64x2.mul(kernel, v128.load(address(slopes0, k))));
      v128.store(address(slopes1, k), f64x2.mul(kernel, v128.load(address(slopes1, k))));
    }
  }
}

/** Adds to one of the targets' incoming matrices what the pairs from … end carry. */
function carry(matrix: usize, from: i32, end: i32, to: usize): void {
  let pair = from;
  for (; pair + 4 <= end; pair += 4) carryFour(matrix, pair, to);
  for (; pair < end; pair++) carryOne(matrix, pair, to);
}

function carryOne(matrix: usize, pair: i32, to: usize): void {
  const source = partOf(outgoing, integerAt(sources, pair));
  const target = partOf(to, integerAt(targets, pair));
  for (let j = 0; j < PER_CELL; j++) {
    const w = v128.load64_splat(address(source, j));
    const row = matrix + <usize>j * MATRIX_BYTES;
    for (let o: usize = 0; o < MATRIX_BYTES; o += 16) {
      v128.store(target + o, multiplyAdd(w, v128.load(row + o), v128.load(target + o)));
    }
  }
}

/** Four pairs at once: every entry of the matrix is loaded once for all of them. */
function carryFour(matrix: usize, pair: i32, to: usize): void {
  const a = partOf(outgoing, integerAt(sources, pair));
  const b = partOf(outgoing, integerAt(sources, pair + 1));
  const c = partOf(outgoing, integerAt(sources, pair + 2));
  const d = partOf(outgoing, integerAt(sources, pair + 3));
  const toA = partOf(to, integerAt(targets, pair));
  const toB = partOf(to, integerAt(targets, pair + 1));
  const toC = partOf(to, integerAt(targets, pair + 2));
  const toD = partOf(to, integerAt(targets, pair + 3));
  for (let o: usize = 0; o < MATRIX_BYTES; o += 32) {
    let a0 = f64x2.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    let entry = matrix + o;
    for (let j: usize = 0; j < MATRIX_BYTES; j += 8) {
      const m0 = v128.load(entry);
      const m1 = v128.load(entry, 16);
      let w = v128.load64_splat(a + j);
      a0 = multiplyAdd(w, m0, a0);
      a1 = multiplyAdd(w, m1, a1);
      w = v128.load64_splat(b + j);
      b0 = multiplyAdd(w, m0, b0);
      b1 = multiplyAdd(w, m1, b1);
      w = v128.load64_splat(c + j);
      c0 = multiplyAdd(w, m0, c0);
      c1 = multiplyAdd(w, m1, c1);
      w = v128.load64_splat(d + j);
      d0 = multiplyAdd(w, m0, d0);
      d1 = multiplyAdd(w, m1, d1);
      entry += MATRIX_BYTES;
    }
    addVectors(toA + o, a0, a1);
    addVectors(toB + o, b0, b1);
    addVectors(toC + o, c0, c1);
    addVectors(toD + o, d0, d1);
  }
}

function addVectors(to: usize, v0: v128, v1: v128): void {
  v128.store(to, f64x2.add(v128.load(to), v0));
  v128.store(to, f64x2.add(v128.load(to, 16), v1), 16);
}
