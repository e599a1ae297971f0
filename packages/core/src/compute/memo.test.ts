import { describe, expect, test } from "vitest";
import { columnMemo } from "./memo.js";

describe("columnMemo", () => {
  const a = Float64Array.of(1, 2, 3);
  const counted = () => {
    let calls = 0;
    return () => ++calls;
  };

  test("computes a value once for equal columns, whether or not they are the same array", () => {
    const memo = columnMemo();
    const make = counted();
    expect([memo("k", [a], make), memo("k", [a.slice()], make), memo("k", [a], make)]).toEqual([1, 1, 1]);
  });

  test.each<[string, string, Float64Array[]]>([
    ["another key", "l", [a]],
    ["another value", "k", [Float64Array.of(1, 2, 4)]],
    ["another sign of zero", "k", [Float64Array.of(1, 2, -0)]],
    ["fewer rows", "k", [a.slice(0, 2)]],
    ["more columns", "k", [a, a]],
  ])("computes another value for %s, and keeps both", (_, key, columns) => {
    const memo = columnMemo();
    const make = counted();
    memo("k", [a], make);
    memo("k", [Float64Array.of(1, 2, 0)], make);
    expect(memo(key, columns, make)).toBe(3);
    expect(memo("k", [a], make)).toBe(1);
    expect(memo(key, columns, make)).toBe(3);
  });

  test("a computation that threw is done again", () => {
    const memo = columnMemo();
    const fail = () => {
      throw new Error("no");
    };
    expect(() => memo("k", [a], fail)).toThrow("no");
    expect(memo("k", [a], () => 7)).toBe(7);
  });
});
