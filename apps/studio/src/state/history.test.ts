import { expect, test } from "vitest";
import { historyOf, redone, undone, withNext } from "./history.js";

test("undo and redo walk through the states; a new step cuts the way forward", () => {
  const three = withNext(withNext(historyOf(1), 2), 3);
  expect(undone(three).present).toBe(2);
  expect(undone(undone(undone(three))).present).toBe(1);
  expect(redone(undone(three))).toEqual(three);
  expect(redone(redone(undone(undone(three))))).toEqual(three);
  expect(redone(three)).toEqual(three);
  expect(withNext(undone(three), 9)).toEqual({ past: [1, 2], present: 9, future: [] });
});

test("the same state told again is no step, and the past has an end", () => {
  const start = historyOf({ seed: 0 });
  expect(withNext(start, { seed: 0 })).toBe(start);
  const two = historyOf<object>({ seed: 0, columns: [2, 1] });
  expect(withNext(two, { columns: [2, 1], seed: 0 })).toBe(two);
  expect(withNext(two, { columns: [1, 2], seed: 0 })).not.toBe(two);
  let long = historyOf(0);
  for (let i = 1; i <= 300; i++) long = withNext(long, i);
  expect(long.past).toHaveLength(100);
  expect(long.past[0]).toBe(200);
});
