import { address, at, laneSum, mark, multiplyAdd, put, release, takeNumbers } from "./arrays";
import { panelStride } from "./factor";
import { capacity, factor, pivotedCholesky } from "./pivoted-cholesky";
import { compress, interpolate, mass, node0, node1, nodeCount } from "./tiles";

/** Features of the last call, one row of n numbers after the other. */
export let features: usize = 0;

/**
 * Features f_k with Σ_k f_k(u)f_k(u′) ≈ exp(−(u − u′)²/2) at n points of one column, given in bandwidths: a pivoted
 * Cholesky factor at the nodes, carried to the points. Returns their number, or −1 if they need more than `byteLimit`
 * bytes.
 */
export function gaussianFeatures(n: i32, x: usize, tolerance: f64, q: i32, roots: usize, byteLimit: f64): i32 {
  compress(1, n, x, 0, q, roots);
  const rank = pivotedCholesky(node0, node1, nodeCount, mass, tolerance, byteLimit);
  if (rank < 0 || 8.0 * <f64>rank * <f64>n > byteLimit) return -1;
  const padded = (nodeCount + 3) & ~3;
  const atNodes = takeNumbers(padded);
  features = takeNumbers(rank * n);
  for (let k = 0; k < rank; k++) {
    for (let i = 0; i < nodeCount; i++) {
      put(atNodes, i, load<f64>(factor + <usize>(i >> 2) * panelStride(capacity) + ((<usize>(4 * k + (i & 3))) << 3)));
    }
    const start = mark();
    interpolate(atNodes, 0, address(features, k * n), 0);
    release(start);
  }
  return rank;
}

/** Columns handled together: two dozen rows of them stay in the cache. */
export const CHUNK: i32 = 1024;

/** What `multiplyFour` found last. */
let sum00: f64 = 0;
let sum01: f64 = 0;
let sum10: f64 = 0;
let sum11: f64 = 0;

/**
 * out[i][j] = Σ_p a[i][p]·b[j][p] for rows of n numbers that follow each other every `stride`, a multiple of 2. Of the
 * products of a set with itself half are computed.
 */
export function products(a: usize, rowsA: i32, b: usize, rowsB: i32, n: i32, stride: i32, out: usize): void {
  memory.fill(out, 0, (<usize>(rowsA * rowsB)) << 3);
  for (let from = 0; from < n; from += CHUNK) {
    addProducts(address(a, from), rowsA, address(b, from), rowsB, min(CHUNK, n - from), stride, out);
  }
  if (a === b) mirror(out, rowsA);
}

/** Adds the products of a chunk; of those of a set with itself the upper half. */
export function addProducts(a: usize, rowsA: i32, b: usize, rowsB: i32, count: i32, stride: i32, out: usize): void {
  for (let i = 0; i < rowsA; i += 2) {
    for (let j = a === b ? i : 0; j < rowsB; j += 2) {
      // A last odd row is paired with itself; only its first product is kept.
      const i1 = min(i + 1, rowsA - 1);
      const j1 = min(j + 1, rowsB - 1);
      multiplyFour(
        address(a, i * stride),
        address(a, i1 * stride),
        address(b, j * stride),
        address(b, j1 * stride),
        count,
      );
      add(out, i * rowsB + j, sum00);
      if (j1 > j) add(out, i * rowsB + j1, sum01);
      if (i1 > i) add(out, i1 * rowsB + j, sum10);
      if (i1 > i && j1 > j) add(out, i1 * rowsB + j1, sum11);
    }
  }
}

/** Copies the upper half of a symmetric matrix to the lower one. */
export function mirror(matrix: usize, size: i32): void {
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) put(matrix, i * size + j, at(matrix, j * size + i));
}

function add(out: usize, i: i32, value: f64): void {
  put(out, i, at(out, i) + value);
}

/** Scalar products of two rows with two others. */
function multiplyFour(a0: usize, a1: usize, b0: usize, b1: usize, count: i32): void {
  let s00 = f64x2.splat(0);
  let s01 = s00;
  let s10 = s00;
  let s11 = s00;
  const even = count & ~1;
  const bytes = (<usize>even) << 3;
  for (let o: usize = 0; o < bytes; o += 16) {
    const u0 = v128.load(a0 + o);
    const u1 = v128.load(a1 + o);
    const v0 = v128.load(b0 + o);
    const v1 = v128.load(b1 + o);
    s00 = multiplyAdd(u0, v0, s00);
    s01 = multiplyAdd(u0, v1, s01);
    s10 = multiplyAdd(u1, v0, s10);
    s11 = multiplyAdd(u1, v1, s11);
  }
  sum00 = laneSum(s00);
  sum01 = laneSum(s01);
  sum10 = laneSum(s10);
  sum11 = laneSum(s11);
  if (even === count) return;
  sum00 += at(a0, even) * at(b0, even);
  sum01 += at(a0, even) * at(b1, even);
  sum10 += at(a1, even) * at(b0, even);
  sum11 += at(a1, even) * at(b1, even);
}
