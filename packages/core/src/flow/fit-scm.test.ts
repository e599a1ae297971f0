import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { silvermanBandwidths } from "../score/kernel.js";
import { noiseLogDensity } from "./fit-scm.js";

const rng = seededRng(31);
const noise = Float64Array.from({ length: 400 }, () => rng.normal() + (rng.uniform() < 0.3 ? 4 : 0));
const [bandwidth] = silvermanBandwidths([noise]);

/** From the definition, in logarithms so that tails do not vanish. */
function byDefinition(at: number): number {
  const exponents = Array.from(noise, (value) => -((at - value) ** 2) / (2 * bandwidth ** 2));
  const largest = Math.max(...exponents);
  const sum = exponents.reduce((total, exponent) => total + Math.exp(exponent - largest), 0);
  return largest + Math.log(sum) - Math.log(noise.length * bandwidth * Math.sqrt(2 * Math.PI));
}

describe("noiseLogDensity", () => {
  const logDensity = noiseLogDensity(noise);

  test.each([-60, -4, -1.3, 0, noise[7], 2.05, 4, 9, 1e4])("at %d it is the kernel sum's logarithm, to 1e-12", (at) => {
    expect(Math.abs(logDensity(at) / byDefinition(at) - 1)).toBeLessThan(1e-12);
  });

  test("its exponential integrates to 1, to 1e-10 (trapezoids, a tenth of a bandwidth wide)", () => {
    const step = bandwidth / 10;
    let integral = 0;
    for (let t = -12; t < 16; t += step) integral += step * Math.exp(logDensity(t));
    expect(Math.abs(integral - 1)).toBeLessThan(1e-10);
  });

  test("a column too short or constant is refused", () => {
    expect(() => noiseLogDensity(Float64Array.of(1))).toThrow(/1 rows whose curve reaches the baseline/);
    expect(() => noiseLogDensity(Float64Array.of(1, 1, 1))).toThrow(/one value in all 3 rows/);
  });
});
