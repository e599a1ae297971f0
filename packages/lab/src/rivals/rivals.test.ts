import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { decide } from "../../../../tests/support/decide.js";
import { binOf } from "./cds-and-cdci.js";

// Formulas written out a second time. Golden numbers of other implementations are in tests/golden/rivals.test.ts.

const rng = seededRng(41);
const draw = (n: number, f: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => f(i));
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, v) => sum + v, 0) / values.length;

const x = draw(150, () => rng.uniform());
const pair = pairFromColumns(
  x,
  x.map((v) => v + 0.5 * rng.uniform() * rng.uniform()),
);

test("lingam: the difference of entropies of cause and standardized residual, to 1e-12", () => {
  const { x: a, y: b } = standardize(pair);
  const entropy = (u: Float64Array) =>
    0.5 * (1 + Math.log(2 * Math.PI)) -
    79.047 * (mean(u.map((t) => Math.log(Math.cosh(t)))) - 0.37457) ** 2 -
    7.4129 * mean(u.map((t) => t * Math.exp((-t * t) / 2))) ** 2;
  const r = mean(a.map((v, i) => v * b[i]));
  const residual = (cause: Float64Array, effect: Float64Array) =>
    effect.map((v, i) => (v - r * cause[i]) / Math.sqrt(1 - r * r));
  const { cost } = decide(pair, { method: "lingam" });
  expect(cost["x->y"]).toBeCloseTo(entropy(a) + entropy(residual(a, b)), 12);
  expect(cost["y->x"]).toBeCloseTo(entropy(b) + entropy(residual(b, a)), 12);
});

describe("igci", () => {
  test("equal spacings: the uniform's entropy plus −ln(n − 1) + ψ(n) − ψ(1), Euler's constant in the limit", () => {
    const n = 5000;
    const even = pairFromColumns(
      draw(n, (i) => i),
      draw(n, (i) => i * i * i),
    );
    const { cost } = decide(even, { method: "igci-uniform" });
    expect(cost["x->y"]).toBeCloseTo(-0.5772156649, 3);
    // The cube of a uniform has the entropy ∫ ln(3x²)dx = ln 3 − 2 (above that of its spacings, −γ).
    expect(cost["y->x"]).toBeCloseTo(-0.5772156649 - (Math.log(3) - 2), 1);
  });

  test("by slopes: the mean of ln f′, here ∫ ln(3x²)dx = ln 3 − 2, and of ln 1/f′ in the other direction", () => {
    const n = 5000;
    const even = pairFromColumns(
      draw(n, (i) => i),
      draw(n, (i) => i * i * i),
    );
    const { cost } = decide(even, { method: "igci-uniform-slope" });
    expect(cost["x->y"]).toBeCloseTo(Math.log(3) - 2, 2);
    expect(cost["y->x"]).toBeCloseTo(2 - Math.log(3), 2);
  });
});

test("reci: a cube is fitted perfectly, with cost 0", () => {
  const cube = pairFromColumns(
    draw(100, (i) => i),
    draw(100, (i) => i * i * i),
  );
  for (const method of ["reci", "reci-cubic"]) {
    const { cost, verdict } = decide(cube, { method });
    expect(cost["x->y"]).toBeLessThan(1e-28);
    expect(verdict).toBe("x->y");
  }
});

test("anm-gp as published is n times ours if it leaves out no rows", () => {
  const [ours, theirs] = [false, true].map((asPublished) => decide(pair, { method: "anm-gp", asPublished }).cost);
  expect(theirs["x->y"]).toBeCloseTo(150 * ours["x->y"], 9);
  expect(theirs["y->x"]).toBeCloseTo(150 * ours["y->x"], 9);
});

test("bins are half a unit wide, halves go to the even bin, all beyond the last belong to it", () => {
  const bins = [-9, -1.25, -0.75, -0.25, -0.2, 0, 0.25, 0.26, 0.75, 1.25, 1.3, 9].map((value) => binOf(value) - 6);
  expect(bins).toEqual([-6, -2, -2, 0, 0, 0, 0, 1, 2, 2, 3, 6]);
});

test("an option of the wrong type is refused", () => {
  const options = { method: "anm-gp", asPublished: "yes" as unknown as boolean };
  expect(() => decide(pair, options)).toThrow(/option asPublished: "yes"; expected true or false/);
});
