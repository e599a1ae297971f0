import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { standardizeColumn } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { graphFlows } from "./local-scores.js";

const compute = { routines: compiledRoutines() };
const ROWS = 2000;

function standard(column: Float64Array): Float64Array {
  return standardizeColumn(column, "column").values;
}

function draw(seed: number, of: (rng: ReturnType<typeof seededRng>) => number): Float64Array {
  const rng = seededRng(seed);
  return Float64Array.from({ length: ROWS }, () => of(rng));
}

const normal = (seed: number) => draw(seed, (rng) => rng.normal());

test("linear with normal noise: nats a row are the entropy of the noise, beyond what the terms cost", () => {
  const x = normal(1);
  const noise = normal(2);
  const y = x.map((value, i) => 0.8 * value + 0.6 * noise[i]);
  const flows = graphFlows([standard(x), standard(y)], compute);
  const exact = 0.5 * Math.log(2 * Math.PI * Math.E) + Math.log(0.6);
  // The standard error of a mean log density of 2,000 normal rows is 0.016; a term costs ln(2000)/2 = 3.8 nats.
  expect(Math.abs(flows.flow(1, [0]).nats / ROWS - exact)).toBeLessThan(0.05);
  expect(Math.abs(flows.flow(1, []).nats / ROWS - (exact - Math.log(0.6)))).toBeLessThan(0.05);
  expect(flows.flow(1, [0]).residualVariance).toBeCloseTo(0.36, 1);
  // Both factorizations of a jointly normal pair describe it equally well, but for sampling: 3 of 1,900 nats here.
  const forward = flows.nats(0, []) + flows.nats(1, [0]);
  const backward = flows.nats(1, []) + flows.nats(0, [1]);
  expect(Math.abs(forward - backward)).toBeLessThan(6);
});

test("a scale that varies is found: nats a row are those of the noise and the mean log scale", () => {
  const x = normal(3);
  const noise = normal(4);
  const y = x.map((value, i) => noise[i] * Math.exp(0.5 * value));
  const sd = Math.sqrt(y.reduce((sum, value) => sum + value * value, 0) / ROWS);
  const exact = 0.5 * Math.log(2 * Math.PI * Math.E) - Math.log(sd);
  const flow = graphFlows([standard(x), standard(y)], compute).flow(1, [0]);
  expect(Math.abs(flow.nats / ROWS - exact)).toBeLessThan(0.08);
  expect(flow.logScale.terms.length).toBeGreaterThan(0);
});

test("an increasing map of the column changes its description by the map's entropy alone, by normal scores", () => {
  const x = normal(5);
  const noise = normal(6);
  const y = x.map((value, i) => value + 0.5 * noise[i]);
  const maps = [y.map((value) => value ** 3), y.map((value) => value + value ** 3), y].map((each) => {
    const flows = graphFlows([standard(x), standard(each)], compute);
    return { gain: flows.flow(1, []).nats - flows.flow(1, [0]).nats, form: flows.flow(1, [0]).form };
  });
  expect(maps.slice(0, 2).map(({ form }) => form)).toEqual(["normal-scores", "normal-scores"]);
  expect(maps[1].gain).toBeCloseTo(maps[0].gain, 6);
  // The column before the map needs no normal scores, and could have them.
  expect(maps[2].gain).toBeGreaterThanOrEqual(maps[0].gain - 1e-6);
});

test("the order of parents changes no bit", () => {
  const [a, b, c] = [normal(7), draw(8, (rng) => rng.uniform()), normal(9)].map(standard);
  const d = standard(a.map((value, i) => value * b[i] + c[i] ** 2));
  const flows = graphFlows([a, b, c, d], compute);
  expect(flows.flow(3, [2, 0, 1])).toEqual(flows.flow(3, [0, 1, 2]));
  expect(flows.nats(3, [2, 0, 1])).toBe(flows.nats(3, [0, 1, 2]));
});

test("a rounded column gains nothing from a column that says nothing about it, and what it gains from a cause is that of its levels", () => {
  const [x, other, noise] = [normal(10), normal(11), normal(12)];
  const y = x.map((value, i) => 0.8 * value + 0.6 * noise[i]);
  for (const step of [0.1, 0.5, 1]) {
    const rounded = standard(y.map((value) => Math.round(value / step)));
    const flows = graphFlows([standard(x), standard(other), rounded], compute);
    expect(flows.nats(2, [1])).toBeGreaterThan(flows.nats(2, []));
    // Rounding, and spreading ties, each add a variance of step²/12 to that of the column, 1, and of its noise, 0.36.
    const added = step ** 2 / 6;
    const gain = 0.5 * Math.log((1 + added) / (0.36 + added));
    expect(Math.abs((flows.flow(2, []).nats - flows.flow(2, [0]).nats) / ROWS - gain)).toBeLessThan(0.04);
  }
});

test("copies of a rounded column stay copies", () => {
  const y = normal(13).map((value) => Math.round(2 * value));
  const flows = graphFlows([standard(y), standard(y.map((value) => 3 * value + 1))], compute);
  const apart = flows.columns[1].map((value, i) => Math.abs(value - flows.columns[0][i]));
  expect(Math.max(...apart)).toBeLessThan(1e-12);
});
