import { decide, stability } from "@causal-velocity/core/decide/decide.js";
import type { GivenColumn } from "@causal-velocity/core/decide/decide-given.js";
import { searchRules } from "@causal-velocity/core/graph/knowledge.js";
import { graphFlows } from "@causal-velocity/core/graph/local-scores.js";
import { bestGraph } from "@causal-velocity/core/graph/relation-given.js";
import { searchGraph } from "@causal-velocity/core/graph/search.js";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import type { GraphMechanism } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { type GraphShape, shapedGraph } from "@causal-velocity/lab/simulate/graphs/shaped-graph.js";
import { shuffled, simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();
const MECHANISMS: readonly GraphMechanism[] = ["additive", "location-scale", "mixed"];
const ROWS = 500;

const decideGiven = (x: Column, y: Column, given: readonly GivenColumn[]) =>
  decide(pairFromColumns(x, y), { given, routines });

/** x, y and a column to condition on. */
function threeColumns(shape: GraphShape, direct: boolean, mechanism: GraphMechanism, seed: number) {
  const graph = shapedGraph({ shape, direct, mechanism, rows: ROWS }, seed);
  const [x, y, z] = [graph.x, graph.y, graph.z].map((place) => graph.columns[place]?.values ?? new Float64Array());
  return { x, y, z } as { x: Column; y: Column; z: Column };
}

describe("laws of a decision given other columns", () => {
  const { x, y, z } = threeColumns("fork", true, "location-scale", 1);
  const rng = seededRng(5);
  const w = x.map((value) => value * 0.5 + rng.normal());
  const given = [
    { name: "z", values: z },
    { name: "w", values: w },
  ];
  const decision = decideGiven(x, y, given);
  const weak = threeColumns("fork", true, "linear-gaussian", 8);
  const before = decideGiven(weak.x, weak.y, [{ name: "z", values: weak.z }]);

  test("the second example is not as sure as any can be, which would hide a change", () => {
    expect(Math.abs(before.margin)).toBeLessThan(3);
    expect(Math.abs(before.margin)).toBeGreaterThan(0.001);
  });

  test("the same input gives the same bytes", () => {
    expect(JSON.stringify(decideGiven(x, y, given))).toBe(JSON.stringify(decision));
  });

  test("swapping x and y negates the margin", () => {
    const swapped = decideGiven(y, x, given);
    expect(swapped.margin).toBeCloseTo(-decision.margin, 9);
    expect([decision.verdict, swapped.verdict]).toEqual(["x->y", "y->x"]);
    expect(decideGiven(weak.y, weak.x, [{ name: "z", values: weak.z }]).margin).toBeCloseTo(-before.margin, 9);
    expect(swapped.given?.presence).toBeCloseTo(decision.given?.presence ?? 0, 9);
  });

  test("the order of the given columns does not matter", () => {
    const turned = decideGiven(x, y, [...given].reverse());
    expect(turned.margin).toBeCloseTo(decision.margin, 9);
    expect(turned.given?.assumed).toBeCloseTo(decision.given?.assumed ?? 0, 9);
  });

  test("the order of the rows, shifts, scales and signs of any column change nothing but rounding", () => {
    const order = shuffled(ROWS, seededRng(3));
    const reordered = (values: Column) => Float64Array.from(order, (row) => values[row] ?? 0);
    const changes: ((values: Column) => Column)[] = [
      reordered,
      (values) => values.map((value) => 1e3 + value),
      (values) => values.map((value) => value * 1e-4),
      (values) => values.map((value) => -value),
    ];
    for (const [k, change] of changes.entries()) {
      const all =
        k === 0
          ? [[true, true, true]]
          : [
              [true, false, false],
              [false, true, false],
              [false, false, true],
            ];
      for (const [cx, cy, cz] of all) {
        const pick = (isChanged: boolean | undefined, values: Column) => (isChanged ? change(values) : values);
        const after = decideGiven(pick(cx, weak.x), pick(cy, weak.y), [{ name: "z", values: pick(cz, weak.z) }]);
        expect(after.margin).toBeCloseTo(before.margin, 4);
        expect(after.given?.presence).toBeCloseTo(before.given?.presence ?? 0, 4);
      }
    }
  });

  test("halves of the rows are decided given the same columns", () => {
    const pair = pairFromColumns(x, y);
    const options = { given: [{ name: "z", values: Array.from(z) }], routines };
    const found = stability(pair, decide(pair, options), options);
    expect(found.share).toBeGreaterThan(0.8);
    // The same columns as part of the pair.
    const own = { ...pair, given: [{ name: "z", values: z }] };
    expect(stability(own, decide(own, { routines }), { routines })).toEqual(found);
  });
});

test("a column of two values has no direction, as without given columns", () => {
  const { x, y, z } = threeColumns("fork", true, "additive", 2);
  const binary = y.map((value) => (value > 0 ? 1 : 0));
  const decision = decideGiven(x, binary, [{ name: "z", values: z }]);
  expect([decision.verdict, decision.gate, decision.probability]).toEqual(["cannot-tell", "discrete", undefined]);
});

interface Expected {
  readonly shape: GraphShape;
  /** The most wrong verdicts among all tables, without and with x -> y. */
  readonly wrong: readonly [without: number, with_: number];
  /** The fewest right ones among those with x -> y. */
  readonly right: number;
  readonly finding?: "given-effect" | "given-between";
}

/**
 * Bounds on counts of 30 tables: a rate of docs/benchmarks/given.md, and three standard errors or more.
 */
const TABLES = 30;
const EXPECTED: readonly Expected[] = [
  { shape: "chain", wrong: [2, 2], right: 26, finding: "given-between" },
  { shape: "fork", wrong: [3, 2], right: 26 },
  { shape: "collider", wrong: [2, 2], right: 26, finding: "given-effect" },
  { shape: "m-graph", wrong: [4, 6], right: 22 },
  { shape: "descendant-of-collider", wrong: [3, 2], right: 26 },
  { shape: "independent", wrong: [2, 2], right: 26 },
];

describe.each(EXPECTED)("$shape", { tags: ["slow"] }, ({ shape, wrong, right, finding }) => {
  test.each([false, true])("false verdicts and findings; x -> y: %s", (direct) => {
    let [wrongs, rights, found] = [0, 0, 0];
    for (let k = 0; k < TABLES; k++) {
      const { x, y, z } = threeColumns(shape, direct, MECHANISMS[k % MECHANISMS.length] ?? "mixed", 900 + k);
      const { verdict, findings } = decideGiven(x, y, [{ name: "z", values: z }]);
      if (verdict === "x->y" && direct) rights += 1;
      else if (verdict !== "cannot-tell") wrongs += 1;
      if (findings.some(({ code }) => code === finding)) found += 1;
    }
    expect(wrongs).toBeLessThanOrEqual(wrong[direct ? 1 : 0]);
    if (direct) expect(rights).toBeGreaterThanOrEqual(right);
    if (finding) expect(found).toBeGreaterThanOrEqual(TABLES - 3);
  });
});

test("one table of each kind: a fork with x -> y, none, a chain, a collider", () => {
  const about = (shape: GraphShape, direct: boolean) => {
    const { x, y, z } = threeColumns(shape, direct, "location-scale", 2);
    const { verdict, gate, findings } = decideGiven(x, y, [{ name: "z", values: z }]);
    return [verdict, gate, ...findings.map(({ code }) => code).filter((code) => code.startsWith("given"))];
  };
  expect(about("fork", true)).toEqual(["x->y", undefined]);
  expect(about("fork", false)).toEqual(["cannot-tell", "independent"]);
  expect(about("chain", true)).toEqual(["x->y", undefined, "given-between"]);
  expect(about("collider", false)).toEqual(["cannot-tell", "independent", "given-effect"]);
});

test.each([4, 5])("the greedy search finds the best graph of %i columns nearly always", { tags: ["slow"] }, (size) => {
  const tables = 30;
  let best = 0;
  for (let seed = 0; seed < tables; seed++) {
    const settings = { topology: "erdos-renyi", mechanism: "mixed", columns: size, degree: 2, rows: 300 } as const;
    const { columns } = simulateGraph(settings, 70 + seed);
    const scores = graphFlows(
      columns.map(({ values }) => values),
      { routines },
    );
    const names = columns.map(({ name }) => name);
    const found = searchGraph(scores, searchRules(names));
    const nats = found.reduce((sum, parents, column) => sum + scores.nats(column, parents), 0);
    const least = bestGraph(scores, () => true).nats;
    expect(nats).toBeGreaterThan(least - 1e-6);
    if (nats < least + 1e-6) best += 1;
  }
  expect(best / tables).toBeGreaterThanOrEqual(0.9);
});
