import { describe, expect, test } from "vitest";
import { textWith } from "../primitives/errors.js";
import { seededRng } from "../primitives/random.js";
import { inspect } from "./inspect.js";
import { pairFromColumns } from "./pair.js";
import { standardize } from "./standardize.js";
import { suspiciousValues } from "./suspicious-values.js";

const rng = seededRng(12);
const normal = Float64Array.from({ length: 600 }, () => rng.normal());
const other = Float64Array.from({ length: 600 }, () => rng.normal());
const ages = Float64Array.from({ length: 600 }, () => Math.round(18 + 70 * rng.uniform()));

/** Codes of what is suspicious about a first column. */
const found = (x: Float64Array) =>
  suspiciousValues(pairFromColumns(x, other.subarray(0, x.length))).map(({ finding }) => finding.code);
/** A column whose first values are others. */
const starting = (x: Float64Array, ...values: number[]) => x.map((value, i) => values[i] ?? value);
const repeated = (value: number, count: number) => new Array<number>(count).fill(value);

describe("codes for missing values", () => {
  test("a value that repeats far outside all others, at either end, in two rows or many", () => {
    expect(found(starting(normal, -999, -999))).toEqual(["missing-codes"]);
    expect(found(starting(normal, ...repeated(9999, 60)))).toEqual(["missing-codes"]);
    expect(found(starting(normal, ...repeated(-99, 3), ...repeated(999, 3)))).toEqual(["missing-codes"]);
  });
  test("nearer ones, if more rows have them than the values beside them", () => {
    expect(found(starting(ages, ...repeated(-9, 12)))).toEqual(["missing-codes"]);
    expect(found(starting(ages, ...repeated(99, 30)))).toEqual(["missing-codes"]);
    expect(found(starting(ages, ...repeated(-9, 12), ...repeated(-8, 12)))).toEqual(["missing-codes"]);
  });
  test("not tails, grids, counts, doses or a single far row", () => {
    const grid = normal.map((value) => Math.round(4 * value));
    const skewed = normal.map((value) => Math.round(100 * Math.exp(1.5 * value)) / 100);
    const counts = Float64Array.from({ length: 600 }, () => Math.floor(-6 * Math.log(1 - rng.uniform())));
    const doses = Float64Array.from({ length: 600 }, (_, i) => [0, 1, 10, 100, 1000, 10000][i % 6]);
    const dilutions = Float64Array.from({ length: 600 }, (_, i) => 2 ** (i % 14));
    for (const column of [normal, ages, grid, skewed, counts, doses, dilutions, starting(normal, -57.3)]) {
      expect(found(column)).toEqual([]);
    }
  });
  test("a value near the others is none, and neither is what a fifth of the rows have", () => {
    expect(found(starting(ages, ...repeated(89, 12)))).toEqual([]);
    expect(found(starting(normal, ...repeated(-999, 130)))).not.toContain("missing-codes");
  });
  test("a single row with a well-known code far outside is named too, in the user's units", () => {
    const codes = (x: Float64Array) => inspect(pairFromColumns(x, other)).map(({ code }) => code);
    expect(codes(starting(normal, -999))).toEqual(["missing-codes"]);
    expect(codes(starting(normal, -998))).toEqual(["heavy-tails"]);
    expect(codes(starting(ages, 99))).toEqual([]);
  });
  test("values are in the user's units, also of a standardized pair; the advice names the option", () => {
    const pair = pairFromColumns(starting(normal, -999, -999, -999), other, { x: "dose", y: "response" });
    for (const each of [pair, standardize(pair)]) {
      const [{ finding, isSuspicious, axis }] = suspiciousValues(each);
      expect(finding).toMatchObject({ severity: "warn", column: "dose", value: 3 });
      expect(finding.sentence).toBe('3 rows have -999 in "dose", far outside all others: a code for a missing value?');
      expect(textWith(finding.advice, (name) => `--${name}`)).toBe(
        "If it is one, set such rows aside: --missing=-999.",
      );
      expect(Array.from(each[axis]).filter(isSuspicious)).toHaveLength(3);
    }
  });
  test("units, zero and sign of a column change nothing", () => {
    const column = starting(ages, ...repeated(-9, 12));
    for (const moved of [column.map((v) => 0.01 * v + 3), column.map((v) => -v), column.map((v) => v + 9)]) {
      expect(found(moved)).toEqual(["missing-codes"]);
    }
  });
});

describe("piled-up values", () => {
  const cut = (share: number) => {
    const limit = normal.slice().sort()[Math.round(share * 600)];
    return normal.map((value) => Math.max(value, limit));
  };
  test("from 2% of the rows on, at either end, also of rounded columns", () => {
    expect(found(cut(0.03))).toEqual(["piled-up"]);
    expect(found(cut(0.03).map((value) => -value))).toEqual(["piled-up"]);
    expect(found(cut(0.09).map((value) => Math.round(20 * value)))).toEqual(["piled-up"]);
    expect(found(cut(0.01))).toEqual([]);
  });
  test("not the ends of counts, scales and percentages", () => {
    const counts = Float64Array.from({ length: 600 }, () => Math.floor(-15 * Math.log(1 - rng.uniform())));
    const scale = normal.map((value) => Math.max(0, Math.min(20, Math.round(10 + 5 * value))));
    const percentages = normal.map((value) => Math.round(100 / (1 + Math.exp(-2 * value))));
    for (const column of [counts, scale, percentages]) expect(found(column)).toEqual([]);
  });
  test("three times the rows of the values beside it", () => {
    const levels = (atEnd: number) =>
      Float64Array.from({ length: 800 + atEnd }, (_, i) => (i < atEnd ? 0 : 1 + (i % 40)));
    const codes = (x: Float64Array) =>
      suspiciousValues(pairFromColumns(x, Float64Array.from(x.keys()))).map(({ finding }) => finding.code);
    expect(codes(levels(50))).toEqual([]);
    expect(codes(levels(70))).toEqual(["piled-up"]);
  });
  test("says how many rows and where, and leaves more than a tenth to `discrete`", () => {
    const pair = pairFromColumns(
      cut(0.05).map((value) => 10 * value),
      other,
      { x: "level", y: "y" },
    );
    const [{ finding }] = suspiciousValues(pair);
    expect(finding.sentence).toMatch(/^5.2% of the rows have the outermost value of "level", -1\d\.\d+: as if cut off/);
    expect(inspect(pairFromColumns(cut(0.15), other)).map(({ code }) => code)).toEqual(["discrete"]);
  });
});
