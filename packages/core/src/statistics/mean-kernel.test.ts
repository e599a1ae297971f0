import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { plainRoutines } from "../compute/plain-routines.js";
import type { Column } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { meanGaussianKernel } from "./mean-kernel.js";

const rng = seededRng(8);
const draw = (n: number, next: () => number): Column => Float64Array.from({ length: n }, next);

function byDefinition(u: Column, v: Column): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) {
    for (let j = 0; j < u.length; j++) sum += Math.exp(-0.5 * ((u[i] - u[j]) ** 2 + (v[i] - v[j]) ** 2));
  }
  return sum / u.length / u.length;
}

const planes: Readonly<Record<string, readonly [Column, Column]>> = {
  "a normal": [draw(300, () => 2.3 * rng.normal()), draw(300, () => 2.3 * rng.normal())],
  "two groups": [draw(200, () => (rng.uniform() < 0.5 ? 0 : 20) + rng.normal()), draw(200, () => rng.uniform())],
  "a lattice": [draw(300, () => Math.round(3 * rng.normal())), draw(300, () => Math.round(2 * rng.normal()))],
  "one point": [new Float64Array(20).fill(3), new Float64Array(20).fill(-7)],
};

for (const [name, points] of Object.entries(planes)) {
  test(`the mean over all pairs of ${name}`, () => {
    for (const routines of [plainRoutines, compiledRoutines()]) {
      const error = (meanGaussianKernel(points, Infinity, routines) ?? Number.NaN) - byDefinition(...points);
      expect(Math.abs(error)).toBeLessThan(2e-10);
    }
  });
}

test("nothing where points far out would make the grid large", () => {
  const far = draw(300, () => rng.normal());
  far[7] = 1e6;
  expect(meanGaussianKernel([far, planes["a normal"][1]], 1e7, plainRoutines)).toBeUndefined();
});
