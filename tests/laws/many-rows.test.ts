import { decideGiven } from "@causal-velocity/core/decide/decide-given.js";
import { MANY_ROWS } from "@causal-velocity/core/graph/flow-size.js";
import { searchRules } from "@causal-velocity/core/graph/knowledge.js";
import { graphFlows } from "@causal-velocity/core/graph/local-scores.js";
import { searchGraph } from "@causal-velocity/core/graph/search.js";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { shapedGraph } from "@causal-velocity/lab/simulate/graphs/shaped-graph.js";
import { simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();
const ROWS = 2500;

function simulated(seed: number, rows = ROWS) {
  const { columns, parents } = simulateGraph(
    { topology: "erdos-renyi", mechanism: "additive-gaussian", columns: 4, degree: 2, rows },
    seed,
  );
  const names = columns.map(({ name }) => name);
  return {
    flows: graphFlows(
      columns.map(({ values }) => values),
      { routines },
    ),
    names,
    parents,
  };
}

test.each([92_000, 92_004])("what coarse flows leave out of a column gets no arrow, graph %i", (seed) => {
  const { flows, names, parents } = simulated(seed);
  const coarse = flows.coarse && searchGraph(flows.coarse, searchRules(names));
  expect(coarse?.flat()).toHaveLength(parents.flat().length + 1);
  expect(searchGraph(flows, searchRules(names))).toEqual(parents);
});

test("an arrow that is required stays, though fine flows gain nothing from it", () => {
  const { flows, names, parents } = simulated(92_000);
  expect(parents[1]).toEqual([2, 3]);
  const rules = searchRules(names, { require: [{ from: names[0] ?? "", to: names[1] ?? "" }] });
  expect(searchGraph(flows, rules)[1]).toEqual([0, 2, 3]);
});

test("up to 2,000 rows the flows of the search are all there are", () => {
  expect(simulated(92_000, MANY_ROWS).flows.coarse).toBeUndefined();
  expect(simulated(92_000, MANY_ROWS + 1).flows.coarse).toBeDefined();
});

test.each([95_003, 95_023])("effects of one cause, given it, are unrelated with many rows too, table %i", (seed) => {
  const graph = shapedGraph({ shape: "fork", direct: false, mechanism: "additive", rows: ROWS }, seed);
  const [x, y, z] = [graph.x, graph.y, graph.z].map((place) => graph.columns[place]?.values) as [
    Column,
    Column,
    Column,
  ];
  const flows = graphFlows([x, y, z], { routines });
  const gains = (scores = flows.coarse ?? flows) => [
    scores.nats(1, [2]) - scores.nats(1, [0, 2]),
    scores.nats(0, [2]) - scores.nats(0, [1, 2]),
  ];
  expect(Math.max(...gains())).toBeGreaterThan(30);
  const decision = decideGiven(pairFromColumns(x, y), [{ name: "z", values: z }], { routines });
  expect(decision.verdict).toBe("cannot-tell");
  expect(decision.given?.presence).toBeLessThan(0.1);
  expect(decision.given?.graphs[0]).toMatchObject({ relation: "none", asGiven: true });
});
