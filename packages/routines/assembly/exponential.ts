import { multiplyAdd, subtractProduct } from "./array";

/** ln 2 split so that k·LN2_HIGH is exact. */
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const LOG2_E: f64 = Math.LOG2E;
/** e^x is below the smallest normal number from here on; kernels may as well be that. */
const SMALLEST_ARGUMENT: f64 = -708;
/** 2⁵² + 1023: added to a whole k, the sum's low bits are the exponent field of 2ᵏ. */
const EXPONENT_MAGIC: f64 = 4503599627371519;

/** eˣ for two x ≤ 0: x = k ln 2 + r, Taylor series of degree 13 in r, times 2ᵏ. Relative error 3·10⁻¹⁶. */
export function exponential(argument: v128): v128 {
  const x = f64x2.max(argument, f64x2.splat(SMALLEST_ARGUMENT));
  const k = f64x2.nearest(f64x2.mul(x, f64x2.splat(LOG2_E)));
  let r = subtractProduct(k, f64x2.splat(LN2_HIGH), x);
  r = subtractProduct(k, f64x2.splat(LN2_LOW), r);
  let sum = f64x2.splat(1.0 / 6227020800.0);
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 479001600.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 39916800.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 3628800.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 362880.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 40320.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 5040.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 720.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 120.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 24.0));
  sum = multiplyAdd(sum, r, f64x2.splat(1.0 / 6.0));
  sum = multiplyAdd(sum, r, f64x2.splat(0.5));
  sum = multiplyAdd(sum, r, f64x2.splat(1));
  sum = multiplyAdd(sum, r, f64x2.splat(1));
  const power = i64x2.shl(f64x2.add(k, f64x2.splat(EXPONENT_MAGIC)), 52);
  return f64x2.mul(sum, power);
}
