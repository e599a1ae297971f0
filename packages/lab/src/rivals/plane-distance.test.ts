import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { medianOfPlaneDistances } from "./plane-distance.js";

function listed(x: Float64Array, y: Float64Array): Float64Array {
  const n = x.length;
  const distance = (i: number, k: number) => Math.sqrt((x[i] - x[k]) ** 2 + (y[i] - y[k]) ** 2);
  return Float64Array.from({ length: n * n }, (_, at) => distance(Math.floor(at / n), at % n)).sort();
}

/** The definitions, by listing all n² distances. */
const byListing = {
  all: (x: Float64Array, y: Float64Array) => {
    const all = listed(x, y);
    return all[Math.floor((all.length - 1) / 2)];
  },
  nonzero: (x: Float64Array, y: Float64Array) => {
    const all = listed(x, y).filter((distance) => distance > 0);
    return (all[Math.floor((all.length - 1) / 2)] + all[Math.floor(all.length / 2)]) / 2;
  },
};

const columns = (n: number, step: number) => {
  const rng = seededRng(n);
  const draw = () =>
    Float64Array.from({ length: n }, () => (step ? Math.round(rng.normal() / step) * step : rng.normal()));
  return [draw(), draw()] as const;
};

describe("medianOfPlaneDistances is the median of the list, to the bit", () => {
  // From 1,450 rows not all pairs are listed; rounded columns have many equal distances, and equal points.
  test.each([
    { n: 2, step: 0 },
    { n: 3, step: 0 },
    { n: 40, step: 0 },
    { n: 41, step: 0.5 },
    { n: 1700, step: 0 },
    { n: 1701, step: 0.25 },
    { n: 1700, step: 1 },
    { n: 1702, step: 4 },
  ])("$n rows, rounded to $step", ({ n, step }) => {
    const [x, y] = columns(n, step);
    for (const counted of ["all", "nonzero"] as const) {
      expect(medianOfPlaneDistances(x, y, counted)).toBe(byListing[counted](x, y));
    }
  });

  test("half the points in one place: all distances have median 0, the others do not", () => {
    const x = Float64Array.from({ length: 60 }, (_, i) => (i < 50 ? 1 : i));
    expect(medianOfPlaneDistances(x, x, "all")).toBe(0);
    expect(medianOfPlaneDistances(x, x, "nonzero")).toBe(byListing.nonzero(x, x));
  });

  test("one point only: no distance", () => {
    expect(medianOfPlaneDistances(new Float64Array(5), new Float64Array(5), "nonzero")).toBeNaN();
  });
});
