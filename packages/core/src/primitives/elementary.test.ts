import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { atan, cos, cosh, exp, hypot, log, power, sin, sinh, tan, tanh, wholePower } from "./elementary.js";

/** Distance in units of the last place of the expected value. */
function ulps(actual: number, expected: number): number {
  if (Object.is(actual, expected) || actual === expected) return 0;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(expected))), -1022);
  return Math.abs(actual - expected) / 2 ** (exponent - 52);
}

function worst(ours: (x: number) => number, engine: (x: number) => number, grid: readonly number[]): number {
  return Math.max(...grid.map((x) => ulps(ours(x), engine(x))));
}

/** Irregular grid that hits no round numbers: lo + (hi − lo)·frac(i·golden ratio). */
function grid(lo: number, hi: number, count = 20000): number[] {
  return Array.from({ length: count }, (_, i) => lo + (hi - lo) * ((i * 0.6180339887498949) % 1));
}

/** Bits of exact arithmetic: twice the largest exponent, and room. */
const BITS = 2400n;

/** π in units of 2⁻²⁴⁰⁰, by Machin's formula. */
function pi(): bigint {
  const arctan = (inverse: bigint): bigint => {
    let [term, sum] = [(1n << (BITS + 64n)) / inverse, 0n];
    for (let n = 1n; term !== 0n; n += 2n, term /= -inverse * inverse) sum += term / n;
    return sum;
  };
  return (16n * arctan(5n) - 4n * arctan(239n)) >> 64n;
}
const PI = pi();

/** Sine and cosine by Taylor series in whole numbers, rounded once. @param x at least 1 */
function exactly(x: number): { sine: number; cosine: number } {
  let [whole, exponent] = [x, 0];
  for (; whole >= 2 ** 53; exponent++) whole /= 2;
  for (; !Number.isInteger(whole); exponent--) whole *= 2;
  const angle = (BigInt(whole) << (BITS + BigInt(exponent))) % (2n * PI);
  const digits = 300n;
  const near = angle > PI ? angle - 2n * PI : angle;
  const r = near >> (BITS - digits);
  const series = (first: bigint, from: bigint): number => {
    let [term, sum] = [first, 0n];
    for (let n = from; term !== 0n; n += 2n) {
      sum += term;
      term = -((((term * r) >> digits) * r) >> digits) / (n * (n + 1n));
    }
    return Number(sum) * 2 ** -300;
  };
  return { sine: series(r, 2n), cosine: series(1n << digits, 1n) };
}

describe("elementary functions agree with the engine's to 2 ulp", () => {
  test("exp over its whole range", () => {
    expect(worst(exp, Math.exp, [...grid(-745, 709.7), ...grid(-1, 1), ...grid(-1e-8, 1e-8)])).toBeLessThanOrEqual(2);
  });
  test("log over normal and subnormal numbers and around 1", () => {
    const wide = grid(-1074, 1023).map((e) => 2 ** e);
    expect(worst(log, Math.log, [...wide, ...grid(0.5, 2), ...grid(1 - 1e-6, 1 + 1e-6)])).toBeLessThanOrEqual(2);
  });
  test("sin and cos for small, moderate and near-multiple arguments", () => {
    const near = Array.from({ length: 2000 }, (_, k) => k * (Math.PI / 2));
    const points = [...grid(-10, 10), ...grid(-1e6, 1e6), ...near];
    expect(worst(sin, Math.sin, points)).toBeLessThanOrEqual(2);
    expect(worst(cos, Math.cos, points)).toBeLessThanOrEqual(2);
  });
  test("sin and cos of angles of any size to 2 ulp of exact arithmetic; tan to 4", () => {
    const powers = Array.from({ length: 971 }, (_, k) => 2 ** (53 + k));
    const large = [1e6 + 1e-9, 1e7, 1e15, 1e22, 5e300, Number.MAX_VALUE, ...grid(20, 1023.9, 400).map((e) => 2 ** e)];
    // The double that is nearest to a multiple of π/2, by the size of what is left (5·10⁻¹⁹).
    const nearest = 6381956970095103 * 2 ** 797;
    for (const x of [...large, ...powers, nearest]) {
      const { sine, cosine } = exactly(x);
      expect(ulps(sin(x), sine), `sin ${x}`).toBeLessThanOrEqual(2);
      expect(ulps(sin(-x), -sine)).toBeLessThanOrEqual(2);
      expect(ulps(cos(x), cosine), `cos ${x}`).toBeLessThanOrEqual(2);
      expect(ulps(tan(x), sine / cosine)).toBeLessThanOrEqual(4);
    }
    expect(Math.abs(cos(nearest))).toBeLessThan(1e-18);
  });
  test("the bits of ordinary sines and cosines are fixed", () => {
    const hash = createHash("sha256");
    for (const x of [...grid(-10, 10, 3000), ...grid(-1e6, 1e6, 3000)]) hash.update(Float64Array.of(sin(x), cos(x)));
    expect(hash.digest("hex").slice(0, 16)).toBe("3fa2f485ac699826");
  });
  // The engine's own tanh is off by up to 2 ulp, hence 3 here.
  test("tanh to 3 ulp", () => {
    expect(worst(tanh, Math.tanh, [...grid(-25, 25), ...grid(-1.5, 1.5), ...grid(-1e-9, 1e-9)])).toBeLessThanOrEqual(3);
  });
  test("atan, sinh and cosh; tan to 3 ulp", () => {
    const wide = grid(-60, 60).map((e) => Math.sign(e) * 2 ** e);
    expect(worst(atan, Math.atan, [...grid(-2, 2), ...grid(-40, 40), ...wide])).toBeLessThanOrEqual(2);
    const hyperbolic = [...grid(-710, 710), ...grid(-2, 2), ...grid(-1e-6, 1e-6)];
    expect(worst(sinh, Math.sinh, hyperbolic)).toBeLessThanOrEqual(2);
    expect(worst(cosh, Math.cosh, hyperbolic)).toBeLessThanOrEqual(2);
    expect(worst(tan, Math.tan, [...grid(-10, 10), ...grid(-1e5, 1e5)])).toBeLessThanOrEqual(3);
  });
  test("whole powers of either sign to 1e-14, whatever the base", () => {
    for (const base of [-2.5, -0.3, 0.7, 1.9, 3]) {
      for (const exponent of [-7, -2, -1, 0, 1, 2, 3, 11, 40]) {
        expect(wholePower(base, exponent) / base ** exponent).toBeCloseTo(1, 13);
      }
    }
    expect([wholePower(0, 0), wholePower(0, 3), wholePower(0, -2)]).toEqual([1, 0, Infinity]);
  });
  test("hypot does not overflow", () => {
    expect(ulps(hypot(3e200, 4e200), 5e200)).toBeLessThanOrEqual(2);
    expect(hypot(0, 0)).toBe(0);
    expect(hypot(-5, 12)).toBeCloseTo(13, 14);
  });
  test("power of row counts, as bandwidth rules use it, to 1e-15", () => {
    for (const n of [20, 1000, 1e6]) expect(power(n, -0.2) / n ** -0.2).toBeCloseTo(1, 14);
  });
});

describe("elementary functions at the edges", () => {
  test("exp", () => {
    expect([exp(0), exp(-Infinity), exp(Infinity), exp(710), exp(-746), exp(NaN)]).toEqual([
      1,
      0,
      Infinity,
      Infinity,
      0,
      NaN,
    ]);
    expect(exp(-745)).toBe(Math.exp(-745));
  });
  test("log", () => {
    expect([log(1), log(0), log(-1), log(Infinity), log(NaN)]).toEqual([0, -Infinity, NaN, Infinity, NaN]);
    expect(log(Number.MIN_VALUE)).toBe(Math.log(Number.MIN_VALUE));
  });
  test("sin of −0", () => {
    expect(Object.is(sin(-0), -0)).toBe(true);
  });
  test("atan, sinh and cosh", () => {
    expect([atan(Infinity), atan(-Infinity), atan(NaN)]).toEqual([Math.PI / 2, -Math.PI / 2, NaN]);
    expect([sinh(Infinity), sinh(-Infinity), cosh(-Infinity), cosh(0)]).toEqual([Infinity, -Infinity, Infinity, 1]);
    for (const odd of [atan, sinh]) expect([Object.is(odd(-0), -0), odd(-0.3) + odd(0.3)]).toEqual([true, 0]);
  });
  test("sin, cos and tanh", () => {
    expect([sin(0), cos(0), sin(Infinity), cos(NaN)]).toEqual([0, 1, NaN, NaN]);
    expect([tanh(Infinity), tanh(-Infinity), tanh(NaN)]).toEqual([1, -1, NaN]);
  });
});
