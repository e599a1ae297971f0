/**
 * Elementary functions with the same bytes on every engine.
 *
 * `Math.exp`, `log`, `sin`, … may differ between engines in the last digit; +, −, ×, ÷, sqrt and rounding may not.
 * So these are built from those alone: reduce the argument exactly enough, then sum a Taylor series long enough that
 * its remainder is below the last digit. Within 2 ulp of the engine's own (tan and tanh 3), which is what the tests
 * measure.
 */

import { largeAngle } from "./large-angle.js";

// A double and its two 32-bit halves share memory; which half is first depends on the machine.
const double = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(double.buffer);
const HIGH = /* @__PURE__ */ new Uint8Array(/* @__PURE__ */ new Uint16Array([1]).buffer)[0];
const LOW = 1 - HIGH;

const EXPONENT_BIAS = 1023;
/** ln 2 split so that k·LN2_HIGH is exact for |k| < 2²⁰: the first has 32 significant bits. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const LARGEST_EXP_ARGUMENT = 709.782712893384;
const SMALLEST_EXP_ARGUMENT = -745.1332191019412;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

/** 2ᵏ for −1022 ≤ k ≤ 1023. */
function powerOfTwo(k: number): number {
  words[LOW] = 0;
  words[HIGH] = (k + EXPONENT_BIAS) << 20;
  return double[0];
}

/** eˣ: x = k ln 2 + r with |r| ≤ ln 2 / 2, Taylor series of degree 13 in r (remainder 4·10⁻¹⁸), times 2ᵏ. */
export function exp(x: number): number {
  if (!(x <= LARGEST_EXP_ARGUMENT)) return x > LARGEST_EXP_ARGUMENT ? Infinity : NaN;
  if (x < SMALLEST_EXP_ARGUMENT) return 0;
  const k = Math.round(x * Math.LOG2E);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  let tail = 1 / 6227020800;
  tail = tail * r + 1 / 479001600;
  tail = tail * r + 1 / 39916800;
  tail = tail * r + 1 / 3628800;
  tail = tail * r + 1 / 362880;
  tail = tail * r + 1 / 40320;
  tail = tail * r + 1 / 5040;
  tail = tail * r + 1 / 720;
  tail = tail * r + 1 / 120;
  tail = tail * r + 1 / 24;
  tail = tail * r + 1 / 6;
  tail = tail * r + 0.5;
  const mantissa = 1 + (high - (low - r * r * tail));
  if (k > 1022) return mantissa * powerOfTwo(k - 1) * 2;
  if (k < -1021) return mantissa * powerOfTwo(k + 60) * powerOfTwo(-60);
  return mantissa * powerOfTwo(k);
}

/**
 * ln x: x = 2ᵏ(1 + f) with 1 + f in [√½, √2); with s = f/(2 + f),
 * ln(1 + f) = 2 artanh s = f − f²/2 + s(f²/2 + R), R = s²(2/3 + 2s²/5 + …), summed to s²² (remainder 10⁻¹⁹).
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = -EXPONENT_BIAS;
  let scaled = x;
  if (x < SMALLEST_NORMAL) {
    scaled = x * TWO_TO_54;
    k -= 54;
  }
  double[0] = scaled;
  k += words[HIGH] >>> 20;
  words[HIGH] = (words[HIGH] & 0xfffff) | (EXPONENT_BIAS << 20);
  let m = double[0];
  if (m > Math.SQRT2) {
    m /= 2;
    k += 1;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  let series = 2 / 23;
  series = series * z + 2 / 21;
  series = series * z + 2 / 19;
  series = series * z + 2 / 17;
  series = series * z + 2 / 15;
  series = series * z + 2 / 13;
  series = series * z + 2 / 11;
  series = series * z + 2 / 9;
  series = series * z + 2 / 7;
  series = series * z + 2 / 5;
  series = series * z + 2 / 3;
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + z * series) + k * LN2_LOW) - f);
}

/** baseᵉˣᵖᵒⁿᵉⁿᵗ for a positive base, as exp(exponent · ln base): relative error about |exponent · ln base| · 10⁻¹⁶. */
export function power(base: number, exponent: number): number {
  return exp(exponent * log(base));
}

/** baseᵉˣᵖᵒⁿᵉⁿᵗ for a whole exponent of either sign, by squaring and multiplying: any base, 0⁰ = 1. */
export function wholePower(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / result : result;
}

/** π/2 in three parts of 33 bits or fewer, so that n times each of the first two is exact for n < 2²⁰. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;
/** Up to here these parts reduce an angle to the last digit. */
const LARGEST_QUICK_ANGLE = 1e6;

/** Sum of the Taylor series of sin on |r| ≤ π/4, to r¹⁷ (remainder 10⁻¹⁹). */
function sinSeries(r: number): number {
  const z = r * r;
  let sum = 1 / 355687428096000;
  sum = sum * z - 1 / 1307674368000;
  sum = sum * z + 1 / 6227020800;
  sum = sum * z - 1 / 39916800;
  sum = sum * z + 1 / 362880;
  sum = sum * z - 1 / 5040;
  sum = sum * z + 1 / 120;
  sum = sum * z - 1 / 6;
  return r + r * z * sum;
}

/** Sum of the Taylor series of cos on |r| ≤ π/4, to r¹⁸ (remainder 10⁻²⁰). */
function cosSeries(r: number): number {
  const z = r * r;
  let sum = -1 / 6402373705728000;
  sum = sum * z + 1 / 20922789888000;
  sum = sum * z - 1 / 87178291200;
  sum = sum * z + 1 / 479001600;
  sum = sum * z - 1 / 3628800;
  sum = sum * z + 1 / 40320;
  sum = sum * z - 1 / 720;
  sum = sum * z + 1 / 24;
  const half = 0.5 * z;
  const near = 1 - half;
  // Adds back the rounding error of 1 − z/2.
  return near + (1 - near - half + z * z * sum);
}

function quickAngle(x: number): { readonly quadrant: number; readonly rest: number } {
  const n = Math.round(x * (2 / Math.PI));
  return { quadrant: n & 3, rest: x - n * HALF_PI_HIGH - n * HALF_PI_MIDDLE - n * HALF_PI_LOW };
}

/** Value of the sine `quadrantShift` quarter turns ahead of x ≥ 0. */
function sineAhead(x: number, quadrantShift: number): number {
  const { quadrant, rest: r } = x <= LARGEST_QUICK_ANGLE ? quickAngle(x) : largeAngle(x);
  const turned = (quadrant + quadrantShift) & 3;
  const magnitude = turned & 1 ? cosSeries(r) : sinSeries(r);
  return turned & 2 ? -magnitude : magnitude;
}

/** sin x for finite x of any size. @cost beyond |x| = 10⁶ about a microsecond */
export function sin(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  if (x === 0) return x;
  return x < 0 ? -sineAhead(-x, 0) : sineAhead(x, 0);
}

/** cos x for finite x of any size; cost as `sin`. */
export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  return sineAhead(Math.abs(x), 1);
}

/** sin x / cos x. */
export function tan(x: number): number {
  return sin(x) / cos(x);
}

/** arctan(k/8) for k = 0 … 8, each rounded to a double, and what rounding left. */
const ARCTAN_HIGH: readonly number[] = [
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
];
const ARCTAN_LOW: readonly number[] = [
  0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17, 2.2698777452961687e-17,
  -5.4556305485916264e-18, 1.5834785051444286e-17, -2.1478388444456983e-17, 3.061616997868383e-17,
];
const HALF_PI = 1.5707963267948966;
const HALF_PI_REST = 6.123233995736766e-17;

/**
 * arctan x: beyond 1 from 1/x; else arctan(k/8) of the nearest eighth and the Taylor series of arctan r to r¹⁵, with
 * r = (x − k/8)/(1 + x·k/8), |r| ≤ 1/16 (remainder 10⁻²²).
 */
export function atan(x: number): number {
  if (Number.isNaN(x) || x === 0) return x;
  const size = Math.abs(x);
  const inner = size > 1 ? 1 / size : size;
  const k = Math.round(8 * inner);
  const r = (inner - k / 8) / (1 + (inner * k) / 8);
  const z = r * r;
  let series = -1 / 15;
  series = series * z + 1 / 13;
  series = series * z - 1 / 11;
  series = series * z + 1 / 9;
  series = series * z - 1 / 7;
  series = series * z + 1 / 5;
  series = series * z - 1 / 3;
  const small = r + (r * z * series + ARCTAN_LOW[k]);
  const magnitude = size > 1 ? HALF_PI - (ARCTAN_HIGH[k] + (small - HALF_PI_REST)) : ARCTAN_HIGH[k] + small;
  return x < 0 ? -magnitude : magnitude;
}

/** Up to here sinh is summed: e^x − e^−x would cancel. */
const SINH_SERIES_END = 1;

/** From here on e^−x is below the last digit of e^x. */
const ONE_EXPONENTIAL = 22;

/** eˣ/2, finite wherever it can be. */
function halfExp(x: number): number {
  const root = exp(x / 2);
  return 0.5 * root * root;
}

/** sinh x: near 0 its Taylor series to x¹⁹ (remainder 10⁻²⁰). */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size > SINH_SERIES_END) {
    const magnitude = size > ONE_EXPONENTIAL ? halfExp(size) : 0.5 * (exp(size) - exp(-size));
    return x < 0 ? -magnitude : magnitude;
  }
  const z = x * x;
  let series = 1 / 121645100408832000;
  series = series * z + 1 / 355687428096000;
  series = series * z + 1 / 1307674368000;
  series = series * z + 1 / 6227020800;
  series = series * z + 1 / 39916800;
  series = series * z + 1 / 362880;
  series = series * z + 1 / 5040;
  series = series * z + 1 / 120;
  series = series * z + 1 / 6;
  return x + x * z * series;
}

/** cosh x. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  return size > ONE_EXPONENTIAL ? halfExp(size) : 0.5 * (exp(size) + exp(-size));
}

/** From here on tanh is 1 to the last digit. */
const TANH_SATURATES = 20;

/**
 * tanh x = d/(2 − d) with d = 1 − e^{−2|x|}. With −2|x| = k ln 2 + r as in `exp`, d = (1 − 2ᵏ) − 2ᵏ(eʳ − 1) cancels
 * nowhere: near 0, k is 0. No branch, so that the same operations can be done on vectors; the WebAssembly routines do.
 */
export function tanh(x: number): number {
  const size = Math.abs(x);
  const argument = -2 * (TANH_SATURATES < size ? TANH_SATURATES : size);
  const k = Math.floor(argument * Math.LOG2E + 0.5);
  const high = argument - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const z = r * r;
  let even = 1 / 479001600;
  let odd = 1 / 6227020800;
  even = even * z + 1 / 3628800;
  odd = odd * z + 1 / 39916800;
  even = even * z + 1 / 40320;
  odd = odd * z + 1 / 362880;
  even = even * z + 1 / 720;
  odd = odd * z + 1 / 5040;
  even = even * z + 1 / 24;
  odd = odd * z + 1 / 120;
  even = even * z + 0.5;
  odd = odd * z + 1 / 6;
  const growth = high - (low - z * (odd * r + even));
  const scale = powerOfTwo(k);
  const d = 1 - scale - scale * growth;
  const magnitude = d / (2 - d);
  if (x > 0) return magnitude;
  return x < 0 ? -magnitude : x;
}

/** √(a² + b²) without overflow of the squares. */
export function hypot(a: number, b: number): number {
  const large = Math.max(Math.abs(a), Math.abs(b));
  if (large === 0 || large === Infinity) return large;
  const p = a / large;
  const q = b / large;
  return large * Math.sqrt(p * p + q * q);
}
