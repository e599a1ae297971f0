import { multiplyAdd } from "./array";

/** As in the core's elementary.ts, whose bytes these are. */
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const LOG2_E: f64 = Math.LOG2E;
const SATURATES: f64 = 20;
/** 2⁵² + 1023: added to a whole k, the sum's low bits are the exponent field of 2ᵏ. */
const EXPONENT_MAGIC: f64 = 4503599627371519;

/**
 * out = tanh x for `count` numbers, a multiple of 2, with the bits of the core's: d/(2 − d) with
 * d = 1 − e^{−2|x|} = (1 − 2ᵏ) − 2ᵏ(eʳ − 1), where −2|x| = k ln 2 + r.
 */
export function tanhInto(x: usize, out: usize, count: i32): void {
  const bytes = (<usize>count) << 3;
  for (let o: usize = 0; o < bytes; o += 16) {
    const u = v128.load(x + o);
    const argument = f64x2.mul(f64x2.splat(-2), f64x2.pmin(f64x2.abs(u), f64x2.splat(SATURATES)));
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
