import { structuralFigure } from "@causal-velocity/core/explain/figures/structural-figure.js";
import { structuralModel } from "@causal-velocity/core/explain/structural-model.js";
import { intervene } from "@causal-velocity/core/graph/intervene.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { basisVelocity, polynomialTerms } from "@causal-velocity/core/velocity/basis.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();
const bend = (x: number): number => Math.sin(1.5 * x) + 0.5 * x;
const scale = (x: number): number => 0.3 + 0.1 * x * x;
/** 95% of a standard normal distribution lie below. */
const UPPER = 1.6448536269514722;

/** y = sin(1.5x) + x/2 + (0.3 + x²/10) noise for a normal cause. */
function bentPair(n: number, seed: number): Pair {
  const rng = seededRng(seed);
  const x = Float64Array.from({ length: n }, () => rng.normal());
  const y = x.map((value) => bend(value) + scale(value) * rng.normal());
  return pairFromColumns(x, y, { x: "dose", y: "response" });
}

const pair = bentPair(1000, 3);
const table = tableFromColumns([
  { name: "dose", values: pair.x },
  { name: "response", values: pair.y },
]);
const graph = { columns: ["dose", "response"], edges: [{ from: "dose", to: "response" }] };
const at = [-1.2, -0.5, 0.4, 1.1];
const model = structuralModel(pair, { direction: "x->y", at, samples: 4000, density: true }, { routines });

describe("structuralModel", () => {
  // A quantile of a normal distribution varies twice as much as its mean.
  test("mean and standard deviation are those of the mechanism, to 6% of the effect's sd of 1.1, quantiles to 12%", () => {
    for (const { cause, mean, sd, quantiles, supported } of model.at) {
      const [location, spread] = [bend(cause), scale(cause)];
      const truth = [location, spread, location - UPPER * spread, location, location + UPPER * spread];
      [mean, sd, ...quantiles].forEach(({ value, low, high }, k) => {
        expect(Math.abs(value - truth[k]), `number ${k} at ${cause}`).toBeLessThan(k < 2 ? 0.066 : 0.13);
        expect(low).toBeLessThan(value);
        expect(high).toBeGreaterThan(value);
      });
      expect(supported).toBe(true);
    }
    expect([model.method, model.halves, model.findings]).toEqual(["location-scale", 20, []]);
  });

  // Both keep the noise of every row and move it; only the regressions behind the flows differ.
  test("agrees with `intervene` in the graph of the two columns, within the two bands together", () => {
    model.at.forEach(({ cause, mean, sd, quantiles: [low, median, high] }) => {
      const { changes } = intervene(table, graph, { set: { column: "dose", value: cause } }, { routines });
      const { after, supported } = changes[0];
      const [first, , middle, , last] = after.quantiles;
      const numbers = [
        [mean, after.mean],
        [sd, after.sd],
        [low, first],
        [median, middle],
        [high, last],
      ];
      for (const [mine, theirs] of numbers) {
        const room = (mine.high - mine.low + theirs.high - theirs.low) / 2;
        expect(Math.abs(mine.value - theirs.value)).toBeLessThan(room);
      }
      expect(supported).toBe(1);
    });
  });

  test("refuses values outside the data in the words of `intervene`, and takes the ends of the range", () => {
    const refusal = (ask: () => unknown): InputError => {
      try {
        ask();
      } catch (error) {
        if (error instanceof InputError) return error;
      }
      throw new Error("a refusal was expected");
    };
    const mine = refusal(() => structuralModel(pair, { direction: "x->y", at: [99] }));
    const theirs = refusal(() => intervene(table, graph, { set: { column: "dose", value: 99 } }));
    expect([mine.code, mine.value, mine.expected]).toEqual([theirs.code, theirs.value, theirs.expected]);
    const ends = [Math.min(...pair.x), Math.max(...pair.x)];
    const found = structuralModel(pair, { direction: "x->y", at: ends }, { routines });
    expect(found.at.map(({ cause }) => cause)).toEqual(ends);
    // The outermost row of 1,000 normal ones has no surroundings on one side.
    expect(found.findings.map(({ code }) => code)).toContain("outside-support");
  });

  test("rows drawn have the distribution of the model, and noise that is their effect at the baseline", () => {
    const { cause, effect, noise } = model.samples ?? { cause: pair.x, effect: pair.y, noise: pair.y };
    expect(cause.length).toBe(4000);
    const [drawn, rows] = [meanAndSd(effect), meanAndSd(pair.y)];
    // Four standard errors of a mean of 4,000 rows.
    expect(Math.abs(drawn.mean - rows.mean)).toBeLessThan((4 * rows.sd) / Math.sqrt(4000));
    expect(Math.abs(drawn.sd / rows.sd - 1)).toBeLessThan(0.06);
    const near = effect.filter((_, i) => Math.abs(cause[i] - model.baseline) < 0.02);
    const same = noise.filter((_, i) => Math.abs(cause[i] - model.baseline) < 0.02);
    // The mean slope is at most 2, so 0.02 away from the baseline an effect has moved by 0.04 and a little noise.
    expect(near.length).toBeGreaterThan(10);
    expectAllClose(near, same, { rtol: 0.06, scale: 1 });
  });

  test("densities integrate to 1 and have the model's mean, but for what lies outside the rows and for smoothing", () => {
    const { effect, at: densities } = model.density ?? { effect: pair.y, at: [] };
    const step = effect[1] - effect[0];
    densities.forEach((density, k) => {
      const mass = density.reduce((sum, value) => sum + value * step, 0);
      const mean = density.reduce((sum, value, i) => sum + value * effect[i] * step, 0) / mass;
      expect(Math.abs(mass - 1)).toBeLessThan(0.01);
      expect(Math.abs(mean - model.at[k].mean.value)).toBeLessThan(0.01);
    });
  });

  test("other units and the other order of the columns give the same answers in these units", () => {
    const moved = pairFromColumns(
      pair.y.map((value) => 7 - 2 * value),
      pair.x.map((value) => 10 * value + 3),
      { x: "r", y: "d" },
    );
    const request = { direction: "y->x", at: at.map((value) => 10 * value + 3), quantiles: [0.95, 0.5, 0.05] } as const;
    const other = structuralModel(moved, request, { routines });
    other.at.forEach(({ mean, sd, quantiles }, k) => {
      expect(mean.value).toBeCloseTo(7 - 2 * model.at[k].mean.value, 6);
      expect(sd.value).toBeCloseTo(2 * model.at[k].sd.value, 6);
      quantiles.forEach(({ value }, q) => {
        expect(value).toBeCloseTo(7 - 2 * model.at[k].quantiles[q].value, 6);
      });
    });
  });

  test("without values: eleven over the middle 90%, with few digits, and a picture that ends there", () => {
    const found = structuralModel(pair, { direction: "x->y" }, { routines });
    const causes = found.at.map(({ cause }) => cause);
    expect(causes).toHaveLength(11);
    for (const cause of causes) expect(String(Math.abs(cause)).length).toBeLessThan(6);
    const share = pair.x.filter((value) => value >= causes[0] && value <= causes[10]).length / pair.x.length;
    expect(Math.abs(share - 0.9)).toBeLessThan(0.01);
    const marks = structuralFigure(pair, found).panels[0].marks;
    expect(marks.map((mark) => mark.label)).toEqual([
      undefined,
      "band of the mean, nine in ten",
      "quantiles: 5%, 50%, 95%",
      "mean",
      "values asked for",
    ]);
  });

  test("where curves run to infinity there is no mean, a quantile if its own curve arrives, and a finding", () => {
    // dy/dx = y²: the curve of a row ends at 1/y beyond its cause. One far row makes 2 a value within the range.
    const rng = seededRng(11);
    const x = Float64Array.from({ length: 600 }, (_, i) => (i === 0 ? 3 : rng.uniform()));
    const y = x.map((value, i) => (i === 0 ? 1 : 1 / (1 / (0.3 + 0.3 * rng.uniform()) - value)));
    const found = structuralModel(
      pairFromColumns(x, y, { x: "dose", y: "response" }),
      { direction: "x->y", at: [2.4], quantiles: [0.01] },
      { velocity: basisVelocity("square", polynomialTerms(2)), routines },
    );
    const [{ mean, quantiles }] = found.at;
    expect([mean.value, mean.low]).toEqual([Number.NaN, Number.NaN]);
    expect(Number.isFinite(quantiles[0].value)).toBe(true);
    expect(found.findings.map(({ code }) => code)).toContain("lost-curves");
  });

  test.each([
    [{ direction: "up" }, "direction"],
    [{ direction: "x->y", at: [] }, "at"],
    [{ direction: "x->y", quantiles: [1.5] }, "quantiles"],
    [{ direction: "x->y", samples: -1 }, "samples"],
  ])("refuses %j", (request, name) => {
    expect(() => structuralModel(pair, request as never)).toThrow(
      expect.objectContaining({ code: "wrong-option", message: expect.stringContaining(name) }),
    );
  });
});
