import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { seededRng } from "../primitives/random.js";
import { tableFromColumns } from "../table/table.js";
import { graphFindings, linearGaussianFindings } from "./graph-findings.js";
import { graphRows } from "./graph-rows.js";
import { graphFlows } from "./local-scores.js";
import type { Parents } from "./search.js";

const compute = { routines: compiledRoutines() };
const ROWS = 500;

function normals(seed: number): Float64Array {
  const rng = seededRng(seed);
  return Float64Array.from({ length: ROWS }, () => rng.normal());
}

function findingsOf(columns: Readonly<Record<string, Float64Array>>, parents: Parents) {
  const named = Object.entries(columns).map(([name, values]) => ({ name, values }));
  const rows = graphRows(tableFromColumns(named));
  return graphFindings(rows, graphFlows(rows.columns, compute), parents, new Map(), compute);
}

test("independent columns have no finding", () => {
  expect(findingsOf({ a: normals(1), b: normals(2), c: normals(3) }, [[], [], []])).toEqual([]);
});

test("two columns that a hidden one drives are reported, once their parents are known", () => {
  const [hidden, noise, other] = [normals(4), normals(5), normals(6)];
  const a = hidden.map((value, i) => value + 0.7 * noise[i]);
  const b = hidden.map((value, i) => value + 0.7 * other[i]);
  const [finding, ...rest] = findingsOf({ a, b, c: normals(7) }, [[], [], []]);
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({ code: "hidden-cause", severity: "warn" });
  expect(finding.sentence).toContain('"a" and "b" may share a hidden cause');
  // With the cause in the table nothing is left.
  expect(findingsOf({ a, b, hidden }, [[2], [2], []])).toEqual([]);
});

test("noise that depends on a parent in another way than by location and scale is reported", () => {
  const [x, noise] = [normals(8), normals(9)];
  // The skewness of the noise follows x.
  const y = x.map((value, i) => (value > 0 ? 1 : -1) * (noise[i] * noise[i] - 1));
  expect(findingsOf({ x, y }, [[], [0]])).toMatchObject([{ code: "dependent-noise", column: "y" }]);
});

test("rows that follow each other are reported", () => {
  const walk = (seed: number) => {
    let last = 0;
    return normals(seed).map((value) => {
      last = 0.8 * last + value;
      return last;
    });
  };
  const codes = findingsOf({ a: walk(10), b: walk(11) }, [[], []]).map(({ code }) => code);
  expect(codes).toContain("ordered-rows");
});

test("directions between jointly normal columns are doubted, unless very sure or not given", () => {
  const [x, noise] = [normals(12), normals(13)];
  const y = x.map((value, i) => 0.8 * value + 0.6 * noise[i]);
  const z = x.map((value, i) => value * value + 0.3 * noise[i]);
  const { names, columns } = graphRows(
    tableFromColumns(Object.entries({ x, y, z }).map(([name, values]) => ({ name, values }))),
  );
  const codes = (to: string, direction: number) =>
    linearGaussianFindings({ names, columns }, [{ from: "x", to, direction, directed: direction >= 0.7 }], compute);
  expect(codes("y", 0.8)).toMatchObject([{ code: "linear-gaussian", severity: "warn", value: 1 }]);
  expect(codes("y", 0.8)[0].sentence).toContain('"x" → "y"');
  expect([codes("y", 0.95), codes("y", 0.6), codes("z", 0.8)]).toEqual([[], [], []]);
});
