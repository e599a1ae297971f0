import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { pairFromColumns } from "./pair.js";
import { trimmedRows } from "./resample.js";
import { standardize, toStandardUnits, toUserUnits } from "./standardize.js";

const rng = seededRng(1);
const column = Float64Array.from({ length: 500 }, () => rng.normal());
const mean = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length;
const variance = (values: Float64Array) => mean(values.map((v) => (v - mean(values)) ** 2));

describe("standardize", () => {
  test.each([1, 1e-300, 1e300, 1e-20])("gives mean 0 and population sd 1 at scale %f", (scale) => {
    const { x, scale: scales } = standardize(
      pairFromColumns(
        column.map((v) => (3 + v) * scale),
        column,
      ),
    );
    expect(Math.abs(mean(x))).toBeLessThan(1e-14);
    expect(variance(x)).toBeCloseTo(1, 12);
    expect(scales.x.mean / scale).toBeCloseTo(3 + mean(column), 12);
    expect(scales.x.sd / scale).toBeCloseTo(Math.sqrt(variance(column)), 12);
  });

  test("keeps its digits if the mean is much larger than the spread", () => {
    const { x } = standardize(
      pairFromColumns(
        column.map((v) => 1e6 + v),
        column,
      ),
    );
    const { y } = standardize(pairFromColumns(column, column));
    expect(Math.max(...x.map((v, i) => Math.abs(v - y[i])))).toBeLessThan(1e-9);
  });

  test("survives the largest and the smallest doubles", () => {
    const extreme = Float64Array.from({ length: 40 }, (_, i) => (i % 2 ? 1.7e308 : -1.7e308));
    const tiny = Float64Array.from({ length: 40 }, (_, i) => (i % 3 ? 5e-324 : 0));
    const { x, y } = standardize(pairFromColumns(extreme, tiny));
    expect(variance(x)).toBeCloseTo(1, 12);
    expect(variance(y)).toBeCloseTo(1, 12);
  });

  test("refuses a constant column and too few rows", () => {
    const constant = new Float64Array(30).fill(0.1);
    expect(() => standardize(pairFromColumns(column.slice(0, 30), constant))).toThrow(/column "y": 0.1 in all 30 rows/);
    expect(() => standardize(pairFromColumns([1, 2, 3], [1, 2, 4]))).toThrow(/3 usable rows .*expected at least 20/);
  });

  test("takes twenty rows, not nineteen", () => {
    expect(standardize(pairFromColumns(column.slice(0, 20), column.slice(20, 40))).x).toHaveLength(20);
    expect(() => standardize(pairFromColumns(column.slice(0, 19), column.slice(20, 39)))).toThrow(/19 usable rows/);
  });

  test("values are multiples of 2⁻⁶⁰, and a column whose values are lost because of an extreme one is refused", () => {
    const { x } = standardize(
      pairFromColumns(
        column.map((v) => v * v * v * 1e-7),
        column,
      ),
    );
    expect(x.every((value) => Number.isInteger(value * 2 ** 60))).toBe(true);
    const dwarfed = column.map((v, i) => (i === 0 ? 1e300 : v));
    expect(() => standardize(pairFromColumns(dwarfed, column))).toThrow(/\d+ of 499 steps from row to row are lost/);
  });

  test("refuses a hand-made pair that holds NaN", () => {
    const broken = { ...pairFromColumns(column, column), x: column.map((v, i) => (i === 7 ? Number.NaN : v)) };
    expect(() => standardize(broken)).toThrow(/column "x", index 7: NaN/);
  });
});

describe("trimmedRows (appx:experiments:benchmarks)", () => {
  test("keeps rows strictly inside both columns' quantiles", () => {
    const x = Float64Array.from({ length: 101 }, (_, i) => i);
    const y = Float64Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
    const kept = trimmedRows(standardize(pairFromColumns(x, y)), 0.1);
    const inside = (value: number) => value > 5 && value < 95;
    expect([...kept]).toEqual([...x.keys()].filter((i) => inside(x[i]) && inside(y[i])));
  });
  test("keeps every row for a share of 0", () => {
    expect(trimmedRows(standardize(pairFromColumns(column, column)), 0)).toHaveLength(500);
  });
});

test("standardized columns convert to the user's units and back, to 1e-14 of the largest value", () => {
  const x = Float64Array.from({ length: 30 }, (_, i) => 1000 + 3 * i + (i % 7));
  const y = x.map((value) => -value * value);
  const pair = standardize(pairFromColumns(x, y));
  toUserUnits(pair.x, pair.scale.x).forEach((value, i) => {
    expect(Math.abs(value / x[i] - 1)).toBeLessThan(1e-14);
  });
  toStandardUnits(y, pair.scale.y).forEach((value, i) => {
    expect(Math.abs(value - pair.y[i])).toBeLessThan(1e-13);
  });
});
