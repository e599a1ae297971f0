import { multiplyAdd, subtractProduct } from "./arrays";

// Vectors of e^x and tanh x. The constants are those of the core's elementary.ts.

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

const EXPONENT_BIAS: i64 = 1023;

/** ln x of a positive normal number, with the bits of `log` in the core's elementary.ts. */
export function logarithm(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  let k = <f64>(<i64>(bits >> 52) - EXPONENT_BIAS);
  let m = reinterpret<f64>((bits & 0xfffffffffffff) | ((<u64>EXPONENT_BIAS) << 52));
  if (m > Math.SQRT2) {
    m /= 2;
    k += 1;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  let series: f64 = 2.0 / 23.0;
  for (let odd = 21; odd > 1; odd -= 2) series = series * z + 2.0 / <f64>odd;
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + z * series) + k * LN2_LOW) - f);
}

/** From here on tanh is 1 to the last digit. */
const TANH_SATURATES: f64 = 20;

/**
 * out = tanh x for `count` numbers, a multiple of 2, with the bits of `tanh` in the core's elementary.ts: d/(2 − d) with
 * d = 1 − e^{−2|x|} = (1 − 2ᵏ) − 2ᵏ(eʳ − 1), where −2|x| = k ln 2 + r.
 */
export function tanhInto(x: usize, out: usize, count: i32): void {
  const bytes = (<usize>count) << 3;
  for (let o: usize = 0; o < bytes; o += 16) {
    const u = v128.load(x + o);
    const argument = f64x2.mul(f64x2.splat(-2), f64x2.pmin(f64x2.abs(u), f64x2.splat(TANH_SATURATES)));
    const k = f64x2.floor(multiplyAdd(argument, f64x2.splat(LOG2_E), f64x2.splat(0.5)));
    const high = f64x2.sub(argument, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
    const low = f64x2.mul(k, f64x2.splat(LN2_LOW));
    const r = f64x2.sub(high, low);
    const z = f64x2.mul(r, r);
    let even = f64x2.splat(1.0 / 479001600.0);
    let odd = f64x2.splat(1.0 / 6227020800.0);
    even = multiplyAdd(even, z, f64x2.splat(1.0 / 3628800.0));
    odd = multiplyAdd(odd, z, f64x2.splat(1.0 / 39916800.0));
    even = multiplyAdd(even, z, f64x2.splat(1.0 / 40320.0));
    odd = multiplyAdd(odd, z, f64x2.splat(1.0 / 362880.0));
    even = multiplyAdd(even, z, f64x2.splat(1.0 / 720.0));
    odd = multiplyAdd(odd, z, f64x2.splat(1.0 / 5040.0));
    even = multiplyAdd(even, z, f64x2.splat(1.0 / 24.0));
    odd = multiplyAdd(odd, z, f64x2.splat(1.0 / 120.0));
    even = multiplyAdd(even, z, f64x2.splat(0.5));
    odd = multiplyAdd(odd, z, f64x2.splat(1.0 / 6.0));
    const tail = multiplyAdd(odd, r, even);
    const growth = f64x2.sub(high, f64x2.sub(low, f64x2.mul(z, tail)));
    const scale = i64x2.shl(f64x2.add(k, f64x2.splat(EXPONENT_MAGIC)), 52);
    const d = f64x2.sub(f64x2.sub(f64x2.splat(1), scale), f64x2.mul(scale, growth));
    const magnitude = f64x2.div(d, f64x2.sub(f64x2.splat(2), d));
    v128.store(out + o, v128.or(magnitude, v128.and(u, f64x2.splat(-0.0))));
  }
}
