import { expect, test } from "vitest";
import { histogramOf, MOST_DOTS, pairPicture } from "./pair-picture.js";

const kindsOf = (values: Float64Array) => Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0));

test("a histogram counts every number once, and none of the other cells", () => {
  const values = Float64Array.from({ length: 481 }, (_, i) => (i === 5 ? Number.NaN : i / 20));
  const { low, high, bins } = histogramOf({ values, kinds: kindsOf(values) }) ?? { bins: [] };
  expect([low, high, bins.length]).toEqual([0, 24, 24]);
  // 20 values a bin, one fewer in the first and one more, the highest, in the last, which is the fullest.
  expect(bins[0]).toBeCloseTo(19 / 21, 12);
  expect(bins.slice(1, -1).every((bin) => Math.abs(bin - 20 / 21) < 1e-12)).toBe(true);
  expect(bins.at(-1)).toBe(1);
});

test("a column without numbers has no histogram, and one of a single value, or of the widest range, has one", () => {
  const none = Float64Array.of(Number.NaN);
  expect(histogramOf({ values: none, kinds: kindsOf(none) })).toBeUndefined();
  for (const values of [Float64Array.of(3, 3, 3), Float64Array.of(-1.7e308, 1.7e308)]) {
    const bins = histogramOf({ values, kinds: kindsOf(values) })?.bins ?? [];
    expect(bins.filter((bin) => bin > 0)).toEqual(values[0] === 3 ? [1] : [1, 1]);
  }
});

test("dots keep every place, x to the right and y upward", () => {
  const { kind, paths, x, y } = pairPicture(Float64Array.of(0, 10, 10, 5), Float64Array.of(-1, 1, 1, 0));
  expect([kind, x, y]).toEqual(["dots", { low: 0, high: 10 }, { low: -1, high: 1 }]);
  expect(paths).toEqual(["M8,392h0M592,8h0M300,200h0"]);
});

test("more rows than dots become a density, with every row in a square and the fullest in the darkest shade", () => {
  const n = MOST_DOTS + 1;
  const x = Float64Array.from({ length: n }, (_, i) => (i < 3 ? i : 2));
  const { kind, paths } = pairPicture(x, x);
  expect(kind).toBe("density");
  const squares = paths.flatMap((path, level) => (path.match(/M[^M]*/g) ?? []).map((square) => [level, square]));
  expect(squares).toEqual([
    [0, "M300,195h5v5h-5z"],
    [0, "M0,395h5v5h-5z"],
    [5, "M595,0h5v5h-5z"],
  ]);
});
