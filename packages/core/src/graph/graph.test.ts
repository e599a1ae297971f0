import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { seededRng } from "../primitives/random.js";
import { tableFromColumns } from "../table/table.js";
import { graph, prepareGraph } from "./graph.js";
import { intervene } from "./intervene.js";
import type { Knowledge } from "./knowledge.js";

const routines = compiledRoutines();
const ROWS = 400;

function normals(seed: number): Float64Array {
  const rng = seededRng(seed);
  return Float64Array.from({ length: ROWS }, () => rng.normal());
}

function found(columns: Readonly<Record<string, Float64Array>>) {
  const table = tableFromColumns(Object.entries(columns).map(([name, values]) => ({ name, values })));
  return { table, graph: graph(table, { routines }) };
}

test("unrelated columns have no arrow, however coarsely they are rounded", () => {
  for (const step of [0.4, 0.7, 1.2]) {
    const rounded = normals(1).map((value) => step * Math.round(value / step));
    expect(found({ rounded, other: normals(2) }).graph.edges).toEqual([]);
  }
});

test("arrows of a column with few levels are found, and have no direction; those of a finely rounded one have", () => {
  const [x, noise] = [normals(3), normals(4)];
  const y = x.map((value, i) => value * value + 0.5 * noise[i]);
  const [fine] = found({ x, y: y.map((value) => Math.round(5 * value)) }).graph.edges;
  expect(fine).toMatchObject({ from: "x", to: "y", directed: true });
  const { edges, findings } = found({ x, y: y.map((value) => Math.min(Math.round(value), 4)) }).graph;
  expect(edges).toMatchObject([{ direction: 0.5, directed: false }]);
  expect(findings).toMatchObject([
    { code: "ties", column: "y", sentence: expect.stringContaining("without a direction") },
  ]);
});

test("a sum of rounded columns is an exact function of them", () => {
  const [a, b] = [5, 6].map((seed) => normals(seed).map((value) => Math.round(4 * value)));
  const { edges, findings } = found({ a, b, sum: a.map((value, i) => value + b[i]) }).graph;
  expect(edges.map(({ directed }) => directed)).not.toContain(true);
  expect(findings.map(({ code }) => code)).toContain("exact-function");
});

test("a search that may give a column no more causes says so, where one more would help", () => {
  const [a, b, c, noise] = [21, 22, 23, 24].map(normals);
  const y = a.map((value, i) => value * value + Math.sin(2 * b[i]) + c[i] + 0.3 * noise[i]);
  const table = tableFromColumns(Object.entries({ a, b, c, y }).map(([name, values]) => ({ name, values })));
  const knowledge = { tiers: [["a"], ["b"], ["c"], ["y"]] };
  const bound = (maxParents: number) =>
    graph(table, { routines, maxParents, knowledge }).findings.filter(({ code }) => code === "most-causes");
  expect(bound(2)).toMatchObject([
    { column: "y", severity: "warn", sentence: expect.stringMatching(/^The search gave "y" 2 direct/) },
  ]);
  expect(bound(3)).toEqual([]);
});

test("columns that would be called by the same name get their numbers", () => {
  const names = ["x", "x", "x [2]", "y"];
  const table = tableFromColumns(names.map((name, k) => ({ name, values: normals(30 + k) })));
  expect(prepareGraph(table).rows.names).toEqual(["x [1]", "x [2] [2]", "x [2] [3]", "y"]);
});

test("what follows from a column is no question for rows that follow each other", () => {
  const walk = (seed: number) => {
    let last = 0;
    return normals(seed).map((value) => {
      last = 0.9 * last + value;
      return last;
    });
  };
  const { table, graph: none } = found({ a: walk(7), b: walk(8) });
  expect(none.edges).toEqual([]);
  expect(() => intervene(table, none, { set: { column: "a", value: 0 } }, { routines })).toThrow(
    /no arrows, because rows follow each other/,
  );
});

test("what is known may call columns by their numbers in the table, where no column has that name", () => {
  const names = ["a -> b", "skipped", "x, y", "1"];
  const table = tableFromColumns(names.map((name, k) => ({ name, values: normals(8 + k) })));
  const prepared = (knowledge: Knowledge) => prepareGraph(table, { columns: [1, 3, 4], knowledge }).options.knowledge;
  const stated = { require: [{ from: "4", to: "3" }], tiers: [["3"], ["a -> b"]] };
  expect(prepared(stated)).toEqual({ require: [{ from: "1", to: "x, y" }], tiers: [["x, y"], ["a -> b"]] });
  expect(prepared({ forbid: [{ from: "1", to: "3" }] })).toEqual({ forbid: [{ from: "1", to: "x, y" }] });
  expect(() => prepared({ forbid: [{ from: "2", to: "3" }] })).toThrow(/"2": no such column in the graph/);
});
