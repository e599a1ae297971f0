import { expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { kernelEntropy } from "./entropy.js";
import { tieStep } from "./ranks.js";

const normals = (n: number) => {
  const rng = seededRng(7);
  return Float64Array.from({ length: n }, () => rng.normal());
};
const rounded = (column: Float64Array, step: number) => column.map((value) => Math.round(value / step) * step);

test.each([0.05, 0.2, 1])("a column rounded to %f has that step", (step) => {
  expect(tieStep(rounded(normals(2000), step).sort())).toBeCloseTo(step, 12);
});

test("a continuous column, one with a few ties and a constant one have none", () => {
  expect(tieStep(normals(500).sort())).toBe(0);
  const someTies = normals(500).map((value, i) => (i % 3 === 0 ? 0.5 : value));
  expect(tieStep(someTies.sort())).toBe(0);
  expect(tieStep(new Float64Array(10).fill(2))).toBe(0);
});

test("rounding to up to a whole standard deviation changes the entropy by less than 0.08 nats", () => {
  const column = normals(2000);
  const entropy = kernelEntropy(column);
  for (const step of [0.01, 0.05, 0.2, 0.5, 1]) {
    expect(Math.abs(kernelEntropy(rounded(column, step)) - entropy)).toBeLessThan(0.08);
  }
});

test("on an uneven grid the distance is that to the nearer neighbor", () => {
  expect(tieStep(Float64Array.of(0, 0, 0, 1, 1, 1, 4, 4, 4))).toBe(1);
});
