import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { seededRng } from "../primitives/random.js";
import { tableFromColumns } from "../table/table.js";
import { counterfactualOn } from "./counterfactual-on.js";
import { type Graph, type GraphOptions, graph, prepareGraph } from "./graph.js";
import { intervene } from "./intervene.js";

const compute = { routines: compiledRoutines() };
const ROWS = 500;

function normals(seed: number): Float64Array {
  const rng = seededRng(seed);
  return Float64Array.from({ length: ROWS }, () => rng.normal());
}

const tableOf = (columns: Readonly<Record<string, ArrayLike<number>>>) =>
  tableFromColumns(Object.entries(columns).map(([name, values]) => ({ name, values: Float64Array.from(values) })));

/** Sun drives temperature, which drives growth; temperature stands twice in the table, rounded. */
const [sun, warmth, luck] = [1, 2, 3].map(normals);
const temperature = sun.map((value, i) => 10 + 5 * value * value + 4 * warmth[i]);
const table = tableOf({
  celsius: temperature.map((value) => Math.round(2 * value) / 2),
  fahrenheit: temperature.map((value) => Math.round(32 + 1.8 * value)),
  sun,
  growth: temperature.map((value, i) => ((value - 15) / 8) ** 2 + 0.4 * luck[i]),
});
const arrows = ({ edges }: Graph) =>
  edges.map(({ from, to, directed, copy }) => `${from} ${copy ? "≈" : directed ? "→" : "—"} ${to}`);

describe("a column beside its near copy", () => {
  const found = graph(table, compute);

  test("one stands for both, with the arrows that it has without the copy, and as sure", () => {
    const alone = graph(table, { ...compute, columns: ["celsius", "sun", "growth"] });
    expect(arrows(alone).sort()).toEqual(["celsius → growth", "sun → celsius"]);
    expect(arrows(found).sort()).toEqual(["celsius → growth", "celsius ≈ fahrenheit", "sun → celsius"]);
    expect(found.edges.filter(({ copy }) => !copy)).toEqual(alone.edges);
    expect(found.edges.find(({ copy }) => copy)).toMatchObject({ presence: 1, direction: 0.5, directed: false });
  });

  test("a finding names it, and none claims a hidden cause", () => {
    const codes = found.findings.map(({ code }) => code);
    expect(codes).not.toContain("hidden-cause");
    expect(found.findings.filter(({ code }) => code === "near-copy")).toMatchObject([
      {
        column: "fahrenheit",
        severity: "note",
        sentence: expect.stringMatching(/^"fahrenheit" is a near copy of "celsius" \(correlation 0\.99\d+\)/),
      },
    ]);
  });

  test("it follows the column that stands for both, and is not set itself", () => {
    const { changes } = intervene(table, found, { set: { column: "sun", value: 1 } }, compute);
    const [celsius, fahrenheit] = ["celsius", "fahrenheit"].map((name) => {
      const change = changes.find(({ column }) => column === name);
      return change?.change.mean.value ?? Number.NaN;
    });
    expect(fahrenheit / celsius).toBeCloseTo(1.8, 1);
    const request = { set: { column: "fahrenheit", value: 60 } };
    const refusal = /^option set "fahrenheit": a near copy of "celsius"; .* Set "celsius"/;
    expect(() => intervene(table, found, request, compute)).toThrow(refusal);
    expect(() => counterfactualOn(table, found, { ...request, row: 1 }, compute)).toThrow(refusal);
  });
});

/** Copies as "the column that stands for both = the one that stands aside". */
function copiesIn(knowledge: GraphOptions["knowledge"]): string[] {
  const { rows, copies } = prepareGraph(table, { ...compute, knowledge });
  return copies.map(({ column, of }) => `${rows.names[of]} = ${rows.names[column]}`);
}

test("what is stated decides which column stands for both; required ones never stand aside", () => {
  const [c, f, sunny] = ["celsius", "fahrenheit", "sun"];
  expect(copiesIn({})).toEqual(["celsius = fahrenheit"]);
  expect(copiesIn({ require: [{ from: f, to: "growth" }] })).toEqual(["fahrenheit = celsius"]);
  expect(copiesIn({ tiers: [[f], [c]] })).toEqual(["fahrenheit = celsius"]);
  expect(copiesIn({ forbid: [{ from: f, to: sunny }] })).toEqual(["fahrenheit = celsius"]);
  expect(copiesIn({ require: [{ from: f, to: c }] })).toEqual([]);
  expect(
    copiesIn({
      forbid: [
        { from: c, to: f },
        { from: f, to: c },
      ],
    }),
  ).toEqual([]);
  const stated = graph(table, { ...compute, knowledge: { tiers: [[f], [c]] } });
  expect(stated.edges.find(({ copy }) => copy)).toMatchObject({ from: f, to: c, directed: true, known: "direction" });
  const required = graph(table, { ...compute, knowledge: { require: [{ from: f, to: "growth" }] } });
  expect(required.edges.find(({ known }) => known === "arrow")).toMatchObject({ from: f, to: "growth" });
});

test("near copies are the same but for a scale, a curve that rises or falls, and a little noise", () => {
  const [x, noise] = [4, 5].map(normals);
  const isCopy = (y: Float64Array, of: Float64Array = x): boolean =>
    prepareGraph(tableOf({ x: of, y }), compute).copies.length > 0;
  const tailed = x.map((value) => Math.exp(3 * value));
  expect(isCopy(x.map((value, i) => -3 * value + 0.1 * noise[i]))).toBe(true);
  expect(isCopy(x.map(Math.exp))).toBe(true);
  expect(
    isCopy(
      tailed.map((value) => Math.round(value)),
      tailed,
    ),
  ).toBe(true);
  expect(isCopy(x.map((value, i) => value + 0.2 * noise[i]))).toBe(false);
  expect(isCopy(x.map((value) => value * value))).toBe(false);
  // Correlated by a few rows far out alone.
  const shifted = tailed.map((value, i) => value + 20 * noise[i]);
  expect(isCopy(shifted, tailed)).toBe(false);
});
