import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { expect, test } from "vitest";
import { columnsShown, NO_FILTER, passes } from "./pairs-filter.js";

const columns = ["dose", "response", "Age", "height"].map((name, k) => ({ number: k + 1, name }));
function outcome(x: number, y: number, verdict: string, probability: number | undefined, strength: number) {
  const names = { x: columns[x - 1].name, y: columns[y - 1].name };
  return { x, y, names, decision: { verdict, probability }, dependence: { strength, tail: 0 } } as PairOutcome;
}
const outcomes = [
  outcome(1, 2, "x->y", 0.97, 0.6),
  outcome(1, 3, "y->x", 0.75, 0.2),
  outcome(2, 3, "cannot-tell", 0.55, 0.7),
  outcome(1, 4, "x->y", undefined, 0.1),
];
const left = (filter: object) =>
  outcomes.filter((each) => passes(each, { ...NO_FILTER, ...filter })).map(({ x, y }) => `${x}-${y}`);

test("pairs pass by a part of either name, by how sure a direction is, and by dependence", () => {
  expect(left({})).toHaveLength(4);
  expect(left({ name: " age" })).toEqual(["1-3", "2-3"]);
  expect(left({ sure: 0.85 })).toEqual(["1-2", "1-4"]);
  expect(left({ strength: 0.5 })).toEqual(["1-2", "2-3"]);
  expect(left({ strength: 0.5, sure: 0.7, name: "RESP" })).toEqual(["1-2"]);
});

test("a filter leaves the columns that have a pair, in their order", () => {
  expect(columnsShown(columns, outcomes, NO_FILTER)).toBe(columns);
  expect(columnsShown(columns, outcomes, { ...NO_FILTER, strength: 0.5 }).map(({ number }) => number)).toEqual([
    1, 2, 3,
  ]);
});
