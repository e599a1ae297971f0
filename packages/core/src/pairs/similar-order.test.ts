import { expect, test } from "vitest";
import { similarOrder } from "./similar-order.js";

const columns = Array.from({ length: 6 }, (_, k) => ({ number: k + 1, name: `c${k + 1}` }));
const of = (x: number, y: number, strength: number) => ({ x, y, dependence: { strength, tail: 0 } });
const numbers = (...outcomes: ReturnType<typeof of>[]) => similarOrder(columns, outcomes).map(({ number }) => number);

test("columns that depend on each other stand side by side, whatever their order in the table", () => {
  // 1-3-5 and 2-4-6 are two chains.
  const order = numbers(of(1, 3, 0.8), of(3, 5, 0.7), of(1, 5, 0.5), of(2, 4, 0.9), of(4, 6, 0.6), of(2, 6, 0.3));
  expect(order).toEqual([5, 3, 1, 6, 4, 2]);
});

test("a column that depends on two neighbors is put between them", () => {
  const chain = [of(1, 2, 0.9), of(2, 3, 0.5), of(3, 4, 0.4)];
  expect(numbers(...chain)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(numbers(...chain, of(2, 6, 0.3), of(3, 6, 0.3))).toEqual([1, 2, 6, 3, 4, 5]);
});

test("without dependence the order is the table's", () => {
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
});
