import { expect, test } from "vitest";
import { differences } from "./differences.js";

const ONE = "3ff0000000000000";
const NEXT = "3ff0000000000001";
const expected = JSON.stringify({ "bent, v-anm, cost": ONE, "bent, scores": ONE + ONE + ONE, verdict: "x->y" });
const changed = (entries: object) => JSON.stringify({ ...JSON.parse(expected), ...entries });

test("differences finds none in equal fingerprints", () => {
  expect(differences(expected, expected)).toEqual([]);
});

test.each([
  ["a number", { "bent, v-anm, cost": NEXT }, `bent, v-anm, cost: 1.0000000000000002 (${NEXT}) instead of 1 (${ONE})`],
  ["a column", { "bent, scores": ONE + NEXT + ONE }, `bent, scores, row 1: 1.0000000000000002 (${NEXT}) instead of 1`],
  ["a shorter column", { "bent, scores": ONE }, `bent, scores: ${ONE} instead of ${ONE + ONE + ONE}`],
  ["a text", { verdict: "y->x" }, "verdict: y->x instead of x->y"],
  ["a missing entry", { verdict: undefined }, "verdict: undefined instead of x->y"],
  ["an entry too many", { extra: "1" }, "extra: 1 instead of undefined"],
])("differences names the place and the last bit of %s", (_, entries, line) => {
  const lines = differences(changed(entries), expected);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(line);
});
