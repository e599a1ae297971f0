import { address, at, fill, laneSum, multiplyAdd, put, takeNumbers } from "./arrays";
import { BUNDLE, exponentiate } from "./elementary";
import { sortAscending } from "./sort";

// Sums of a kernel and of its slope over all pairs of points, coordinates in bandwidths: pair by pair in the plane, by
// recurrence on a line.

/** Points that are summed over together, as sources. */
const BLOCK: i32 = 128;

/** Σ k and Σ ∂k/∂u in both directions, at every point. */
let density: usize = 0;
let slope0: usize = 0;
let slope1: usize = 0;

let point0: usize = 0;
let point1: usize = 0;
let exponential: bool = false;

/** The block of sources: positions, 1 or, in the padding, 0, and what mutual sums add to them. */
let source0: usize = 0;
let source1: usize = 0;
let sourceWeight: usize = 0;
let sourceDensity: usize = 0;
let sourceSlope0: usize = 0;
let sourceSlope1: usize = 0;
let sourceCount: i32 = 0;

/** Kernels and slopes between one point and a bundle of sources. */
let kernels: usize = 0;
let slopes0: usize = 0;
let slopes1: usize = 0;

/** All sums over n points of the plane: of exp(−r/2) if `ofExponential`, else of exp(−r²/2). */
export function pairwiseSums(
  n: i32,
  x0: usize,
  x1: usize,
  ofExponential: bool,
  outDensity: usize,
  outSlope0: usize,
  outSlope1: usize,
): void {
  point0 = x0;
  point1 = x1;
  exponential = ofExponential;
  density = clearedNumbers(outDensity, n);
  slope0 = clearedNumbers(outSlope0, n);
  slope1 = clearedNumbers(outSlope1, n);
  source0 = takeNumbers(BLOCK);
  source1 = takeNumbers(BLOCK);
  sourceWeight = takeNumbers(BLOCK);
  sourceDensity = takeNumbers(BLOCK);
  sourceSlope0 = takeNumbers(BLOCK);
  sourceSlope1 = takeNumbers(BLOCK);
  kernels = takeNumbers(BUNDLE);
  slopes0 = takeNumbers(BUNDLE);
  slopes1 = takeNumbers(BUNDLE);
  for (let a = 0; a < n; a += BLOCK) {
    const endA = min(a + BLOCK, n);
    loadSources(a, endA);
    for (let i = a; i < endA; i++) addSums(i, false);
    for (let b = endA; b < n; b += BLOCK) addBetween(a, endA, b, min(b + BLOCK, n));
  }
}

function clearedNumbers(x: usize, count: i32): usize {
  memory.fill(x, 0, (<usize>count) << 3);
  return x;
}

/** Adds to the points of either of two disjoint blocks the sums over the other. */
function addBetween(fromA: i32, endA: i32, fromB: i32, endB: i32): void {
  loadSources(fromB, endB);
  const bytes = (<usize>sourceCount) << 3;
  memory.fill(sourceDensity, 0, bytes);
  memory.fill(sourceSlope0, 0, bytes);
  memory.fill(sourceSlope1, 0, bytes);
  for (let i = fromA; i < endA; i++) addSums(i, true);
  for (let k = fromB; k < endB; k++) {
    put(density, k, at(density, k) + at(sourceDensity, k - fromB));
    put(slope0, k, at(slope0, k) + at(sourceSlope0, k - fromB));
    put(slope1, k, at(slope1, k) + at(sourceSlope1, k - fromB));
  }
}

/** Makes the points from … end the sources; up to a whole bundle, sources of weight 0 follow. */
function loadSources(from: i32, end: i32): void {
  const count = end - from;
  const bytes = (<usize>count) << 3;
  memory.copy(source0, address(point0, from), bytes);
  memory.copy(source1, address(point1, from), bytes);
  fill(sourceWeight, count, 1);
  sourceCount = (count + BUNDLE - 1) & ~(BUNDLE - 1);
  for (let k = count; k < sourceCount; k++) {
    put(source0, k, at(source0, 0));
    put(source1, k, at(source1, 0));
    put(sourceWeight, k, 0);
  }
}

/** Bytes of a bundle, and of a vector in it. */
const BUNDLE_BYTES: usize = 64;
const VECTOR_BYTES: usize = 16;

/** Adds the sums over the sources to those of point i; if mutual, also to the sources': kernels are even, slopes odd. */
function addSums(i: i32, isMutual: bool): void {
  const x = f64x2.splat(at(point0, i));
  const y = f64x2.splat(at(point1, i));
  let total = f64x2.splat(0);
  let total0 = total;
  let total1 = total;
  const bytes = (<usize>sourceCount) << 3;
  for (let from: usize = 0; from < bytes; from += BUNDLE_BYTES) {
    kernelsOfBundle(x, y, from);
    for (let o: usize = 0; o < BUNDLE_BYTES; o += VECTOR_BYTES) {
      const source = from + o;
      const w = v128.load(sourceWeight + source);
      const k = v128.load(kernels + o);
      const s0 = v128.load(slopes0 + o);
      const s1 = v128.load(slopes1 + o);
      total = multiplyAdd(w, k, total);
      total0 = multiplyAdd(w, s0, total0);
      total1 = multiplyAdd(w, s1, total1);
      if (!isMutual) continue;
      v128.store(sourceDensity + source, f64x2.add(v128.load(sourceDensity + source), k));
      v128.store(sourceSlope0 + source, f64x2.sub(v128.load(sourceSlope0 + source), s0));
      v128.store(sourceSlope1 + source, f64x2.sub(v128.load(sourceSlope1 + source), s1));
    }
  }
  put(density, i, at(density, i) + laneSum(total));
  put(slope0, i, at(slope0, i) + laneSum(total0));
  put(slope1, i, at(slope1, i) + laneSum(total1));
}

/** Kernels and their slopes between a point and eight sources. */
function kernelsOfBundle(x: v128, y: v128, from: usize): void {
  const half = f64x2.splat(-0.5);
  for (let o: usize = 0; o < BUNDLE_BYTES; o += VECTOR_BYTES) {
    const dx = f64x2.sub(x, v128.load(source0 + from + o));
    const dy = f64x2.sub(y, v128.load(source1 + from + o));
    let r = multiplyAdd(dx, dx, f64x2.mul(dy, dy));
    if (exponential) r = f64x2.sqrt(r);
    v128.store(kernels + o, f64x2.mul(half, r));
    // Slope over kernel. At distance 0 the exponential kernel has a kink, and on average a slope of 0.
    const relative = exponential ? v128.and(f64x2.div(half, r), f64x2.ne(r, f64x2.splat(0))) : f64x2.splat(-1);
    v128.store(slopes0 + o, f64x2.mul(relative, dx));
    v128.store(slopes1 + o, f64x2.mul(relative, dy));
  }
  exponentiate(kernels);
  for (let o: usize = 0; o < BUNDLE_BYTES; o += VECTOR_BYTES) {
    const k = v128.load(kernels + o);
    v128.store(slopes0 + o, f64x2.mul(k, v128.load(slopes0 + o)));
    v128.store(slopes1 + o, f64x2.mul(k, v128.load(slopes1 + o)));
  }
}

/**
 * Σ exp(−|u_i − u_k|/2) over one column and its derivative, exactly: to the left of a value all kernels shrink by the
 * same factor from one value to the next, so that their sum is a recurrence, and likewise to the right.
 */
export function exponentialLine(n: i32, x: usize, density: usize, slope: usize): void {
  const ascending = takeNumbers(n);
  memory.copy(ascending, x, (<usize>n) << 3);
  sortAscending(ascending, n);
  const decay = takeNumbers(n + BUNDLE);
  put(decay, 0, 0);
  for (let p = 1; p < n + BUNDLE; p++) {
    put(decay, p, p < n ? -0.5 * (at(ascending, p) - at(ascending, p - 1)) : 0);
  }
  for (let p = 0; p < n; p += BUNDLE) exponentiate(decay + ((<usize>p) << 3));
  // Sums over everything at or before, and at or after, each position.
  const left = takeNumbers(n);
  const right = takeNumbers(n);
  put(left, 0, 1);
  for (let p = 1; p < n; p++) put(left, p, 1 + at(left, p - 1) * at(decay, p));
  put(right, n - 1, 1);
  for (let p = n - 2; p >= 0; p--) put(right, p, 1 + at(right, p + 1) * at(decay, p + 1));
  for (let i = 0; i < n; i++) {
    const value = at(x, i);
    const first = countBelow(ascending, n, value, false);
    const last = countBelow(ascending, n, value, true) - 1;
    // Equal values are in both sums once too often, and have no slope.
    put(density, i, at(left, last) + at(right, first) - <f64>(last - first + 1));
    put(slope, i, 0.5 * (at(right, last) - at(left, first)));
  }
}

/** How many of the ascending numbers are below a value, or not above it. */
function countBelow(ascending: usize, n: i32, value: f64, orEqual: bool): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(ascending, middle) < value || (orEqual && at(ascending, middle) === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
