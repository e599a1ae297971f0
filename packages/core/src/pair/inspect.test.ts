import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { inspect } from "./inspect.js";
import { pairFromColumns } from "./pair.js";

const rng = seededRng(2);
const normal = Float64Array.from({ length: 400 }, () => rng.normal());
const codes = (x: Float64Array) => inspect(pairFromColumns(x, normal.subarray(0, x.length))).map(({ code }) => code);

describe("inspect reports", () => {
  test("nothing, for a smooth column of 400 rows", () => expect(codes(normal)).toEqual([]));
  test("fewer than 200 rows, and below 100 as a failure", () => {
    const of = (rows: number) => inspect(pairFromColumns(normal.slice(0, rows), normal.slice(0, rows)));
    expect(of(199)).toMatchObject([{ code: "few-rows", severity: "warn", sentence: "Only 199 rows were used." }]);
    expect(of(99)).toMatchObject([{ code: "few-rows", severity: "fail" }]);
  });
  test("few rows behind the answer, although there are more", () => {
    expect(inspect(pairFromColumns(normal, normal), 60).map(({ code }) => code)).toEqual(["few-rows"]);
  });
  test("whole numbers, without calling distinct ones tied", () => {
    expect(codes(Float64Array.from({ length: 400 }, (_, i) => (i * 7919) % 1009))).toEqual(["integer-valued"]);
  });
  test("ties", () => expect(codes(normal.map((v) => Math.round(10 * v) / 10))).toEqual(["ties"]));
  test("the second column as well as the first", () => {
    const pair = pairFromColumns(
      normal,
      normal.map((v) => Math.round(v)),
    );
    expect(inspect(pair).map(({ code }) => code)).toEqual(["integer-valued", "ties"]);
  });
  test("ties from a fifth of the rows on", () => {
    const tied = (count: number) => normal.map((v, i) => (i < 2 * count ? normal[i >> 1] : v));
    expect(codes(tied(82))).toEqual(["ties"]);
    expect(codes(tied(80))).toEqual([]);
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
