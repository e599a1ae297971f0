import { address, at, put, putInteger } from "./array";
import { clearMatrix, expandOnRoots, interpolateInto, roots, takeMatrix, useRoots, weighRoots } from "./chebyshev";
import { addMoments, BATCH, evaluateInto, tabulate, takeTable } from "./chebyshev-table";
import { takeIntegers, takeNumbers, takeZeros } from "./memory";
import { density, slope0, slope1 } from "./pairwise-sums";
import {
  cellCount,
  corner0,
  corner1,
  endSite,
  firstSite,
  isLeaf,
  levelOf,
  parentOf,
  place0,
  place1,
  site0,
  site1,
  siteWeight,
  widthOfLevel,
} from "./quadtree";
import { addSmallProduct } from "./small-product";

// What a cell's sites send out and what arrives at them, as numbers at the cell's Chebyshev roots, and how both pass
// between a cell and its parent.

/** Roots per direction: the sums are then good to 10⁻⁹. */
export const ROOTS: i32 = 12;
export const PER_CELL: i32 = ROOTS * ROOTS;
export const MATRIX_BYTES: usize = (<usize>PER_CELL) << 3;

/** Weights at the roots of every cell; the sum that arrives there, and its two slopes. */
export let outgoing: usize = 0;
export let incoming: usize = 0;
export let incoming0: usize = 0;
export let incoming1: usize = 0;
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
/** What arrives at a batch of sites, and the order 0, 1, 2, … in which it does. */
let arrived: usize = 0;
let arrived0: usize = 0;
let arrived1: usize = 0;
let identity: usize = 0;

/** Makes room for the expansions of all cells; they begin at 0. */
export function takeExpansions(positions: usize): void {
  useRoots(ROOTS, 2, positions);
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
  arrived = takeNumbers(BATCH);
  arrived0 = takeNumbers(BATCH);
  arrived1 = takeNumbers(BATCH);
  identity = takeIntegers(BATCH);
  for (let i = 0; i < BATCH; i++) putInteger(identity, i, i);
  makeHalves();
}

/** A cell's part of an array with one matrix for each. */
export function partOf(matrices: usize, c: i32): usize {
  return matrices + <usize>c * MATRIX_BYTES;
}

/** The parent's interpolation polynomial of root g at the child's root h. */
function makeHalves(): void {
  for (let half = 0; half < 2; half++) {
    for (let h = 0; h < ROOTS; h++) {
      const z = 0.5 * (at(roots, h) + (half === 0 ? -1.0 : 1.0));
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
export function sendUp(c: i32): void {
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
export function receive(c: i32): void {
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
      put(density, from + i, at(density, from + i) + at(arrived, i));
      put(slope0, from + i, at(slope0, from + i) + at(arrived0, i));
      put(slope1, from + i, at(slope1, from + i) + at(arrived1, i));
    }
  }
}

/** Adds to a cell's numbers those of its parent, read at the cell's roots. */
function inherit(c: i32, matrices: usize): void {
  memory.fill(scratch, 0, MATRIX_BYTES);
  addSmallProduct(address(halvesTransposed, half0(c)), partOf(matrices, parentOf(c)), scratch, ROOTS);
  addSmallProduct(scratch, address(halves, half1(c)), partOf(matrices, c), ROOTS);
}
