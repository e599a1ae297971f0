import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { extremeRowsFinding, withoutExtremes } from "./extreme-rows.js";

/** 400 normal rows of which the first of x have the given values. */
function standardPair(...first: number[]) {
  const rng = seededRng(6);
  const [x, y] = [0, 1].map(() => Float64Array.from({ length: 400 }, () => rng.normal()));
  x.set(first);
  return standardize(pairFromColumns(x, y));
}

describe("withoutExtremes", () => {
  test("leaves alone what no row decides, heavy as a tail may be", () => {
    expect(withoutExtremes(standardPair())).toBeUndefined();
    expect(withoutExtremes(standardPair(15, -15))).toBeUndefined();
  });

  test("with a decisive row go all with a twentieth of the variance, in either column", () => {
    expect(withoutExtremes(standardPair(100, 30, -30, 30, -30))?.x).toHaveLength(395);
    const { x, y } = standardPair(1e6);
    const swapped = standardize(pairFromColumns(y, x));
    expect(withoutExtremes(swapped)?.y).toHaveLength(399);
  });

  test("looks again at what a larger one hid, and standardizes what is left", () => {
    const left = withoutExtremes(standardPair(1e9, 1e5, 300));
    expect(left?.x).toHaveLength(397);
    const variance = left?.x.reduce((sum, value) => sum + value * value, 0) ?? 0;
    expect(variance / 397).toBeCloseTo(1, 9);
  });

  test("keeps rows that are too few to leave one out", () => {
    const { x, y } = standardPair(1e6);
    expect(withoutExtremes(standardize(pairFromColumns(x.slice(0, 20), y.slice(0, 20))))).toBeUndefined();
  });
});

describe("extremeRowsFinding", () => {
  const advisedFor = (pair: ReturnType<typeof standardPair>) =>
    extremeRowsFinding(pair, withoutExtremes(pair) as typeof pair).advised?.where;

  test("advises conditions that hold in the rows that are left, with short numbers", () => {
    const pair = standardPair(100, 30, -30, 30, -30);
    const [low, high, ...more] = advisedFor(pair) ?? [];
    expect(more).toEqual([]);
    const [above, below] = [low, high].map((condition) => Number(condition?.split(" ")[2]));
    expect([low, high]).toEqual([`x > ${above}`, `x < ${below}`]);
    const kept = [...pair.x].map((value) => pair.scale.x.mean + pair.scale.x.sd * value);
    const inside = kept.filter((value) => value > (above as number) && value < (below as number));
    expect(inside).toHaveLength(395);
    expect(String(above).length + String(below).length).toBeLessThan(8);
  });

  test("names that are no plain words stand in brackets", () => {
    const { x, y } = standardPair(1e6);
    const named = standardize(pairFromColumns(y, x, { x: "a", y: "body mass" }));
    expect(advisedFor(named)?.[0]).toMatch(/^\[body mass\] < \S+$/);
  });
});
