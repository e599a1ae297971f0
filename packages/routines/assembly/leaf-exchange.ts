import { address, at, put } from "./array";
import { incoming, incoming0, incoming1, outgoing, PER_CELL, partOf, ROOTS } from "./cell-expansions";
import { roots } from "./chebyshev";
import { takeNumbers } from "./memory";
import { addSums, BLOCK, loadSources, sum, sum0, sum1, sumAt } from "./pairwise-sums";
import {
  corner0,
  corner1,
  endSite,
  firstSite,
  levelOf,
  MOST_IN_LEAF,
  site0,
  site1,
  siteWeight,
  widthOfLevel,
} from "./quadtree";

/** A cell's roots and a leaf's sites, both as seen from the cell's corner. */
let cellRoots0: usize = 0;
let cellRoots1: usize = 0;
let leafSites0: usize = 0;
let leafSites1: usize = 0;

export function takeExchange(): void {
  cellRoots0 = takeNumbers(PER_CELL);
  cellRoots1 = takeNumbers(PER_CELL);
  leafSites0 = takeNumbers(MOST_IN_LEAF);
  leafSites1 = takeNumbers(MOST_IN_LEAF);
}

/**
 * A leaf's sites against the outgoing numbers of a finer cell that does not touch it, and back. A leaf that meets finer
 * cells is above the finest level, and so has at most MOST_IN_LEAF sites.
 */
export function exchange(leaf: i32, c: i32): void {
  const halfWidth = 0.5 * widthOfLevel(levelOf(c));
  const first = firstSite(leaf);
  const count = endSite(leaf) - first;
  for (let g = 0; g < ROOTS; g++) {
    for (let e = 0; e < ROOTS; e++) {
      put(cellRoots0, g * ROOTS + e, halfWidth * (1 + at(roots, g)));
      put(cellRoots1, g * ROOTS + e, halfWidth * (1 + at(roots, e)));
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
