import { multiplyAdd, subtractProduct } from "./array";

/** ln 2 split so that k·LN2_HIGH is exact. */
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const LOG2_E: f64 = Math.LOG2E;
/** e^x is below the smallest normal number from here on; kernels may as well be that. */
const SMALLEST_ARGUMENT: f64 = -708;
/** 2⁵² + 1023: added to a whole k, the sum's low bits are the exponent field of 2ᵏ. */
const EXPONENT_MAGIC: f64 = 4503599627371519;

/** How many numbers `exponentiate` turns at once. */
export const BUNDLE: i32 = 8;

/**
 * Replaces eight x ≤ 0 by eˣ: x = k ln 2 + r, Taylor series of degree 13 in r, times 2ᵏ. Relative error 3·10⁻¹⁶.
 *
 * Four vectors side by side: one series is a chain of additions that wait for each other, and its constants are loaded
 * once for all four.
 */
export function exponentiate(x: usize): void {
  const floor = f64x2.splat(SMALLEST_ARGUMENT);
  const x0 = f64x2.pmax(v128.load(x), floor);
  const x1 = f64x2.pmax(v128.load(x, 16), floor);
  const x2 = f64x2.pmax(v128.load(x, 32), floor);
  const x3 = f64x2.pmax(v128.load(x, 48), floor);
  const log2e = f64x2.splat(LOG2_E);
  const k0 = f64x2.nearest(f64x2.mul(x0, log2e));
  const k1 = f64x2.nearest(f64x2.mul(x1, log2e));
  const k2 = f64x2.nearest(f64x2.mul(x2, log2e));
  const k3 = f64x2.nearest(f64x2.mul(x3, log2e));
  const high = f64x2.splat(LN2_HIGH);
  const low = f64x2.splat(LN2_LOW);
  const r0 = subtractProduct(k0, low, subtractProduct(k0, high, x0));
  const r1 = subtractProduct(k1, low, subtractProduct(k1, high, x1));
  const r2 = subtractProduct(k2, low, subtractProduct(k2, high, x2));
  const r3 = subtractProduct(k3, low, subtractProduct(k3, high, x3));
  let c = f64x2.splat(1.0 / 6227020800.0);
  let s0 = c;
  let s1 = c;
  let s2 = c;
  let s3 = c;
  c = f64x2.splat(1.0 / 479001600.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 39916800.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 3628800.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 362880.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 40320.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 5040.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 720.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 120.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 24.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1.0 / 6.0);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(0.5);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(1);
  s0 = multiplyAdd(s0, r0, c);
  s1 = multiplyAdd(s1, r1, c);
  s2 = multiplyAdd(s2, r2, c);
  s3 = multiplyAdd(s3, r3, c);
  c = f64x2.splat(EXPONENT_MAGIC);
  v128.store(x, f64x2.mul(s0, i64x2.shl(f64x2.add(k0, c), 52)));
  v128.store(x, f64x2.mul(s1, i64x2.shl(f64x2.add(k1, c), 52)), 16);
  v128.store(x, f64x2.mul(s2, i64x2.shl(f64x2.add(k2, c), 52)), 32);
  v128.store(x, f64x2.mul(s3, i64x2.shl(f64x2.add(k3, c), 52)), 48);
}
