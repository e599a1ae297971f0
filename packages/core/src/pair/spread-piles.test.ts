import { expect, test } from "vitest";
import type { Column } from "../primitives/columns.js";
import { meanAndSd } from "../primitives/quantiles.js";
import { seededRng } from "../primitives/random.js";
import { planeNormality } from "../statistics/plane-normality.js";
import { spreadPiles } from "./spread-piles.js";

const rng = seededRng(3);
const x = Float64Array.from({ length: 1000 }, () => rng.normal());
const y = x.map((value) => 5 + 3 * (0.7 * value + Math.sqrt(0.51) * rng.normal()));
const ascending = y.slice().sort();
const [low, high] = [ascending[50], ascending[919]];
const cut = y.map((value) => Math.min(Math.max(value, low), high));
const isPiled = (value: number) => value === low || value === high;

const correlation = (a: Column, b: Column) => {
  const [of, other] = [meanAndSd(a), meanAndSd(b)];
  return (
    a.reduce((sum, value, i) => sum + ((value - of.mean) * (b[i] - other.mean)) / (of.sd * other.sd), 0) / a.length
  );
};

test("a bivariate normal that was cut off is one again: mean, spread, correlation and shape", () => {
  const spread = spreadPiles(cut, x, isPiled);
  expect(meanAndSd(spread).mean).toBeCloseTo(meanAndSd(y).mean, 1);
  expect(meanAndSd(spread).sd / meanAndSd(y).sd).toBeCloseTo(1, 1);
  expect(correlation(spread, x)).toBeCloseTo(correlation(y, x), 1);
  const tailOf = (column: Column) => {
    const { mean, sd } = meanAndSd(column);
    const own = meanAndSd(x);
    return planeNormality(
      x.map((value) => (value - own.mean) / own.sd),
      column.map((value) => (value - mean) / sd),
      {},
    ).tail;
  };
  expect(tailOf(cut)).toBeLessThan(0.01);
  expect(tailOf(spread)).toBeGreaterThan(0.1);
});

test("rows that are not piled up stay, and the others lie beyond the limits", () => {
  const spread = spreadPiles(cut, x, isPiled);
  cut.forEach((value, i) => {
    if (!isPiled(value)) expect(spread[i]).toBe(value);
    // The limit in normal scores is that of the ranks; mapped to the column's units it is the limit to a tenth.
    if (value === low) expect(spread[i]).toBeLessThan(low + 0.3);
    if (value === high) expect(spread[i]).toBeGreaterThan(high - 0.3);
  });
});

test("turning either column around turns the result around", () => {
  const spread = spreadPiles(cut, x, isPiled);
  const turned = spreadPiles(
    cut.map((value) => -value),
    x,
    (value) => isPiled(-value),
  );
  const turnedOther = spreadPiles(
    cut,
    x.map((value) => -value),
    isPiled,
  );
  spread.forEach((value, i) => {
    expect(turned[i]).toBeCloseTo(-value, 9);
    expect(turnedOther[i]).toBeCloseTo(value, 9);
  });
});
