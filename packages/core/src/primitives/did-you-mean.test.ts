import { expect, test } from "vitest";
import { nearestName } from "./did-you-mean.js";

const NAMES = ["decide", "explain", "pairs", "graph", "do", "counterfactual", "benchmark", "benchmark-graphs"];

test.each([
  ["deicde", "decide"],
  ["Decide", "decide"],
  ["explan", "explain"],
  ["pair", "pairs"],
  ["grpah", "graph"],
  ["counter", "counterfactual"],
  ["benchmrk", "benchmark"],
  ["benchmark-graph", "benchmark-graphs"],
  [" GRAPH ", "graph"],
])("%s means %s", (word, name) => {
  expect(nearestName(word, NAMES)).toBe(name);
});

test.each(["", "  ", "zebra", "x", "q", "constructor"])("%j means none of them", (word) => {
  expect(nearestName(word, NAMES)).toBeUndefined();
});

test("fewer mistakes are nearer than a word inside a longer name", () => {
  expect(nearestName("weigt", ["weigth of child, weigt", "weight"])).toBe("weight");
  expect(nearestName("a", ["b", "c"])).toBeUndefined();
  expect(nearestName("a", ["b", "altitude"])).toBe("altitude");
});
