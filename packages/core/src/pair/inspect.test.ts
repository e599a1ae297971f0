import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { inspect } from "./inspect.js";
import { pairFromColumns } from "./pair.js";

const rng = seededRng(2);
const normal = Float64Array.from({ length: 400 }, () => rng.normal());
const codes = (x: Float64Array) => inspect(pairFromColumns(x, normal.subarray(0, x.length))).map(({ code }) => code);

describe("inspect reports", () => {
  test("nothing, for a smooth column of 400 rows", () => expect(codes(normal)).toEqual([]));
  test("fewer than 200 rows, and below 50 as a failure", () => {
    const of = (rows: number) => inspect(pairFromColumns(normal.slice(0, rows), normal.slice(0, rows)));
    expect(of(199)).toMatchObject([{ code: "few-rows", severity: "warn", sentence: "Only 199 rows were used." }]);
    expect(of(50)).toMatchObject([{ code: "few-rows", severity: "warn" }]);
    expect(of(49)).toMatchObject([{ code: "few-rows", severity: "fail" }]);
  });
  test("few rows behind the answer, although there are more", () => {
    expect(inspect(pairFromColumns(normal, normal), {}, 60).map(({ code }) => code)).toEqual(["few-rows"]);
  });
  test("nothing of whole numbers that hardly repeat: they are as good as continuous", () => {
    expect(codes(Float64Array.from({ length: 400 }, (_, i) => (i * 7919) % 1009))).toEqual([]);
  });
  test("ties", () => expect(codes(normal.map((v) => Math.round(10 * v) / 10))).toEqual(["ties"]));
  test("the second column as well as the first", () => {
    const pair = pairFromColumns(
      normal,
      normal.map((v) => Math.round(v)),
    );
    expect(inspect(pair).map(({ code }) => code)).toEqual(["integer-valued", "ties"]);
  });
  test("ties from a fifth of the rows on, if there are few values", () => {
    const tied = (count: number) => normal.slice(0, 50).map((v, i) => (i < 2 * count ? normal[i >> 1] : v));
    expect(codes(tied(11))).toContain("ties");
    expect(codes(tied(10))).not.toContain("ties");
  });
  test("eight levels of a dose, with their number, and not thousands of values, however often they repeat", () => {
    const levels = (count: number) => Float64Array.from({ length: 400 }, (_, i) => i % count);
    const [, ties] = inspect(pairFromColumns(levels(8), normal));
    expect(ties).toMatchObject({ code: "ties", value: 0.98 });
    expect(ties.sentence).toBe('Column "x" has 8 different values in 400 rows, as if rounded to 1.');
    expect(codes(levels(39))).toEqual(["integer-valued", "ties"]);
    expect(codes(levels(40))).toEqual([]);
    const long = (count: number) => Float64Array.from({ length: 20_000 }, (_, i) => ((i * 7919) % count) / 10);
    expect(inspect(pairFromColumns(long(3000), long(2999)))).toEqual([]);
  });
  test("one value in more than a tenth of the rows, and far more than any other", () => {
    const atom = (count: number) => normal.map((v, i) => (i < count ? 0 : v));
    expect(codes(atom(41))).toEqual(["discrete"]);
    expect(codes(atom(40))).toEqual([]);
  });
  test("tails from twelve robust standard deviations on", () => {
    // Even values from −1 to 1 and one far out: the spread is their standard deviation, sqrt(1/3 + size²/400).
    const spike = (size: number) => normal.map((_, i) => (i === 0 ? size : i / 200 - 1));
    expect(codes(spike(8.4))).toEqual([]);
    expect(codes(spike(9))).toEqual(["heavy-tails"]);
  });
  test("heavy tails", () => expect(codes(normal.map((v) => v * v * v * v * v))).toEqual(["heavy-tails"]));
  test("heavy tails, also among numbers whose powers overflow", () => {
    expect(codes(normal.map((v) => 1e200 * v * v * v * v * v))).toEqual(["heavy-tails"]);
  });
});
