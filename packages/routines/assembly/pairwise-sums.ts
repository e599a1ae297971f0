import { address, at, fill, laneSum, multiplyAdd, put, subtractProduct } from "./array";
import { BUNDLE, exponentiate } from "./exponential";
import { takeNumbers, takeZeros } from "./memory";

// Sums of a kernel and of its slope over pairs of weighted sites, pair by pair: all of a small sample, and the near
// part of a large one. Coordinates are in bandwidths.

/** Sites that are looked at together, as sources. */
export const BLOCK: i32 = 128;

/** Sums at the sites: Σ w·k, and Σ w·∂k/∂u in both directions. */
export let density: usize = 0;
export let slope0: usize = 0;
export let slope1: usize = 0;

let site0: usize = 0;
let site1: usize = 0;
let siteWeight: usize = 0;
let exponential: bool = false;

/** The block of sources: positions, weights, and what mutual sums add to them. */
let source0: usize = 0;
let source1: usize = 0;
let sourceWeight: usize = 0;
let sourceDensity: usize = 0;
let sourceSlope0: usize = 0;
let sourceSlope1: usize = 0;
let sourceCount: i32 = 0;

/** Kernels and slopes between one place and a bundle of sources. */
let kernels: usize = 0;
let slopes0: usize = 0;
let slopes1: usize = 0;

/** Sums of the last `sumAt`. */
export let sum: f64 = 0;
export let sum0: f64 = 0;
export let sum1: f64 = 0;

/** Sums over these sites from here on: exp(−r/2) if `ofExponential`, else exp(−r²/2). They begin at 0. */
export function useSites(x0: usize, x1: usize, weight: usize, count: i32, ofExponential: bool): void {
  site0 = x0;
  site1 = x1;
  siteWeight = weight;
  exponential = ofExponential;
  density = takeZeros(count);
  slope0 = takeZeros(count);
  slope1 = takeZeros(count);
  source0 = takeNumbers(BLOCK);
  source1 = takeNumbers(BLOCK);
  sourceWeight = takeNumbers(BLOCK);
  sourceDensity = takeNumbers(BLOCK);
  sourceSlope0 = takeNumbers(BLOCK);
  sourceSlope1 = takeNumbers(BLOCK);
  kernels = takeNumbers(BUNDLE);
  slopes0 = takeNumbers(BUNDLE);
  slopes1 = takeNumbers(BUNDLE);
}

/** All sums of n points with weight 1, pair by pair. */
export function pairwiseSums(
  n: i32,
  x0: usize,
  x1: usize,
  ofExponential: bool,
  outDensity: usize,
  outSlope0: usize,
  outSlope1: usize,
): void {
  const ones = takeNumbers(n);
  fill(ones, n, 1);
  useSites(x0, x1, ones, n, ofExponential);
  addWithin(0, n);
  memory.copy(outDensity, density, (<usize>n) << 3);
  memory.copy(outSlope0, slope0, (<usize>n) << 3);
  memory.copy(outSlope1, slope1, (<usize>n) << 3);
}

/** Adds the sums over all pairs among the sites from … end, every site with itself included. */
export function addWithin(from: i32, end: i32): void {
  for (let a = from; a < end; a += BLOCK) {
    const endA = min(a + BLOCK, end);
    loadSources(site0, site1, siteWeight, a, endA);
    for (let i = a; i < endA; i++) {
      sumAt(at(site0, i), at(site1, i));
      addSums(i);
    }
    for (let b = endA; b < end; b += BLOCK) addBetween(a, endA, b, min(b + BLOCK, end));
  }
}

/** Adds to either of two disjoint ranges of sites the sums over the other. */
export function addBetween(fromA: i32, endA: i32, fromB: i32, endB: i32): void {
  for (let b = fromB; b < endB; b += BLOCK) {
    const end = min(b + BLOCK, endB);
    loadSources(site0, site1, siteWeight, b, end);
    const bytes = (<usize>sourceCount) << 3;
    memory.fill(sourceDensity, 0, bytes);
    memory.fill(sourceSlope0, 0, bytes);
    memory.fill(sourceSlope1, 0, bytes);
    for (let i = fromA; i < endA; i++) {
      sweep(at(site0, i), at(site1, i), true, at(siteWeight, i));
      addSums(i);
    }
    for (let k = b; k < end; k++) {
      put(density, k, at(density, k) + at(sourceDensity, k - b));
      put(slope0, k, at(slope0, k) + at(sourceSlope0, k - b));
      put(slope1, k, at(slope1, k) + at(sourceSlope1, k - b));
    }
  }
}

/** Makes sites from … end of any arrays the sources; up to a whole bundle, sites of weight 0 follow. */
export function loadSources(x0: usize, x1: usize, weight: usize, from: i32, end: i32): void {
  const count = end - from;
  const bytes = (<usize>count) << 3;
  memory.copy(source0, address(x0, from), bytes);
  memory.copy(source1, address(x1, from), bytes);
  memory.copy(sourceWeight, address(weight, from), bytes);
  sourceCount = (count + BUNDLE - 1) & ~(BUNDLE - 1);
  for (let k = count; k < sourceCount; k++) {
    put(source0, k, at(source0, 0));
    put(source1, k, at(source1, 0));
    put(sourceWeight, k, 0);
  }
}

/** Adds the last sums to those of site i. */
export function addSums(i: i32): void {
  put(density, i, at(density, i) + sum);
  put(slope0, i, at(slope0, i) + sum0);
  put(slope1, i, at(slope1, i) + sum1);
}

/** Bytes of a bundle, and of a vector in it. */
const BUNDLE_BYTES: usize = 64;
const VECTOR_BYTES: usize = 16;

/** Leaves in `sum` and beside it the sums over the sources at any place. */
export function sumAt(at0: f64, at1: f64): void {
  sweep(at0, at1, false, 0);
}

/** The same; if mutual, a site of this weight there also adds to the sources' sums: the kernel is even, its slope odd. */
function sweep(at0: f64, at1: f64, isMutual: bool, weight: f64): void {
  const x = f64x2.splat(at0);
  const y = f64x2.splat(at1);
  const own = f64x2.splat(weight);
  let total = f64x2.splat(0);
  let total0 = total;
  let total1 = total;
  const bytes = (<usize>sourceCount) << 3;
  for (let from: usize = 0; from < bytes; from += BUNDLE_BYTES) {
    lookAtBundle(x, y, from);
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
      v128.store(sourceDensity + source, multiplyAdd(own, k, v128.load(sourceDensity + source)));
      v128.store(sourceSlope0 + source, subtractProduct(own, s0, v128.load(sourceSlope0 + source)));
      v128.store(sourceSlope1 + source, subtractProduct(own, s1, v128.load(sourceSlope1 + source)));
    }
  }
  sum = laneSum(total);
  sum0 = laneSum(total0);
  sum1 = laneSum(total1);
}

/** Kernels and their slopes between a place and eight sources. */
function lookAtBundle(x: v128, y: v128, from: usize): void {
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
