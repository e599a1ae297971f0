import { expect, test } from "vitest";
import { tableMemo } from "./memo.js";

const column = (...values: number[]) => Float64Array.from(values);

test("a single column's value is made once, whatever array holds it, and forgotten when others were asked for since", () => {
  const { memo } = tableMemo(2);
  let made = 0;
  const ask = (...values: number[]) => memo("k", [column(...values)], () => ++made);
  expect([ask(1, 2), ask(1, 3), ask(1, 2), ask(1, 2)]).toEqual([1, 2, 1, 1]);
  expect(memo("other", [column(1, 2)], () => ++made)).toBe(3);
  // 1, 3 was not asked for longest.
  expect([ask(5), ask(1, 2), ask(1, 3)]).toEqual([4, 1, 5]);
});

test("what was made of two columns lasts until the next pair; single columns outlive it", () => {
  const { memo, nextPair } = tableMemo(2);
  let made = 0;
  const both = () => memo("k", [column(1), column(2)], () => ++made);
  const one = () => memo("k", [column(1)], () => ++made);
  expect([both(), one(), both()]).toEqual([1, 2, 1]);
  nextPair();
  expect([one(), both()]).toEqual([2, 3]);
});
