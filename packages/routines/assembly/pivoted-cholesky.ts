import {
  address,
  at,
  dot,
  fill,
  integerAt,
  mark,
  multiplyAdd,
  put,
  putInteger,
  release,
  subtractProduct,
  take,
  takeIntegers,
  takeNumbers,
} from "./arrays";
import { BUNDLE, exponentiate } from "./elementary";
import { panelStride } from "./factor";

// Greedy pivoted Cholesky of a Gaussian kernel matrix, K ≈ LᵀL. The trace of what is left bounds its norm, so the error
// is known at every step. Pivots come in blocks of up to eight, chosen among the largest residuals of 64 stretches of
// nodes, so that all nodes are swept once for eight pivots.

const BLOCK: i32 = 8;
const CANDIDATES: i32 = 32;
/** A pivot joins a block only if its residual is at least this share of the block's first: weaker ones come later. */
const JOINING_SHARE: f64 = 0.1;
/** A later node is the pivot only if its residual is larger by this factor: rounding must not choose among equal ones. */
const CLEARLY: f64 = 1.001;
const FIRST_CAPACITY: i32 = 280;

/** Results of the last call. */
export let factor: usize = 0;
export let capacity: i32 = 0;
export let trace: f64 = 0;

/**
 * Factors exp(−|u_i − u_k|²/2) over nodes u = (u0, u1) until the weighted trace of the residual is at most `tolerance`.
 * Returns the rank, or −1 if the factor would need more than `byteLimit` bytes; `trace` tells how far it came.
 */
export function pivotedCholesky(u0: usize, u1: usize, nodes: i32, weight: usize, tolerance: f64, byteLimit: f64): i32 {
  const panels = (nodes + 3) >> 2;
  const residual = takeNumbers(4 * panels);
  fill(residual, nodes, 1);
  fill(address(residual, nodes), 4 * panels - nodes, 0);
  capacity = min(FIRST_CAPACITY, nodes + BLOCK);
  trace = <f64>nodes;
  let taken = <f64>panels * <f64>panelStride(capacity);
  if (taken > byteLimit) return -1;
  factor = take(<usize>panels * panelStride(capacity));
  const candidates = takeIntegers(CANDIDATES);
  const chosen = takeIntegers(BLOCK);
  const blockFactor = takeNumbers(BLOCK * BLOCK);
  let rank = 0;
  while (true) {
    const count = gatherCandidates(residual, weight, nodes, candidates);
    if (trace <= tolerance || count === 0) return rank;
    if (rank + BLOCK > capacity) {
      const wider = min(2 * capacity, nodes + BLOCK);
      // Memory is a stack: the narrower factors stay below the wider one until the whole fit is done.
      taken += <f64>panels * <f64>panelStride(wider);
      if (taken > byteLimit) return -1;
      widen(panels, wider);
    }
    const added = chooseBlock(u0, u1, residual, weight, candidates, count, rank, chosen, blockFactor);
    appendBlock(u0, u1, panels, residual, chosen, blockFactor, rank, added);
    rank += added;
  }
}

/** Moves the factor to panels of a larger capacity. The old ones are given back with everything else. */
function widen(panels: i32, wider: i32): void {
  const from = panelStride(capacity);
  const to = panelStride(wider);
  const moved = take(<usize>panels * to);
  for (let p: usize = 0; p < <usize>panels; p++) memory.copy(moved + p * to, factor + p * from, from);
  factor = moved;
  capacity = wider;
}

/** The node of the largest weighted residual in each of 64 stretches; sets `trace`. Returns how many there are. */
function gatherCandidates(residual: usize, weight: usize, nodes: i32, candidates: usize): i32 {
  const stretch = (nodes + CANDIDATES - 1) / CANDIDATES;
  let sum: f64 = 0;
  let count = 0;
  for (let from = 0; from < nodes; from += stretch) {
    const end = min(from + stretch, nodes);
    let best = -1;
    let largest: f64 = 0;
    for (let i = from; i < end; i++) {
      const share = at(weight, i) * at(residual, i);
      sum += share;
      if (share > CLEARLY * largest) {
        largest = share;
        best = i;
      }
    }
    if (best >= 0) putInteger(candidates, count++, best);
  }
  trace = sum;
  return count;
}

/** Entry (k, node) of the factor. */
function entry(k: i32, node: i32): f64 {
  return load<f64>(
    factor + <usize>(node >> 2) * panelStride(capacity) + ((<usize>k) << 5) + ((<usize>(node & 3)) << 3),
  );
}

/**
 * Picks up to eight pivots by pivoted Cholesky of the candidates' own residual matrix, and writes the triangle that
 * turns kernel columns into factor rows: blockFactor[e][f] is row f of the new block at pivot e. Returns how many.
 */
function chooseBlock(
  u0: usize,
  u1: usize,
  residual: usize,
  weight: usize,
  candidates: usize,
  count: i32,
  rank: i32,
  chosen: usize,
  blockFactor: usize,
): i32 {
  const start = mark();
  const width = rank + BLOCK;
  const rows = takeNumbers(count * width);
  const root = takeNumbers(count);
  const left = takeNumbers(count * count);
  const column = takeNumbers(count);
  for (let c = 0; c < count; c++) {
    const node = integerAt(candidates, c);
    put(root, c, Math.sqrt(at(weight, node)));
    for (let k = 0; k < rank; k++) put(rows, c * width + k, entry(k, node));
  }
  const kernels = takeNumbers(count + BUNDLE);
  for (let a = 0; a < count; a++) {
    const i = integerAt(candidates, a);
    put(left, a * count + a, at(residual, i) * at(root, a) * at(root, a));
    for (let b = 0; b < a; b++) {
      const k = integerAt(candidates, b);
      const d0 = at(u0, i) - at(u0, k);
      const d1 = at(u1, i) - at(u1, k);
      put(kernels, b, -0.5 * (d0 * d0 + d1 * d1));
    }
    for (let b = 0; b < a; b += BUNDLE) exponentiate(address(kernels, b));
    for (let b = 0; b < a; b++) {
      const rest = at(kernels, b) - dot(address(rows, a * width), address(rows, b * width), rank);
      const weighted = rest * at(root, a) * at(root, b);
      put(left, a * count + b, weighted);
      put(left, b * count + a, weighted);
    }
  }
  let added = 0;
  let first: f64 = 0;
  for (; added < BLOCK; added++) {
    let best = -1;
    let largest: f64 = 0;
    for (let c = 0; c < count; c++) {
      if (at(left, c * count + c) > CLEARLY * largest) {
        largest = at(left, c * count + c);
        best = c;
      }
    }
    if (best < 0 || (added > 0 && largest < JOINING_SHARE * first)) break;
    if (added === 0) first = largest;
    const pivot = Math.sqrt(largest);
    putInteger(chosen, added, integerAt(candidates, best));
    for (let f = 0; f < added; f++) put(blockFactor, added * BLOCK + f, at(rows, best * width + rank + f));
    put(blockFactor, added * BLOCK + added, pivot / at(root, best));
    for (let c = 0; c < count; c++) {
      put(column, c, at(left, c * count + best) / pivot);
      put(rows, c * width + rank + added, at(column, c) / at(root, c));
    }
    for (let c = 0; c < count; c++) {
      const factorRow = at(column, c);
      for (let e = 0; e < count; e++) put(left, c * count + e, at(left, c * count + e) - factorRow * at(column, e));
    }
    put(left, best * count + best, -1);
  }
  release(start);
  return added;
}

/** Appends the chosen pivots' rows to the factor at every node, and takes their squares off the residual. */
function appendBlock(
  u0: usize,
  u1: usize,
  panels: i32,
  residual: usize,
  chosen: usize,
  blockFactor: usize,
  rank: i32,
  added: i32,
): void {
  const start = mark();
  const pivotRows = takeNumbers(rank * BLOCK);
  const pivot0 = takeNumbers(BLOCK);
  const pivot1 = takeNumbers(BLOCK);
  const block = takeNumbers(BLOCK * 4);
  for (let e = 0; e < BLOCK; e++) {
    // An incomplete block is filled up with its first pivot, so that the loops below need no special case.
    const node = integerAt(chosen, e < added ? e : 0);
    put(pivot0, e, at(u0, node));
    put(pivot1, e, at(u1, node));
    for (let k = 0; k < rank; k++) put(pivotRows, k * BLOCK + e, entry(k, node));
  }
  for (let p = 0; p < panels; p++) {
    const panel = factor + <usize>p * panelStride(capacity);
    kernelColumns(address(u0, 4 * p), address(u1, 4 * p), pivot0, pivot1, added, block);
    subtractEarlierRows(panel, rank, pivotRows, added, block);
    finishRows(panel + ((<usize>rank) << 5), blockFactor, added, block, address(residual, 4 * p));
  }
  for (let e = 0; e < added; e++) put(residual, integerAt(chosen, e), 0);
  release(start);
}

/** block[e] = exp(−|u − pivot_e|²/2) for the four nodes of a panel. */
function kernelColumns(u0: usize, u1: usize, pivot0: usize, pivot1: usize, added: i32, block: usize): void {
  const x0 = v128.load(u0);
  const x1 = v128.load(u0, 16);
  const y0 = v128.load(u1);
  const y1 = v128.load(u1, 16);
  const minusHalf = f64x2.splat(-0.5);
  for (let e = 0; e < added; e++) {
    const px = v128.load64_splat(address(pivot0, e));
    const py = v128.load64_splat(address(pivot1, e));
    const dx0 = f64x2.sub(x0, px);
    const dx1 = f64x2.sub(x1, px);
    const dy0 = f64x2.sub(y0, py);
    const dy1 = f64x2.sub(y1, py);
    const to = block + ((<usize>e) << 5);
    v128.store(to, f64x2.mul(minusHalf, multiplyAdd(dy0, dy0, f64x2.mul(dx0, dx0))));
    v128.store(to, f64x2.mul(minusHalf, multiplyAdd(dy1, dy1, f64x2.mul(dx1, dx1))), 16);
  }
  for (let i = 0; i < 4 * added; i += BUNDLE) exponentiate(address(block, i));
}

/** block[e] −= Σ_k L[k][pivot_e]·L[k][node], four pivots by four nodes at a time: the bulk of all work. */
function subtractEarlierRows(panel: usize, rank: i32, pivotRows: usize, added: i32, block: usize): void {
  const end = panel + ((<usize>rank) << 5);
  for (let e = 0; e < added; e += 4) {
    const at0 = block + ((<usize>e) << 5);
    let c00 = v128.load(at0);
    let c01 = v128.load(at0, 16);
    let c10 = v128.load(at0, 32);
    let c11 = v128.load(at0, 48);
    let c20 = v128.load(at0, 64);
    let c21 = v128.load(at0, 80);
    let c30 = v128.load(at0, 96);
    let c31 = v128.load(at0, 112);
    let pivots = address(pivotRows, e);
    for (let row = panel; row < end; row += 32) {
      const x0 = v128.load(row);
      const x1 = v128.load(row, 16);
      let l = v128.load64_splat(pivots);
      c00 = subtractProduct(l, x0, c00);
      c01 = subtractProduct(l, x1, c01);
      l = v128.load64_splat(pivots, 8);
      c10 = subtractProduct(l, x0, c10);
      c11 = subtractProduct(l, x1, c11);
      l = v128.load64_splat(pivots, 16);
      c20 = subtractProduct(l, x0, c20);
      c21 = subtractProduct(l, x1, c21);
      l = v128.load64_splat(pivots, 24);
      c30 = subtractProduct(l, x0, c30);
      c31 = subtractProduct(l, x1, c31);
      pivots += (<usize>BLOCK) << 3;
    }
    v128.store(at0, c00);
    v128.store(at0, c01, 16);
    v128.store(at0, c10, 32);
    v128.store(at0, c11, 48);
    v128.store(at0, c20, 64);
    v128.store(at0, c21, 80);
    v128.store(at0, c30, 96);
    v128.store(at0, c31, 112);
  }
}

/** Forward substitution with the block's triangle; stores the new rows and reduces the residual. */
function finishRows(to: usize, blockFactor: usize, added: i32, block: usize, residual: usize): void {
  let d0 = v128.load(residual);
  let d1 = v128.load(residual, 16);
  for (let e = 0; e < added; e++) {
    const row = block + ((<usize>e) << 5);
    let v0 = v128.load(row);
    let v1 = v128.load(row, 16);
    for (let f = 0; f < e; f++) {
      const c = v128.load64_splat(address(blockFactor, e * BLOCK + f));
      const earlier = block + ((<usize>f) << 5);
      v0 = subtractProduct(c, v128.load(earlier), v0);
      v1 = subtractProduct(c, v128.load(earlier, 16), v1);
    }
    const inverse = f64x2.splat(1 / at(blockFactor, e * BLOCK + e));
    v0 = f64x2.mul(v0, inverse);
    v1 = f64x2.mul(v1, inverse);
    v128.store(row, v0);
    v128.store(row, v1, 16);
    v128.store(to + ((<usize>e) << 5), v0);
    v128.store(to + ((<usize>e) << 5), v1, 16);
    d0 = subtractProduct(v0, v0, d0);
    d1 = subtractProduct(v1, v1, d1);
  }
  const zero = f64x2.splat(0);
  v128.store(residual, f64x2.max(d0, zero));
  v128.store(residual, f64x2.max(d1, zero), 16);
}
