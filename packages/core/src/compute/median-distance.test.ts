import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { medianByDefinition } from "../../../../tests/support/median-by-definition.js";
import { seededRng } from "../primitives/random.js";
import { medianOfDistances } from "./median-distance.js";

const rng = seededRng(4);
const draw = (rows: number, f: () => number) => Float64Array.from({ length: rows }, f);

describe("medianOfDistances is the median by definition, to the bit", () => {
  test.each<[string, Float64Array]>([
    ["normal", draw(1500, () => rng.normal())],
    ["uniform, odd count", draw(1501, () => rng.uniform())],
    ["heavy tails", draw(1400, () => rng.normal() / rng.uniform())],
    ["one outlier of 1e9", draw(1300, () => rng.normal()).fill(1e9, 0, 1)],
    ["rounded to tenths", draw(1600, () => Math.round(10 * rng.normal()) / 10)],
    ["whole numbers 0..3", draw(1700, () => Math.floor(4 * rng.uniform()))],
    ["two values", draw(1200, () => (rng.uniform() < 0.3 ? 0.1 : 0.7))],
    ["mostly one value", draw(1200, () => (rng.uniform() < 0.95 ? 3 : rng.normal()))],
    ["equally spaced", draw(1100, () => 0).map((_, i) => i / 7)],
    ["far from zero", draw(1000, () => 1e9 + rng.normal())],
    ["subnormal", draw(300, () => 5e-324 * Math.floor(50 * rng.uniform()))],
    ["two rows", Float64Array.of(2, -3)],
    ["three rows", Float64Array.of(2, -3, 9)],
  ])("%s", (_, column) => {
    expect(medianOfDistances(column)).toBe(medianByDefinition(column));
  });

  test("any short column", () => {
    const values = fc.oneof(fc.double({ noNaN: true, min: -1e100, max: 1e100 }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(fc.array(values, { minLength: 2, maxLength: 120 }), (column) => {
        expect(medianOfDistances(Float64Array.from(column))).toBe(medianByDefinition(Float64Array.from(column)));
      }),
      { numRuns: 300 },
    );
  });

  test("with a starting guess from a subsample: 9000 rows, smooth and rounded", () => {
    const smooth = draw(9000, () => rng.normal());
    const rounded = smooth.map((value) => Math.round(4 * value) / 4);
    for (const column of [smooth, rounded]) expect(medianOfDistances(column)).toBe(medianByDefinition(column));
  });

  test("NaN where all values are equal", () => {
    expect(medianOfDistances(new Float64Array(50).fill(0.1))).toBeNaN();
  });

  test("a million rows, half of them tied, in bounded memory", () => {
    const column = draw(1_000_000, () => Math.round(1000 * rng.normal()) / 1000).fill(0.5, 0, 500_000);
    const median = medianOfDistances(column);
    // The median's defining property, counted independently: at most half of the non-zero distances on either side.
    const ascending = column.slice().sort();
    const below = countDistances(ascending, (d) => d < median);
    const upTo = countDistances(ascending, (d) => d <= median);
    const zeros = countDistances(ascending, (d) => d <= 0);
    const half = ((ascending.length * (ascending.length - 1)) / 2 - zeros) / 2;
    expect(below - zeros).toBeLessThanOrEqual(half);
    expect(upTo - zeros).toBeGreaterThanOrEqual(half);
  });
});

/** Pairs whose distance satisfies a predicate that holds up to some bound: by bisection for every row. */
function countDistances(ascending: Float64Array, holds: (distance: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < ascending.length; i++) {
    let low = i;
    let high = ascending.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (holds(ascending[middle] - ascending[i])) low = middle;
      else high = middle;
    }
    count += low - i;
  }
  return count;
}
