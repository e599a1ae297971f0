import { describe, expect, test } from "vitest";
import { columnMemo, tableMemo } from "./memo.js";

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

const column = (...values: number[]) => Float64Array.from(values);

test("a single column's value is computed once, whatever array holds it, and dropped when others were used since", () => {
  const { memo } = tableMemo(2);
  let made = 0;
  const ask = (...values: number[]) => memo("k", [column(...values)], () => ++made);
  expect([ask(1, 2), ask(1, 3), ask(1, 2), ask(1, 2)]).toEqual([1, 2, 1, 1]);
  expect(memo("other", [column(1, 2)], () => ++made)).toBe(3);
  // 1, 3 is the least recently used.
  expect([ask(5), ask(1, 2), ask(1, 3)]).toEqual([4, 1, 5]);
});

test("values of two columns last until the next pair, those of single columns longer", () => {
  const { memo, nextPair } = tableMemo(2);
  let made = 0;
  const both = () => memo("k", [column(1), column(2)], () => ++made);
  const one = () => memo("k", [column(1)], () => ++made);
  expect([both(), one(), both()]).toEqual([1, 2, 1]);
  nextPair();
  expect([one(), both()]).toEqual([2, 3]);
});
