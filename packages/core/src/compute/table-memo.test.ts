import { expect, test } from "vitest";
import { tableMemo } from "./memo.js";

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
