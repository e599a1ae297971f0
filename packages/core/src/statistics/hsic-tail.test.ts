import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { gammaTail } from "../primitives/special.js";
import { chiSquareSumTail, hsicTail, kernelSpectrum } from "./hsic-tail.js";
import { normalScoreHsic, normalScoreKernel } from "./normal-score-kernel.js";

describe("chiSquareSumTail", () => {
  test.each([1, 2, 5, 40])("equal weights: the chi-square tail of %i degrees of freedom, also far out", (degrees) => {
    const weights = Array.from({ length: degrees }, () => 0.3);
    for (const t of [0.2, 0.9, 1.3, 3, 10, 30]) {
      const exact = gammaTail(degrees / 2, (degrees * t) / 2);
      // The error of the formula, largest for one degree of freedom at its mean.
      expect(Math.abs(chiSquareSumTail(weights, 0.3 * degrees * t) / exact - 1)).toBeLessThan(0.16 / degrees);
    }
  });

  test("two pairs of weights a and b: (a·e^(−t/2a) − b·e^(−t/2b))/(a − b), within 8%", () => {
    const [a, b] = [0.5, 0.2];
    for (const t of [0.7, 1.4, 3, 12, 100]) {
      const exact = (a * Math.exp(-t / (2 * a)) - b * Math.exp(-t / (2 * b))) / (a - b);
      expect(Math.abs(chiSquareSumTail([a, a, b, b], t) / exact - 1)).toBeLessThan(0.08);
    }
  });

  test("falls with t and is continuous at the mean; nothing is as large as no dependence", () => {
    const weights = [1, 0.5, 0.1];
    const tails = Array.from({ length: 400 }, (_, i) => chiSquareSumTail(weights, 1.4 + 0.001 * i));
    for (let i = 1; i < tails.length; i++) {
      expect(tails[i]).toBeLessThan(tails[i - 1]);
      expect(tails[i - 1] - tails[i]).toBeLessThan(0.001);
    }
    expect(chiSquareSumTail(weights, 0)).toBe(1);
  });
});

test("a kernel's spectrum adds up to trace and squared norm of the centered kernel", () => {
  const rng = seededRng(3);
  for (const levels of [Infinity, 3]) {
    const column = Float64Array.from({ length: 80 }, () => rng.normal());
    const kernel = normalScoreKernel(levels === Infinity ? column : column.map((value) => Math.round(value * levels)));
    const spectrum = kernelSpectrum(kernel);
    expect(spectrum.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(kernel.squaredNorm, 9);
    // The mean over all pairs, those of a point with itself included, is what centering takes off the trace.
    const trace = 1 - (79 * kernel.meanKernel + 1) / 80;
    expect(spectrum.reduce((sum, value) => sum + value, 0)).toBeCloseTo(trace, 5);
  }
});

/** Tails of unrelated columns of normal scores, whose law depends on nothing but the number of rows and ties. */
function nullTails(rows: number, pairs: number, law: (rng: ReturnType<typeof seededRng>) => number): number[] {
  const rng = seededRng(rows);
  const side = Math.ceil(Math.sqrt(pairs));
  const columns = (name: string) =>
    Array.from({ length: side }, (_, k) => {
      const own = rng.split(`${name} ${k}`);
      const kernel = normalScoreKernel(Float64Array.from({ length: rows }, () => law(own)));
      return { kernel, spectrum: kernelSpectrum(kernel) };
    });
  const [xs, ys] = [columns("x"), columns("y")];
  return xs.flatMap((x) => ys.map((y) => hsicTail(normalScoreHsic(x.kernel, y.kernel), rows, x.spectrum, y.spectrum)));
}

describe("false positives among unrelated columns", () => {
  test.each([
    ["25 rows", 25, (rng: ReturnType<typeof seededRng>) => rng.normal()],
    ["100 rows", 100, (rng: ReturnType<typeof seededRng>) => rng.normal()],
    ["100 rows of few levels", 100, (rng: ReturnType<typeof seededRng>) => Math.floor(7 * rng.uniform())],
  ] as const)(
    "%s: no more than the level at 0.05, 0.01 and 0.001, within binomial bounds; at 100 rows at least half of 0.01",
    (_, rows, law) => {
      const tails = nullTails(rows, 10_000, law);
      const countBelow = (level: number) => tails.filter((tail) => tail < level).length;
      for (const level of [0.05, 0.01, 0.001]) {
        const count = countBelow(level);
        const expected = level * tails.length;
        // Pairs share columns, which widens the spread beyond the binomial one a little.
        expect(count).toBeLessThan(expected + 4 * Math.sqrt(expected));
      }
      // Nor is the tail idle.
      if (rows === 100) expect(countBelow(0.01)).toBeGreaterThan(0.5 * 0.01 * tails.length);
    },
  );
});
