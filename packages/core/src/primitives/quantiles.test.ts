import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { medianInPlace, quantileOfSorted, roundedNear, selectInPlace, sorted } from "./quantiles.js";

describe("quantileOfSorted", () => {
  const column = Float64Array.of(1, 2, 4, 8);
  test("matches numpy's linear rule: [0, .1, .5, .75, 1] of 1 2 4 8", () => {
    // numpy.quantile([1, 2, 4, 8], [0, .1, .5, .75, 1])
    const expected = [1, 1.3, 3, 5, 8];
    const shares = [0, 0.1, 0.5, 0.75, 1];
    for (const [i, q] of shares.entries()) expect(quantileOfSorted(column, q)).toBeCloseTo(expected[i], 14);
  });
  test("a run of equal values is returned without rounding", () => {
    expect(quantileOfSorted(Float64Array.of(0.1, 0.1, 0.1), 0.3)).toBe(0.1);
  });
});

describe("selectInPlace", () => {
  test("finds every order statistic, ties included", () => {
    const columns = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 })), { minLength: 1 });
    fc.assert(
      fc.property(columns, fc.nat(), (values, pick) => {
        const k = pick % values.length;
        const column = Float64Array.from(values);
        expect(selectInPlace(column.slice(), column.length, k) - sorted(column)[k]).toSatisfy(
          (gap: number) => gap === 0 || Number.isNaN(gap),
        );
      }),
    );
  });
  test("the median is that of the sorted column", () => {
    const columns = fc.array(
      fc.oneof(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.integer({ min: -3, max: 3 })),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(columns, (values) => {
        const column = Float64Array.from(values, (value) => value + 0);
        expect(medianInPlace(column.slice())).toBe(quantileOfSorted(sorted(column), 0.5));
      }),
    );
  });
});

test.each([
  [101325.4321, 12, 101325.4],
  [101325.4321, 200_000, 101000],
  [2005.578, 8.4, 2005.58],
  [1e9 + 1, 1, 1e9 + 1],
  [-0.0012345, 0.01, -0.0012],
  [3.9e-7, 1, 0],
  [0, 1, 0],
  [5, 0, 5],
  [-Number.MAX_VALUE, 1e307, -Number.MAX_VALUE],
  [Number.NaN, 1, Number.NaN],
])("%d with a scale of %d is rounded to %d", (value, scale, expected) => {
  expect(roundedNear(value, scale)).toBe(expected);
});
