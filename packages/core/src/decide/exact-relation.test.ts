import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { exactRelation } from "./exact-relation.js";

const rng = seededRng(5);
const x = Float64Array.from({ length: 500 }, () => rng.normal());
const found = (first: Column, second: Column) => {
  const exact = exactRelation(standardize(pairFromColumns(first, second)));
  return exact && [exact.finding.code, exact.direction, exact.finding.severity];
};
const noisy = (f: (value: number) => number, noise: number) => x.map((value) => f(value) + noise * rng.normal());

describe("exactRelation", () => {
  test("monotone both ways: no direction, rising or falling, rounded too", () => {
    const both = ["exact-function", undefined, "fail"];
    for (const f of [Math.exp, (v: number) => -v * v * v, (v: number) => Math.round(100 * Math.exp(v)) / 100]) {
      expect(found(x, x.map(f))).toEqual(both);
      expect(found(x.map(f), x)).toEqual(both);
    }
    const rounded = x.map((value) => Math.round(50 * value) / 50);
    expect(
      found(
        rounded,
        rounded.map((value) => -Math.exp(value)),
      ),
    ).toEqual(both);
  });

  test("a function one way only: the other way round there is none", () => {
    for (const f of [Math.abs, (v: number) => Math.sin(2 * v), (v: number) => v * v + v / 4]) {
      expect(found(x, x.map(f))).toEqual(["exact-function", "x->y", "note"]);
      expect(found(x.map(f), x)).toEqual(["exact-function", "y->x", "note"]);
    }
  });

  test("steps, with and without noise on the levels, in whatever order", () => {
    expect(
      found(
        x,
        noisy((value) => Math.round(1.5 * value), 0.08),
      ),
    ).toEqual(["steps", "x->y", "note"]);
    expect(
      found(
        noisy((value) => Math.round(1.5 * value), 0.08),
        x,
      ),
    ).toEqual(["steps", "y->x", "note"]);
    expect(
      found(
        x,
        x.map((value) => Math.floor(3 * value) % 4),
      ),
    ).toEqual(["steps", "x->y", "note"]);
  });

  test("noise, doses, groups apart and rounding are none of these", () => {
    const doses = Float64Array.from({ length: 500 }, (_, i) => [0, 1, 2, 5, 10, 20][i % 6]);
    const groups = Float64Array.from({ length: 500 }, (_, i) => 5 * (i % 3) + 0.2 * rng.normal());
    const pairs: [Column, Column][] = [
      [x, noisy((value) => Math.sin(2 * value), 0.05)],
      [x, noisy((value) => value, 0.02)],
      [doses, doses.map((value) => value / (value + 3) + 0.1 * rng.normal())],
      [groups, groups.map((value) => value + 0.2 * rng.normal())],
      [x.map((value) => Math.round(4 * value)), noisy((value) => value * value, 0.3)],
      [x.map((value) => Math.round(4 * value)), noisy((value) => Math.round(4 * value * value), 0)],
    ];
    for (const [first, second] of pairs) {
      expect(found(first, second)).toBeUndefined();
      expect(found(second, first)).toBeUndefined();
    }
  });

  test("a code far outside does not make noise look like none", () => {
    const coded = noisy((value) => Math.sin(2 * value), 0.3).map((value, i) => (i < 3 ? -999 : value));
    expect(found(x, coded)).toBeUndefined();
  });
});
