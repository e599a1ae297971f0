import { expect, test } from "vitest";
import { type Check, type CheckStatus, checkGroups } from "./check.js";

const check = (name: string, status: CheckStatus, direction?: Check["direction"]): Check => ({
  ...{ name, status, direction },
  ...{ value: 0, sentence: "", advice: "" },
});

test("the pair's come first, then those of x->y and of y->x; in a group the worst first, else in order", () => {
  const groups = checkGroups([
    ...[check("a", "pass", "y->x"), check("b", "note", "x->y"), check("c", "pass"), check("d", "warn")],
    ...[check("e", "fail", "x->y"), check("f", "warn"), check("g", "warn", "x->y")],
  ]);
  const told = groups.map(({ direction, members }) => [
    direction,
    ...members.map((member) => member.check.name + member.symbol),
  ]);
  expect(told).toEqual([
    [undefined, "d!", "f!", "c✓"],
    ["x->y", "e✕", "g!", "bi"],
    ["y->x", "a✓"],
  ]);
});

test("there are no empty groups", () => {
  expect(checkGroups([check("a", "pass", "y->x")]).map(({ direction }) => direction)).toEqual(["y->x"]);
  expect(checkGroups([])).toEqual([]);
});
