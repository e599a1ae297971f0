import { causalOrder } from "@causal-velocity/core/graph/search.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, it } from "vitest";
import { graphMechanisms } from "./column-mechanism.js";
import { graphShapes, shapedGraph } from "./shaped-graph.js";
import { type SimulatedGraph, simulateGraph } from "./simulate-graph.js";
import { randomParents, topologies } from "./topology.js";

const SETTINGS = topologies.flatMap((topology) =>
  graphMechanisms.map((mechanism) => ({ topology, mechanism, columns: 6, degree: 2, rows: 400 })),
);

/** The columns that a column acts on, itself included. */
function descendants({ parents }: SimulatedGraph, column: number): Set<number> {
  const reached = new Set([column]);
  for (const j of causalOrder(parents)) if (parents[j].some((i) => reached.has(i))) reached.add(j);
  return reached;
}

describe.each(SETTINGS)("simulateGraph: $topology $mechanism", (settings) => {
  const graph = simulateGraph(settings, 7);
  const values = graph.columns.map((column) => column.values);

  it("has no cycle, and standardized columns", () => {
    expect(causalOrder(graph.parents)).toHaveLength(settings.columns);
    for (const column of values) {
      const { mean, sd } = meanAndSd(column);
      expect(Math.abs(mean)).toBeLessThan(1e-12);
      expect(Math.abs(sd - 1)).toBeLessThan(1e-12);
    }
  });

  it("gives the same bytes for the same seed, and others for another", () => {
    const again = simulateGraph(settings, 7);
    expect(again.columns).toEqual(graph.columns);
    expect(again.parents).toEqual(graph.parents);
    expect(simulateGraph(settings, 8).columns).not.toEqual(graph.columns);
    expect(graph.sample(5, seededRng(1))).toEqual(again.sample(5, seededRng(1)));
  });

  it("changes only descendants of a column that is set, and nothing in a row that had the value", () => {
    for (let column = 0; column < settings.columns; column++) {
      const row = 11 * column;
      const set = graph.counterfactual({ column, value: values[column][row] });
      const reached = descendants(graph, column);
      set.forEach((changed, j) => {
        expect(changed[row]).toBe(values[j][row]);
        if (reached.has(j)) expect(changed).not.toEqual(values[j]);
        else expect(changed).toEqual(values[j]);
      });
    }
  });

  it("draws new rows from the same law, and from that of an intervention", () => {
    const rows = 5_000;
    const large = simulateGraph({ ...settings, rows }, 3);
    const fresh = large.sample(rows, seededRng(2));
    const column = large.parents.findIndex((causes) => causes.length > 0);
    const set = { column, value: 0.7 };
    const [imagined, drawn] = [large.counterfactual(set), large.sample(rows, seededRng(2), set)];
    for (let j = 0; j < settings.columns; j++) {
      // Means of 5,000 rows and of new ones differ by 0.02 (standard error), spreads of heavy tails by more.
      const { mean, sd } = meanAndSd(fresh[j]);
      expect(Math.abs(mean)).toBeLessThan(0.08);
      expect(Math.abs(sd - 1)).toBeLessThan(0.1);
      expect(Math.abs(meanAndSd(imagined[j]).mean - meanAndSd(drawn[j]).mean)).toBeLessThan(0.08);
    }
    // Where x is set, its noise and its causes no longer matter.
    expect(new Set(drawn[column])).toEqual(new Set([0.7]));
  });
});

it("spreads the arrows as the topology says", () => {
  const graphs = 400;
  for (const topology of topologies) {
    let edges = 0;
    let largest = 0;
    for (let seed = 0; seed < graphs; seed++) {
      const parents = randomParents(topology, 20, 2, seededRng(seed));
      expect(parents.every((causes, j) => causes.every((i) => i < j))).toBe(true);
      const neighbors = parents.map((causes, j) => causes.length + parents.filter((other) => other.includes(j)).length);
      edges += neighbors.reduce((sum, count) => sum + count, 0) / 2;
      largest += Math.max(...neighbors);
    }
    // 20 expected edges, standard deviation 4.2 a graph; attachment makes exactly one for each column but the first.
    expect(edges / graphs).toBeGreaterThan(topology === "erdos-renyi" ? 19 : 18.99);
    expect(edges / graphs).toBeLessThan(topology === "erdos-renyi" ? 21 : 19.01);
    if (topology === "erdos-renyi") expect(largest / graphs).toBeLessThan(5.2);
    else expect(largest / graphs).toBeGreaterThan(5.8);
  }
  expect(randomParents("erdos-renyi", 4, 10, seededRng(1)).map((causes) => causes.length)).toEqual([0, 1, 2, 3]);
});

it("refuses settings that make no graph", () => {
  const settings = SETTINGS[0];
  expect(() => simulateGraph({ ...settings, rows: 1 }, 1)).toThrow(/rows/);
  expect(() => simulateGraph({ ...settings, columns: 1 }, 1)).toThrow(/columns/);
  expect(() => simulateGraph({ ...settings, degree: -1 }, 1)).toThrow(/degree/);
  expect(() => simulateGraph({ ...settings, mechanism: "cubic" as "linear" }, 1)).toThrow(/mechanism/);
  expect(() => simulateGraph(settings, 1).counterfactual({ column: 6, value: 0 })).toThrow(/column/);
  expect(() => simulateGraph(settings, 1).sample(3, seededRng(1), { column: 0, value: NaN })).toThrow(/value/);
});

describe.each(graphShapes.flatMap((shape) => [false, true].map((direct) => ({ shape, direct }))))(
  "shapedGraph: $shape, direct $direct",
  ({ shape, direct }) => {
    const graph = shapedGraph({ shape, direct, mechanism: "additive", rows: 300 }, 5);
    const { x, y, z, parents } = graph;
    const names = parents.map((_, j) => (j === x ? "x" : j === y ? "y" : j === z ? "z" : "other"));
    const causesOf = (j: number) => parents[j].map((i) => names[i]).sort();

    it("has the arrows of its name, and of x -> y if asked", () => {
      const expected = {
        chain: { x: [], z: ["x"], y: ["z"] },
        fork: { z: [], x: ["z"], y: ["z"] },
        collider: { x: [], y: [], z: ["x", "y"] },
        "m-graph": { x: ["other"], y: ["other"], z: ["other", "other"] },
        "descendant-of-collider": { x: [], y: [], z: ["other"] },
        independent: { x: [], y: [], z: [] },
      }[shape];
      expect(causesOf(x)).toEqual(expected.x);
      expect(causesOf(y)).toEqual([...expected.y, ...(direct ? ["x"] : [])].sort());
      expect(causesOf(z)).toEqual(expected.z);
      const moves = graph.counterfactual({ column: x, value: 1 })[y] !== graph.columns[y].values;
      expect(moves).toBe(graph.effect !== "none");
    });
  },
);
