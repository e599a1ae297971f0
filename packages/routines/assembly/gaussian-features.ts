import { address, put } from "./array";
import { panelStride } from "./factor";
import { mark, release, takeNumbers } from "./memory";
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
