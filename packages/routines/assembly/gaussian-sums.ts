import { address, at, dot, integerAt, multiplyAdd, put, putInteger, takeIntegers, takeNumbers } from "./arrays";
import {
  clearMatrix,
  differentiateAcross,
  differentiateAlong,
  dimension,
  expandOnRoots,
  roots as rootPositions,
  rootsPerBox,
  takeMatrix,
  useRoots,
  weighRoots,
} from "./chebyshev";
import { addMoments, addSums, BATCH, evaluateInto, evaluateLineInto, tabulate, takeTable } from "./chebyshev-table";
import { BUNDLE, exponentiate } from "./elementary";
import {
  columnCount,
  columnPlace,
  firstPoint,
  firstTile,
  order,
  rowCount,
  rowOfTile,
  rowPlace,
  sorted0,
  sorted1,
  sortIntoSparseTiles,
  tileCount,
} from "./sparse-tiles";

// Σ exp(−|u_i − u_k|²/2) over many points. Within a tile of one bandwidth the sum is a polynomial to rounding, and so are
// its sources' weights; the kernel is a product over directions, so that weights travel first along the columns of
// tiles and then along the rows, 19 tiles each way, and never from every tile to every other.

/** Roots per direction: the sum is then good to rounding. */
export const ROOTS: i32 = 16;
/** Tiles this far apart do not matter to each other: e^(−9²/2) is 3·10⁻¹⁸. */
const REACH: i32 = 9;
/** Half the width of a tile. */
const HALF: f64 = 0.5;

/** Numbers per tile: one for every root. */
let perTile: i32 = 0;
/** Kernel between the roots of two tiles, for every distance from −REACH to REACH. */
let carriers: usize = 0;
let weights: usize = 0;
/** What one column of tiles collects from its neighbors: a slot for each row of tiles that is in reach. */
let carried: usize = 0;
let slotCount: i32 = 0;
let slotOfRow: usize = 0;
let rowOfSlot: usize = 0;
/** Room for one tile: its values at the roots, their expansions and a batch of its points. */
let values: usize = 0;
let coefficients: usize = 0;
let along: usize = 0;
let across: usize = 0;
let table0: usize = 0;
let table1: usize = 0;

/**
 * Sums over n points, in bandwidths, and their derivatives. Returns 0, or −1 if more than `byteLimit` bytes are needed.
 */
export function gaussianSums(
  d: i32,
  n: i32,
  x0: usize,
  x1: usize,
  roots: usize,
  byteLimit: f64,
  density: usize,
  slope0: usize,
  slope1: usize,
): i32 {
  useRoots(ROOTS, d, roots);
  perTile = rootsPerBox();
  sortIntoSparseTiles(x0, x1, n);
  const slots = d === 2 ? min(rowCount, tilesInReach()) : 0;
  if (8.0 * <f64>perTile * <f64>(tileCount + slots) > byteLimit) return -1;
  takeRoom(slots);
  weighTiles();
  makeCarriers();
  for (let column = 0; column < columnCount; column++) sumColumn(column, density, slope0, slope1);
  return 0;
}

/** The most tiles that lie in reach of any one column. */
function tilesInReach(): i32 {
  let most = 0;
  for (let column = 0; column < columnCount; column++) {
    let end = column;
    while (isInReach(columnPlace, columnCount, end, column)) end++;
    most = max(most, integerAt(firstTile, end) - integerAt(firstTile, firstInReach(columnPlace, column)));
  }
  return most;
}

/** The first of the ascending places that is near enough to matter to place k. */
function firstInReach(places: usize, k: i32): i32 {
  let first = k;
  while (first > 0 && at(places, k) - at(places, first - 1) <= <f64>REACH) first--;
  return first;
}

/** Whether place `other`, at or beyond the first in reach, exists and is near enough to matter to place k. */
function isInReach(places: usize, count: i32, other: i32, k: i32): bool {
  return other < count && at(places, other) - at(places, k) <= <f64>REACH;
}

function takeRoom(slots: i32): void {
  weights = takeNumbers(perTile * tileCount);
  carried = takeNumbers(perTile * slots);
  slotOfRow = takeIntegers(rowCount);
  rowOfSlot = takeIntegers(slots);
  values = takeNumbers(perTile);
  coefficients = takeMatrix();
  along = takeMatrix();
  across = takeMatrix();
  table0 = takeTable();
  table1 = takeTable();
}

/** Weights of every tile's roots such that sums over its points are sums over the roots. */
function weighTiles(): void {
  const moments = coefficients;
  for (let column = 0; column < columnCount; column++) {
    for (let t = integerAt(firstTile, column); t < integerAt(firstTile, column + 1); t++) {
      clearMatrix(moments);
      for (let p = integerAt(firstPoint, t); p < integerAt(firstPoint, t + 1); p += BATCH) {
        const count = min(BATCH, integerAt(firstPoint, t + 1) - p);
        tabulateTile(column, t, p, count, table0, table1);
        if (dimension === 2) addMoments(table0, table1, count, moments);
        else addSums(table0, count, moments);
      }
      weighRoots(moments, address(weights, perTile * t));
    }
  }
}

function tabulateTile(column: i32, tile: i32, from: i32, count: i32, a: usize, b: usize): void {
  tabulate(address(sorted0, from), count, at(columnPlace, column), 1 / HALF, -1, a);
  if (dimension === 1) return;
  tabulate(address(sorted1, from), count, at(rowPlace, integerAt(rowOfTile, tile)), 1 / HALF, -1, b);
}

/** Matrix from the roots of a tile to those of the tile `distance` further on: [target root][source root]. */
function carrier(distance: f64): usize {
  return address(carriers, ROOTS * ROOTS * (<i32>distance + REACH));
}

function makeCarriers(): void {
  carriers = takeNumbers(ROOTS * ROOTS * (2 * REACH + 1));
  for (let distance = -REACH; distance <= REACH; distance++) {
    const matrix = carrier(<f64>distance);
    for (let g = 0; g < ROOTS; g++) {
      for (let e = 0; e < ROOTS; e++) {
        const u = <f64>distance + HALF * (at(rootPositions, g) - at(rootPositions, e));
        put(matrix, g * ROOTS + e, -0.5 * u * u);
      }
    }
    for (let i = 0; i < ROOTS * ROOTS; i += BUNDLE) exponentiate(address(matrix, i));
  }
}

/** The sums at the points of one column of tiles. */
function sumColumn(column: i32, density: usize, slope0: usize, slope1: usize): void {
  if (dimension === 1) {
    memory.fill(values, 0, (<usize>perTile) << 3);
    collectLine(column);
    readTile(column, column, density, slope0, slope1);
    return;
  }
  carryAlong(column);
  for (let t = integerAt(firstTile, column); t < integerAt(firstTile, column + 1); t++) {
    memory.fill(values, 0, (<usize>perTile) << 3);
    collectAcross(integerAt(rowOfTile, t));
    readTile(column, t, density, slope0, slope1);
  }
  for (let slot = 0; slot < slotCount; slot++) putInteger(slotOfRow, integerAt(rowOfSlot, slot), 0);
}

/** values = Σ over columns in reach of carrier·weights: the case of one direction. */
function collectLine(column: i32): void {
  for (let other = firstInReach(columnPlace, column); isInReach(columnPlace, columnCount, other, column); other++) {
    const matrix = carrier(at(columnPlace, column) - at(columnPlace, other));
    const source = address(weights, perTile * other);
    for (let g = 0; g < ROOTS; g++) put(values, g, at(values, g) + dot(address(matrix, g * ROOTS), source, ROOTS));
  }
}

/** For every row of tiles in reach, what its weights amount to in this column: Σ carrier·weights over the row's tiles. */
function carryAlong(column: i32): void {
  slotCount = 0;
  for (let other = firstInReach(columnPlace, column); isInReach(columnPlace, columnCount, other, column); other++) {
    const matrix = carrier(at(columnPlace, column) - at(columnPlace, other));
    for (let t = integerAt(firstTile, other); t < integerAt(firstTile, other + 1); t++) {
      addSmallProduct(matrix, address(weights, perTile * t), slotFor(integerAt(rowOfTile, t)), ROOTS);
    }
  }
}

/** Where a row's numbers are collected; begins at 0. */
function slotFor(row: i32): usize {
  const known = integerAt(slotOfRow, row);
  if (known > 0) return address(carried, perTile * (known - 1));
  const slot = address(carried, perTile * slotCount);
  memory.fill(slot, 0, (<usize>perTile) << 3);
  putInteger(rowOfSlot, slotCount, row);
  slotCount++;
  putInteger(slotOfRow, row, slotCount);
  return slot;
}

/** values = Σ over rows in reach of carried·carrierᵀ. The kernel is even: a carrier's transpose leads back. */
function collectAcross(row: i32): void {
  for (let other = firstInReach(rowPlace, row); isInReach(rowPlace, rowCount, other, row); other++) {
    const slot = integerAt(slotOfRow, other);
    if (slot === 0) continue;
    const back = carrier(at(rowPlace, other) - at(rowPlace, row));
    addSmallProduct(address(carried, perTile * (slot - 1)), back, values, ROOTS);
  }
}

/** Evaluates at a tile's points the polynomial with the given values at its roots, and its derivatives. */
function readTile(column: i32, tile: i32, density: usize, slope0: usize, slope1: usize): void {
  expandOnRoots(values, coefficients);
  differentiateAlong(coefficients, 1 / HALF, along);
  if (dimension === 2) differentiateAcross(coefficients, 1 / HALF, across);
  const end = integerAt(firstPoint, tile + 1);
  for (let p = integerAt(firstPoint, tile); p < end; p += BATCH) {
    const count = min(BATCH, end - p);
    tabulateTile(column, tile, p, count, table0, table1);
    const rows = order + ((<usize>p) << 2);
    if (dimension === 1) {
      evaluateLineInto(table0, count, coefficients, rows, density);
      evaluateLineInto(table0, count, along, rows, slope0);
      continue;
    }
    evaluateInto(table0, table1, count, coefficients, along, rows, density, slope0);
    evaluateInto(table0, table1, count, across, across, rows, slope1, slope1);
  }
}

/** c += a·b for q × q matrices without gaps between their rows; q a multiple of 4. */
export function addSmallProduct(a: usize, b: usize, c: usize, q: i32): void {
  const row = (<usize>q) << 3;
  for (let i = 0; i < q; i += 4) {
    for (let j = 0; j < q; j += 4) {
      const to = address(c, i * q + j);
      let c00 = v128.load(to);
      let c01 = v128.load(to, 16);
      let c10 = v128.load(to + row);
      let c11 = v128.load(to + row, 16);
      let c20 = v128.load(to + 2 * row);
      let c21 = v128.load(to + 2 * row, 16);
      let c30 = v128.load(to + 3 * row);
      let c31 = v128.load(to + 3 * row, 16);
      let left = address(a, i * q);
      let right = address(b, j);
      for (let k = 0; k < q; k++) {
        const v0 = v128.load(right);
        const v1 = v128.load(right, 16);
        let u = v128.load64_splat(left);
        c00 = multiplyAdd(u, v0, c00);
        c01 = multiplyAdd(u, v1, c01);
        u = v128.load64_splat(left + row);
        c10 = multiplyAdd(u, v0, c10);
        c11 = multiplyAdd(u, v1, c11);
        u = v128.load64_splat(left + 2 * row);
        c20 = multiplyAdd(u, v0, c20);
        c21 = multiplyAdd(u, v1, c21);
        u = v128.load64_splat(left + 3 * row);
        c30 = multiplyAdd(u, v0, c30);
        c31 = multiplyAdd(u, v1, c31);
        left += 8;
        right += row;
      }
      v128.store(to, c00);
      v128.store(to, c01, 16);
      v128.store(to + row, c10);
      v128.store(to + row, c11, 16);
      v128.store(to + 2 * row, c20);
      v128.store(to + 2 * row, c21, 16);
      v128.store(to + 3 * row, c30);
      v128.store(to + 3 * row, c31, 16);
    }
  }
}
