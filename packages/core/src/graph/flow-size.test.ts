import { expect, test } from "vitest";
import { termsOf } from "./design.js";
import { fineSize, MANY_ROWS } from "./flow-size.js";
import type { SmoothFunctions } from "./smooth-functions.js";

/** Products of several of so many parents, counted one by one. */
function productsOf(parents: number, rows: number): number {
  const { degrees, products } = fineSize(parents, rows);
  const functions: SmoothFunctions = {
    atRows: Array.from({ length: degrees }, () => new Float64Array(1)),
    atInto() {},
  };
  const terms = termsOf(
    Array.from({ length: parents }, () => functions),
    degrees,
    products,
  );
  return terms.length - parents * degrees;
}

test("products are as fine as the rows allow: one in six rows, 60 to 250 of them", () => {
  for (const parents of [2, 3, 4, 6]) {
    const counts = [100, 700, 1000, 5000].map((rows) => productsOf(parents, rows));
    counts.forEach((count, k) => {
      expect(count).toBeLessThanOrEqual([60, 700 / 6, 1000 / 6, 250][k]);
    });
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  }
  // All products of two functions up to degree 8; of four parents those up to degree 6.
  expect(productsOf(2, 5000)).toBe(28);
  expect(productsOf(4, 5000)).toBe(185);
});

test("functions of a single parent are finer with more rows than a search alone has time for", () => {
  expect([100, MANY_ROWS, MANY_ROWS + 1].map((rows) => fineSize(1, rows).degrees)).toEqual([12, 12, 24]);
});
