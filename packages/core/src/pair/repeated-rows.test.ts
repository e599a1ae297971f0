import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { nearDuplicates, repeatedRows } from "./repeated-rows.js";
import { takeRows } from "./resample.js";

const rng = seededRng(8);
const x = Float64Array.from({ length: 400 }, () => rng.normal());
const y = x.map((value) => value * value + 0.5 * rng.normal());
const rounded = (column: Float64Array, step: number) => column.map((value) => Math.round(value / step) * step);
const rows = (...from: number[]) => ({ x: takeRows(x, from), y: takeRows(y, from) });

describe("repeatedRows", () => {
  test("finds 20 rows drawn 200 times, and the first of each", () => {
    const drawn = repeatedRows(rows(...Array.from({ length: 200 }, (_, i) => (7 * i) % 20)));
    expect(drawn?.rows).toEqual(Uint32Array.from({ length: 20 }, (_, i) => i));
    expect(drawn?.finding).toMatchObject({ code: "repeated-rows", severity: "warn", value: 0.9 });
    expect(drawn?.finding.sentence).toContain("only 20 of 200 rows are different");
  });
  test("finds a tenth of the rows that repeat others, not fewer", () => {
    const with_ = (count: number) => rows(...x.keys(), ...Array.from({ length: count }, (_, i) => i));
    expect(repeatedRows(with_(45))?.rows).toHaveLength(400);
    expect(repeatedRows(with_(40))).toBeUndefined();
  });
  test("finds nothing in coarse columns whose values meet by chance", () => {
    expect(repeatedRows({ x: rounded(x, 0.5), y: rounded(y, 0.5) })).toBeUndefined();
    expect(repeatedRows({ x: rounded(x, 1), y: rounded(y, 0.1) })).toBeUndefined();
  });
});

describe("nearDuplicates", () => {
  /** Each row so many times, with a little noise; in another order, which must not matter. */
  const copies = (times: number, noise: number) => {
    const pair = rows(...Array.from({ length: 400 }, (_, i) => (i * 7) % (400 / times)));
    return { x: pair.x.map((v) => v + noise * rng.normal()), y: pair.y.map((v) => v + noise * rng.normal()) };
  };
  test("finds rows that were measured twice, three or five times", () => {
    expect(nearDuplicates(copies(2, 0.001))?.groupSize).toBe(2);
    expect(nearDuplicates(copies(5, 0.001))?.groupSize).toBe(5);
    expect(nearDuplicates(copies(2, 0.001))?.finding).toMatchObject({ code: "near-duplicates", value: 2 });
  });
  test("finds none in smooth pairs, on a thin curve, in heavy tails, and leaves ties alone", () => {
    const heavy = x.map((value) => Math.exp(3 * value));
    const curve = x.map((value) => Math.sin(3 * value));
    for (const pair of [
      { x, y },
      { x: heavy, y },
      { x, y: curve },
      { x, y: x },
      { x: rounded(x, 0.5), y },
    ]) {
      expect(nearDuplicates(pair)).toBeUndefined();
    }
  });
  test("finds pairs among many rows", () => {
    const half = Float64Array.from({ length: 2000 }, () => rng.normal());
    const other = half.map(() => rng.normal());
    const twice = (column: Float64Array) =>
      Float64Array.from({ length: 4000 }, (_, i) => column[i % 2000] + 1e-5 * rng.normal());
    expect(nearDuplicates({ x: twice(half), y: twice(other) })?.groupSize).toBe(2);
  });
});
