import type { Graph } from "@causal-velocity/core/graph/graph.js";
import { expect, test } from "vitest";
import { shownEdges } from "./graph-edges.js";

const edge = (from: string, to: string, direction = 0.99) => ({
  ...{ from, to, presence: 0.99, direction, directed: direction >= 0.7 },
  strength: { nats: 0.1, variance: 0.2 },
});
/** sun drives air and soil, air drives soil, water drives soil, soil drives crop. */
const graph = {
  columns: ["sun", "air", "soil", "water", "crop"],
  edges: [
    edge("sun", "air"),
    edge("sun", "soil"),
    edge("air", "soil"),
    edge("water", "soil", 0.4),
    edge("soil", "crop"),
  ],
} as unknown as Graph;
const NUMBERS = [2, 3, 5, 7, 9];
const found = shownEdges(graph, NUMBERS);
const givenOf = (from: number, to: number) => found.find((each) => each.from === from && each.to === to)?.given;

test("an arrow is given the other parents of its effect, but not those on its own way", () => {
  expect(givenOf(2, 5)).toEqual([7]);
  expect(givenOf(3, 5)).toEqual([2, 7]);
  expect(givenOf(2, 3)).toEqual([]);
  expect(givenOf(5, 9)).toEqual([]);
});

test("an arrow whose direction cannot be told is shown with the likelier cause first", () => {
  expect(found.map(({ from, to }) => `${from}-${to}`)).toEqual(["2-3", "2-5", "3-5", "5-7", "5-9"]);
  expect(found[3].edge).toMatchObject({ from: "soil", to: "water", direction: 0.6 });
  expect(givenOf(5, 7)).toEqual([]);
});
