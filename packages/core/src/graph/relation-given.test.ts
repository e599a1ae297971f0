import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { standardizeColumn } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { graphFlows, type LocalScores } from "./local-scores.js";
import { bestGraph, relationsGiven } from "./relation-given.js";
import { isAncestor, type Parents } from "./search.js";

const SIZE = 4;

/** Every graph of four columns without a circle: 543 of them. */
function allGraphs(): Parents[] {
  const sets = Array.from({ length: SIZE }, (_, column) =>
    Array.from({ length: 1 << SIZE }, (_, set) => set)
      .filter((set) => !((set >> column) & 1))
      .map((set) => Array.from({ length: SIZE }, (_, k) => k).filter((k) => (set >> k) & 1)),
  );
  const graphs = sets.reduce<number[][][]>(
    (made, choices) => made.flatMap((graph) => choices.map((parents) => [...graph, parents])),
    [[]],
  );
  return graphs.filter((parents) => parents.every((_, column) => !isAncestorOfItself(parents, column)));
}

function isAncestorOfItself(parents: Parents, column: number): boolean {
  return parents[column].some((parent) => parent === column || reaches(parents, column, parent));
}

/** Whether `from` is above `to`, by walking up from `to`; circles are walked once. */
function reaches(parents: Parents, from: number, to: number): boolean {
  const seen = new Set<number>();
  const open = [to];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === from) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...parents[at]);
  }
  return false;
}

const GRAPHS = allGraphs();

function natsOf(scores: LocalScores, parents: Parents): number {
  return parents.reduce((sum, each, column) => sum + scores.nats(column, each), 0);
}

/** Scores that are nothing but numbers. */
function madeUp(seed: number): LocalScores {
  const known = new Map<string, number>();
  const rng = seededRng(seed);
  return {
    size: SIZE,
    nats: (column, parents) => {
      const key = `${column}:${parents}`;
      const nats = known.get(key) ?? rng.split(key).normal();
      known.set(key, nats);
      return nats;
    },
  };
}

function realScores(seed: number): LocalScores {
  const rng = seededRng(seed);
  const a = Float64Array.from({ length: 150 }, () => rng.normal());
  const b = a.map((value) => value * value + 0.5 * rng.normal());
  const c = a.map((value, i) => Math.tanh(value + b[i]) + 0.3 * rng.normal());
  const d = c.map((value) => value + rng.uniform());
  return graphFlows(
    [c, a, d, b].map((column) => standardizeColumn(column, "column").values),
    { routines: compiledRoutines() },
  );
}

test("there are 543 graphs of four columns", () => {
  expect(GRAPHS).toHaveLength(543);
});

test.each([1, 2, 3, 4, 5])("the best graph is the best of all 543, by made-up scores %i", (seed) => {
  const scores = madeUp(seed);
  const shortest = Math.min(...GRAPHS.map((parents) => natsOf(scores, parents)));
  const found = bestGraph(scores, () => true);
  expect(found.nats).toBeCloseTo(shortest, 12);
  expect(natsOf(scores, found.parents)).toBeCloseTo(shortest, 12);
  expect(
    found.parents.every((_, column) => !found.parents[column].some((up) => isAncestor(found.parents, column, up))),
  ).toBe(true);
});

test("the best graph among those that a rule allows, by made-up scores", () => {
  const scores = madeUp(9);
  const allows = (column: number, parents: readonly number[]): boolean =>
    column === 1 ? parents.includes(0) : column !== 3 || parents.length <= 1;
  const allowed = GRAPHS.filter((parents) => parents.every((each, column) => allows(column, each)));
  expect(allowed.length).toBeGreaterThan(20);
  expect(bestGraph(scores, allows).nats).toBeCloseTo(Math.min(...allowed.map((each) => natsOf(scores, each))), 12);
});

test("the best graph is the best of all 543, by scores of columns, and so is each relation", () => {
  const scores = realScores(3);
  const shortest = Math.min(...GRAPHS.map((parents) => natsOf(scores, parents)));
  expect(bestGraph(scores, () => true).nats).toBeCloseTo(shortest, 8);
  const flows = scores as ReturnType<typeof graphFlows>;
  const relations = relationsGiven(flows.columns, { routines: compiledRoutines() });
  expect(relations).toHaveLength(6);
  for (const { relation, asGiven, nats, parents } of relations) {
    const fits = GRAPHS.filter((graph) => {
      const [forward, backward] = [graph[1].includes(0), graph[0].includes(1)];
      const found = forward ? "x->y" : backward ? "y->x" : "none";
      const isAssumed = !graph.slice(2).some((each) => each.includes(0) || each.includes(1));
      return found === relation && isAssumed === asGiven;
    });
    expect(nats).toBeCloseTo(Math.min(...fits.map((graph) => natsOf(scores, graph))), 8);
    expect(natsOf(scores, parents)).toBeCloseTo(nats, 8);
  }
});
