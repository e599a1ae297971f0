import { describe, expect, test } from "vitest";
import { seededRng } from "../numeric/rng.js";
import { inspect } from "./inspect.js";
import { pairFromColumns } from "./pair.js";

const rng = seededRng(2);
const normal = Float64Array.from({ length: 400 }, () => rng.normal());
const codes = (x: Float64Array) => inspect(pairFromColumns(x, normal.subarray(0, x.length))).map(({ code }) => code);

describe("inspect warns of", () => {
  test("nothing, for a smooth column of 400 rows", () => expect(codes(normal)).toEqual([]));
  test("fewer than 200 rows", () => expect(codes(normal.slice(0, 199))).toEqual(["few-rows"]));
  test("few rows behind the answer, although there are more", () => {
    expect(inspect(pairFromColumns(normal, normal), 60).map(({ code }) => code)).toEqual(["few-rows"]);
  });
  test("whole numbers, without calling distinct ones tied", () => {
    expect(codes(Float64Array.from({ length: 400 }, (_, i) => (i * 7919) % 1009))).toEqual(["integer-valued"]);
  });
  test("ties", () => expect(codes(normal.map((v) => Math.round(10 * v) / 10))).toEqual(["many-ties"]));
  test("heavy tails", () => expect(codes(normal.map((v) => v * v * v * v * v))).toEqual(["heavy-tails"]));
  test("heavy tails, also among numbers whose powers overflow", () => {
    expect(codes(normal.map((v) => 1e200 * v * v * v * v * v))).toEqual(["heavy-tails"]);
  });
});
