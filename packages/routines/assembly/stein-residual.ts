import { address, at, laneSum, multiplyAdd, put } from "./array";
import { BUNDLE, exponentiate } from "./exponential";
import { mark, release, takeNumbers } from "./memory";

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
