import { at, integerAt, put } from "./array";
import { carryToStrangers } from "./carriers";
import { MATRIX_BYTES, receive, sendUp, takeExpansions } from "./cell-expansions";
import { meetAll } from "./cell-meetings";
import {
  addWithin,
  density as siteDensity,
  slope0 as siteSlope0,
  slope1 as siteSlope1,
  useSites,
} from "./pairwise-sums";
import { cellCount, growTree, site0, site1, siteCount, siteOfPoint, siteWeight } from "./quadtree";

// Σ exp(−|u_i − u_k|/2) over many points of the plane, by a fast multipole method on a quadtree. Seen from outside its
// neighborhood, what a cell's points sum to is smooth, however rough the kernel is at 0: the points can be replaced by
// weights at Chebyshev roots (its "outgoing" numbers), and what arrives from far away by values at roots ("incoming":
// the sum and its two slopes, since a cell may be too small to differentiate in). Near pairs are summed one by one.

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
  takeExpansions(roots);
  for (let c = cellCount - 1; c >= 0; c--) sendUp(c);
  meetAll();
  carryToStrangers();
  for (let c = 0; c < cellCount; c++) receive(c);
}
