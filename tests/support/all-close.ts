import { expect } from "vitest";

/** The largest |actual − expected| as a share of max(|expected|, scale), with where it occurs; NaN beats all. */
export function worstGap(actual: ArrayLike<number>, expected: ArrayLike<number>, scale = 0) {
  let gap = 0;
  let row = 0;
  for (let i = 0; i < expected.length; i++) {
    const size = Math.max(Math.abs(expected[i]), scale);
    const here = actual[i] === expected[i] ? 0 : Math.abs(actual[i] - expected[i]) / size;
    if (Number.isNaN(here)) return { gap: here, row: i };
    if (here > gap) {
      gap = here;
      row = i;
    }
  }
  return { gap, row };
}

/** Fails, naming the worst row, unless every value agrees to `rtol` of max(|expected|, scale). */
export function expectAllClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { rtol, scale = 0 }: { rtol: number; scale?: number },
): void {
  expect(actual.length).toBe(expected.length);
  const { gap, row } = worstGap(actual, expected, scale);
  expect(gap, `row ${row}: got ${actual[row]}, expected ${expected[row]} to ${rtol}`).toBeLessThanOrEqual(rtol);
}
