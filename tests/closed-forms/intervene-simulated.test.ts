import { counterfactualOn } from "@causal-velocity/core/graph/counterfactual-on.js";
import { type GraphPart, graph, HALVES } from "@causal-velocity/core/graph/graph.js";
import { intervene } from "@causal-velocity/core/graph/intervene.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { meanAndSd, quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import type { GraphMechanism } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();

/** Rows behind a true mean. */
const TRUE_ROWS = 5000;

/** A simulated graph of five columns, given, with a column to set and one that follows from it, and what is true then. */
function question(mechanism: GraphMechanism, rows: number, seed: number) {
  const settings = { topology: "erdos-renyi", mechanism, columns: 5, degree: 2.5, rows } as const;
  const simulated = simulateGraph(settings, seed);
  const { columns, parents } = simulated;
  const names = columns.map(({ name }) => name);
  const edges = parents.flatMap((each, to) => each.map((from) => ({ from: names[from], to: names[to] })));
  const effect = parents.findIndex((each) => each.length > 0);
  const [cause] = parents[effect];
  const value = quantileOfSorted(sorted(columns[cause].values), seed % 2 === 0 ? 0.25 : 0.75);
  const after = simulated.sample(TRUE_ROWS, seededRng(seed), { column: cause, value })[effect];
  const before = simulated.sample(TRUE_ROWS, seededRng(seed))[effect];
  return {
    table: tableFromColumns(columns),
    known: { columns: names, edges },
    request: { set: { column: names[cause], value }, of: names[effect] },
    truth: { after: meanAndSd(after), change: meanAndSd(after).mean - meanAndSd(before).mean },
    rows: simulated.counterfactual({ column: cause, value })[effect],
  };
}

/** Seeds of graphs with at least one arrow. */
const seeds = (count: number): number[] => Array.from({ length: count }, (_, k) => 400 + k);

const middle = (values: readonly number[]): number => quantileOfSorted(Float64Array.from(values).sort(), 0.5);

describe("answers on simulated graphs, in standard deviations of the columns", () => {
  // Medians measured on 40 graphs of 1,000 rows: 0.03 to 0.04 for means, 0.04 to 0.07 for rows (docs/benchmarks).
  test.each(["linear-gaussian", "additive", "location-scale"] as const)(
    "%s: means and rows are near the truth",
    (kind) => {
      const cases = seeds(6).map((seed) => {
        const { table, known, request, truth, rows } = question(kind, 600, seed);
        const [{ after, change }] = intervene(table, known, request, { routines }).changes;
        const [row] = counterfactualOn(table, known, { row: 11, ...request }, { routines }).changes;
        return {
          mean: Math.abs(after.mean.value - truth.after.mean),
          change: Math.abs(change.mean.value - truth.change),
          sd: Math.abs(after.sd.value - truth.after.sd),
          row: Math.abs(row.after.value - rows[10]),
          effect: Math.abs(truth.change),
        };
      });
      const medianOf = (key: keyof (typeof cases)[number]) => middle(cases.map((each) => each[key]));
      expect(medianOf("effect")).toBeGreaterThan(0.2);
      for (const key of ["mean", "change", "sd"] as const) expect(medianOf(key), key).toBeLessThan(0.1);
      expect(medianOf("row")).toBeLessThan(0.2);
    },
  );

  // Nine in ten are meant to (docs/benchmarks/interventions.md); of 60 fewer than 45 do with a chance of 0.06%.
  test.each(["additive", "location-scale"] as const)(
    "%s: bands hold at least 45 of 60 true means, changes and rows",
    { tags: ["slow"], timeout: 600_000 },
    (kind) => {
      const held = { mean: 0, change: 0, row: 0 };
      for (const seed of seeds(60)) {
        const { table, known, request, truth, rows } = question(kind, 500, seed);
        const [{ after, change }] = intervene(table, known, request, { routines }).changes;
        const [row] = counterfactualOn(table, known, { row: 11, ...request }, { routines }).changes;
        const holds = ({ low, high }: { low: number; high: number }, value: number) => low <= value && value <= high;
        if (holds(after.mean, truth.after.mean)) held.mean += 1;
        if (holds(change.mean, truth.change)) held.change += 1;
        if (holds(row.after, rows[10])) held.row += 1;
      }
      for (const [key, count] of Object.entries(held)) expect(count, key).toBeGreaterThanOrEqual(45);
    },
  );
});

/** y = x² + noise with x = z + noise: what drives what can be told. */
function found(n: number) {
  const rng = seededRng(5);
  const z = Float64Array.from({ length: n }, () => rng.uniform());
  const x = z.map((value) => Math.sin(6 * value) + 0.3 * rng.uniform());
  const y = x.map((value) => value * value + 0.3 * rng.uniform());
  return tableFromColumns(Object.entries({ z, x, y }).map(([name, values]) => ({ name, values })));
}

describe("a graph that was found", () => {
  const table = found(300);
  const graphFound = graph(table, { routines });
  const request = { set: { column: "z", value: 0.25 }, of: ["x", "y"] };
  const answer = intervene(table, graphFound, request, { routines });

  test("answers follow its arrows", () => {
    const [x, y] = answer.changes;
    expect([x.follows, y.follows]).toEqual([true, true]);
    // x = sin 1.5 + 0.15 in the mean; its noise has a standard deviation of 0.09.
    expect(Math.abs(x.after.mean.value - (Math.sin(1.5) + 0.15))).toBeLessThan(0.05);
    const square = (Math.sin(1.5) + 0.15) ** 2 + 0.3 ** 2 / 12 + 0.15;
    expect(Math.abs(y.after.mean.value - square)).toBeLessThan(0.08);
  });

  test("searches are repeated where the graph lacks them, with the same bytes", () => {
    expect(graphFound.parts).toHaveLength(1 + HALVES);
    expect(intervene(table, { ...graphFound, parts: undefined }, request, { routines })).toEqual(answer);
    expect(() => intervene(table, { ...graphFound, parts: [] }, request, { routines })).toThrow(/21 parts, or none/);
  });

  test("refits mix over the graphs of the halves: where few have the way, a finding says that there may be no effect", () => {
    const [whole] = graphFound.parts as GraphPart[];
    const without = { parents: whole.parents.map(() => []) };
    const parts = [whole, ...Array.from({ length: HALVES }, (_, k) => (k < 8 ? without : whole))];
    const { changes, findings } = intervene(table, { ...graphFound, parts }, request, { routines });
    expect(changes[0].followsInRefits).toBe(0.6);
    expect(findings.find(({ code }) => code === "unsure-way")).toMatchObject({
      column: "x",
      value: 0.6,
      severity: "warn",
    });
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(changes[0].change.mean)).toBeGreaterThan(2 * width(answer.changes[0].change.mean));
    const none = { ...graphFound, edges: [], parts: [without, ...parts.slice(1)] };
    const still = intervene(table, none, { ...request, of: "x" }, { routines });
    expect(still.changes[0]).toMatchObject({ follows: false, followsInRefits: 0.6, change: { mean: { value: 0 } } });
    expect(still.changes[0].change.mean.high).toBeGreaterThan(0);
    expect(still.findings.find(({ code }) => code === "no-way")?.sentence).toContain("They do in 12 of 20 graphs");
  });

  test("an arrow that could point the other way is reported with what would follow then", () => {
    const edges = graphFound.edges.map((edge) => ({ ...edge, directed: edge.to !== "x" }));
    const { findings } = intervene(table, { ...graphFound, edges }, request, { routines });
    const [finding] = findings.filter(({ code }) => code === "unsure-arrow");
    expect(finding.sentence).toMatch(
      /^Which way the arrow between "z" and "x" points cannot be told\. Turned, the mean of "x" would be -?[\d.]+ instead of -?[\d.]+/,
    );
    expect(answer.findings.filter(({ code }) => code === "unsure-arrow")).toEqual([]);
  });

  test("unless columns are named, those that may well follow are answered too, with the doubt", () => {
    const set = { column: "x", value: 0.5 };
    const askedOf = (graph: typeof graphFound) => intervene(table, graph, { set }, { routines });
    expect(askedOf(graphFound).changes.map(({ column }) => column)).toEqual(["y"]);
    const open = { ...graphFound, edges: graphFound.edges.map((edge) => ({ ...edge, directed: edge.to !== "x" })) };
    const doubtful = askedOf(open);
    expect(doubtful.changes.find(({ column }) => column === "z")).toMatchObject({ follows: false });
    expect(doubtful.findings.map(({ code }) => code)).toContain("unsure-arrow");
    const [whole, ...rest] = graphFound.parts as GraphPart[];
    const without = { parents: whole.parents.map(() => []) };
    const inSome = (count: number) =>
      askedOf({ ...graphFound, edges: [], parts: [without, ...rest.map((part, k) => (k < count ? part : without))] });
    expect(inSome(2).changes).toEqual([]);
    expect(inSome(3).changes).toMatchObject([{ column: "y", follows: false, followsInRefits: 0.15 }]);
    expect(inSome(3).findings.find(({ code }) => code === "no-way")).toMatchObject({ severity: "warn" });
  });

  test("refuses another table, and a seed that is not the graph's", () => {
    const other = found(299);
    expect(() => intervene(other, graphFound, request, { routines })).toThrow(/299 rows.*expected the table in which/);
    expect(() => intervene(table, graphFound, request, { routines, seed: 3 })).toThrow(
      /a graph that was found has its own/,
    );
    expect(() => intervene(table, { ...graphFound, knowledge: undefined } as never, request)).toThrow(InputError);
  });
});

describe("support", () => {
  const rng = seededRng(2);
  const n = 800;
  const z = Float64Array.from({ length: n }, () => rng.normal());
  const x = z.map((value) => value + 0.1 * rng.normal());
  const y = x.map((value, i) => value + z[i] + rng.normal());
  const table = tableFromColumns(Object.entries({ z, x, y }).map(([name, values]) => ({ name, values })));
  const edges = [
    { from: "z", to: "x" },
    { from: "z", to: "y" },
    { from: "x", to: "y" },
  ];
  const known = { columns: ["z", "x", "y"], edges };

  test("a value that never occurs together with those of another cause is an extrapolation, and reported", () => {
    const { changes, findings } = intervene(table, known, { set: { column: "x", value: 1.5 } }, { routines });
    // x stays within 0.3 of z: about one row in six has such a z.
    expect(changes[0].supported).toBeLessThan(0.5);
    const [finding] = findings;
    expect(finding).toMatchObject({ code: "outside-support", severity: "warn", column: "y" });
    expect(finding.sentence).toMatch(/^For \d\d% of the rows there are no data for "y"/);
    const both = { set: { column: "z", value: 1.5 }, of: ["x", "y"] };
    expect(intervene(table, known, both, { routines }).findings).toEqual([]);
  });

  test("so is that of a row", () => {
    const row = z.indexOf(Math.min(...z)) + 1;
    const ask = (value: number) => counterfactualOn(table, known, { row, set: { column: "x", value } }, { routines });
    expect(ask(1.5).changes[0].supported).toBe(false);
    expect(ask(1.5).findings.map(({ code }) => code)).toContain("outside-support");
    const median = x.findIndex((value) => Math.abs(value) < 0.05);
    const near = { row: median + 1, set: { column: "x", value: x[median] + 0.05 } };
    expect(counterfactualOn(table, known, near, { routines }).changes[0].supported).toBe(true);
  });
});

test("columns with any names, also equal ones, and rows without a number", () => {
  const rng = seededRng(7);
  const a = Float64Array.from({ length: 100 }, () => rng.normal());
  const b = a.map((value) => value + rng.normal());
  const names = ["__proto__", '=cmd|"x"\n->'];
  const missing: (number | null)[] = [...b];
  missing[4] = null;
  const table = tableFromColumns([
    { name: names[0], values: a },
    { name: names[1], values: missing },
  ]);
  const known = { columns: names, edges: [{ from: names[0], to: names[1] }] };
  const answer = intervene(table, known, { set: { column: names[0], value: 0.5 } }, { routines });
  expect(answer.changes[0].column).toBe(names[1]);
  expect(answer.rows).toMatchObject({ read: 100, used: 99, reasons: { missing: 1 } });
  const ask = () => counterfactualOn(table, known, { row: 5, set: { column: 1, value: 0.5 } }, { routines });
  expect(ask).toThrow(/row 5: no number in column/);
  const values = JSON.parse(`{ "__proto__": 0.1, ${JSON.stringify(names[1])}: 0.2 }`);
  expect(counterfactualOn(table, known, { values, set: { column: 1, value: 0.1 } }).changes[0].after.value).toBe(0.2);
});

test("columns that share a name have their numbers in the table beside it", () => {
  const rng = seededRng(3);
  const a = Float64Array.from({ length: 120 }, () => rng.uniform());
  const b = a.map((value) => value * value + 0.2 * rng.uniform());
  const table = tableFromColumns([
    { name: "rain", values: a },
    { name: "rain", values: b },
  ]);
  const { columns } = graph(table, { routines });
  expect(columns).toEqual(["rain [1]", "rain [2]"]);
  const known = { columns, edges: [{ from: columns[0], to: columns[1] }] };
  const ask = (column: string | number) => intervene(table, known, { set: { column, value: 0.5 } }, { routines });
  expect(ask("rain [1]").changes[0].column).toBe("rain [2]");
  expect(ask(1)).toEqual(ask("rain [1]"));
  expect(() => ask("rain")).toThrow(/2 columns have this name/);
});
