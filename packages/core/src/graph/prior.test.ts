import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { standardizeColumn } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { fitGraph } from "./fitted-graph.js";
import { graphFlows } from "./local-scores.js";
import { priorOn } from "./prior.js";

const compute = { routines: compiledRoutines() };

test("columns with heavy tails that are nearly functions of each other have a description, given any of the others", () => {
  for (const seed of [1, 2, 3]) {
    const rng = seededRng(seed);
    const u = Float64Array.from({ length: 1000 }, () => (1 - rng.uniform()) ** (-1 / 0.7));
    const raw = [u, u.map((value) => 3 * value + rng.normal()), u.map(Math.sqrt), u.map((value) => value * value)];
    const standard = raw.map((values) => standardizeColumn(values, "u"));
    const columns = standard.map(({ values }) => values);
    const flows = graphFlows(columns, compute);
    for (let column = 0; column < 4; column++) {
      const others = [0, 1, 2, 3].filter((other) => other !== column);
      for (const parents of [others, others.slice(1), others.slice(0, 2), [others[0], others[2]]]) {
        expect(Number.isFinite(flows.nats(column, parents))).toBe(true);
      }
    }
    const fit = fitGraph({ columns, scales: standard.map(({ scale }) => scale) }, [[], [0, 2, 3], [], []], compute);
    const moved = fit.follow(columns, new Map([[0, 0]]))[1];
    expect(moved.every(Number.isFinite)).toBe(true);
  }
});

test("a prior variance is the one asked for, unless the function would explain 10¹² times the noise", () => {
  const gram = { data: Float64Array.of(1e3, 1e7, 1e7, 1e11), rows: 2, cols: 2 };
  // The second function is 10⁴ times the first: to the digits of the Gram matrix they are the same.
  const { variances, factor, cost } = priorOn(gram, Float64Array.of(1e7, 1e7));
  expect(variances).toEqual(Float64Array.of(1e7, 10));
  expect([factor.data[0], factor.data[3]].every((pivot) => pivot > 0)).toBe(true);
  expect(cost).toBeGreaterThan(0);
});
