import { address, at, laneSum, mark, multiplyAdd, put, release, takeNumbers } from "./arrays";
import { BUNDLE, exponentiate } from "./elementary";
import { combine, gramRows, project, WIDTH, weightedGram } from "./factor";
import { choleskyInPlace, choleskySolveInPlace } from "./linear-algebra";
import { capacity, factor, pivotedCholesky } from "./pivoted-cholesky";
import { compress, interpolate, mass, node0, node1, nodeCount, weight } from "./tiles";

/** The score at the nodes of the last call, in bandwidths. */
export let nodeScore0: usize = 0;
export let nodeScore1: usize = 0;

/**
 * Stein scores of n points (x0, x1) given in bandwidths, with a Gaussian kernel: S = (K + ridge·I)⁻¹B,
 * B_i = −Σ_k (x_i − x_k)K_ik, by K ≈ LᵀL on the nodes and Woodbury's identity S = (B − Lᵀ(LWLᵀ + ridge·I)⁻¹LW B)/ridge.
 *
 * Scores at the points go to out0 and out1. Returns the rank, or −1 if the factor needs more than `byteLimit` bytes.
 */
export function stein(
  dimension: i32,
  n: i32,
  x0: usize,
  x1: usize,
  ridge: f64,
  tolerance: f64,
  q: i32,
  roots: usize,
  byteLimit: f64,
  out0: usize,
  out1: usize,
): i32 {
  compress(dimension, n, x0, x1, q, roots);
  const rank = pivotedCholesky(node0, node1, nodeCount, mass, tolerance, byteLimit);
  if (rank < 0) return rank;
  const panels = (nodeCount + 3) >> 2;
  const padded = 4 * panels;
  const stride = (rank + 7) & ~7;
  const gram = takeNumbers(gramRows(rank) * stride);
  weightedGram(factor, capacity, rank, nodeCount, weight, ridge, gram, stride);
  if (choleskyInPlace(gram, rank, stride) !== 0) return -2;

  // B = −(x·K1 − Kx), with K1 = LᵀLW1 and Kx = LᵀLWx.
  const b0 = takeNumbers(padded);
  const b1 = takeNumbers(padded);
  const v0 = takeNumbers(padded);
  const v1 = takeNumbers(padded);
  const k1 = takeNumbers(padded);
  const q3 = takeNumbers(WIDTH * rank);
  timesWeight(padded, node0, node1, v0, v1);
  project(factor, capacity, rank, panels, weight, v0, v1, q3);
  combine(factor, capacity, rank, panels, q3, k1, b0, b1);
  for (let i = 0; i < padded; i++) {
    put(b0, i, at(b0, i) - at(node0, i) * at(k1, i));
    put(b1, i, at(b1, i) - at(node1, i) * at(k1, i));
  }
  nodeScore0 = takeNumbers(padded);
  nodeScore1 = takeNumbers(padded);
  woodbury(dimension, rank, panels, gram, stride, ridge, b0, b1, nodeScore0, nodeScore1);

  // The small system's condition number is n/ridge; one step of refinement wins back the digits that costs.
  timesWeight(padded, nodeScore0, nodeScore1, v0, v1);
  project(factor, capacity, rank, panels, v0, v1, v1, q3);
  combine(factor, capacity, rank, panels, q3, v0, v1, k1);
  for (let i = 0; i < padded; i++) {
    put(b0, i, at(b0, i) - ridge * at(nodeScore0, i) - at(v0, i));
    put(b1, i, at(b1, i) - ridge * at(nodeScore1, i) - at(v1, i));
  }
  woodbury(dimension, rank, panels, gram, stride, ridge, b0, b1, v0, v1);
  for (let i = 0; i < padded; i++) {
    put(nodeScore0, i, at(nodeScore0, i) + at(v0, i));
    put(nodeScore1, i, dimension === 2 ? at(nodeScore1, i) + at(v1, i) : 0);
  }
  interpolate(nodeScore0, nodeScore1, out0, out1);
  return rank;
}

/** v = W·f for two vectors over the nodes. */
function timesWeight(count: i32, f0: usize, f1: usize, v0: usize, v1: usize): void {
  for (let i = 0; i < count; i++) {
    put(v0, i, at(weight, i) * at(f0, i));
    put(v1, i, at(weight, i) * at(f1, i));
  }
}

/** s = (b − Lᵀ(LWLᵀ + ridge·I)⁻¹LWb)/ridge for two right-hand sides; `gram` holds the Cholesky factor. */
function woodbury(
  dimension: i32,
  rank: i32,
  panels: i32,
  gram: usize,
  stride: i32,
  ridge: f64,
  b0: usize,
  b1: usize,
  s0: usize,
  s1: usize,
): void {
  const start = mark();
  const padded = 4 * panels;
  const q3 = takeNumbers(WIDTH * rank);
  const right = takeNumbers(rank);
  const unused = takeNumbers(padded);
  timesWeight(padded, b0, b1, s0, s1);
  project(factor, capacity, rank, panels, s0, s1, s1, q3);
  for (let c = 0; c < dimension; c++) {
    for (let k = 0; k < rank; k++) put(right, k, at(q3, WIDTH * k + c));
    choleskySolveInPlace(gram, rank, stride, right);
    for (let k = 0; k < rank; k++) put(q3, WIDTH * k + c, at(right, k));
  }
  combine(factor, capacity, rank, panels, q3, s0, s1, unused);
  for (let i = 0; i < padded; i++) {
    put(s0, i, (at(b0, i) - at(s0, i)) / ridge);
    put(s1, i, dimension === 2 ? (at(b1, i) - at(s1, i)) / ridge : 0);
  }
  release(start);
}

/**
 * How far scores are from solving (K + ridge·I)S = B at one row, from all n points and no factor: writes
 * (Σ_k K_ik S_k + ridge·S_i − B_i)/ridge for both columns. n is a multiple of 8; points beyond the last lie far away.
 */
export function steinResidual(
  n: i32,
  x0: usize,
  x1: usize,
  s0: usize,
  s1: usize,
  ridge: f64,
  row: i32,
  out: usize,
): void {
  const start = mark();
  const kernels = takeNumbers(BUNDLE);
  const u0 = f64x2.splat(at(x0, row));
  const u1 = f64x2.splat(at(x1, row));
  const minusHalf = f64x2.splat(-0.5);
  let sum0 = f64x2.splat(0);
  let sum1 = sum0;
  for (let k = 0; k < n; k += BUNDLE) {
    for (let e = 0; e < BUNDLE; e += 2) {
      const d0 = f64x2.sub(u0, v128.load(address(x0, k + e)));
      const d1 = f64x2.sub(u1, v128.load(address(x1, k + e)));
      v128.store(address(kernels, e), f64x2.mul(minusHalf, multiplyAdd(d1, d1, f64x2.mul(d0, d0))));
    }
    exponentiate(kernels);
    // −B_i = Σ_k (u_i − u_k)K_ik joins the sum of K_ik S_k.
    for (let e = 0; e < BUNDLE; e += 2) {
      const kernel = v128.load(address(kernels, e));
      const d0 = f64x2.sub(u0, v128.load(address(x0, k + e)));
      const d1 = f64x2.sub(u1, v128.load(address(x1, k + e)));
      sum0 = multiplyAdd(kernel, f64x2.add(d0, v128.load(address(s0, k + e))), sum0);
      sum1 = multiplyAdd(kernel, f64x2.add(d1, v128.load(address(s1, k + e))), sum1);
    }
  }
  put(out, 0, laneSum(sum0) / ridge + at(s0, row));
  put(out, 1, laneSum(sum1) / ridge + at(s1, row));
  release(start);
}
