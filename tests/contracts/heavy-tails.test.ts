/** @module-tag slow */
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const ROWS = 100_000;

/** Two independent columns, standardized, so that no dependence lowers the rank. */
function heavyPair(distribution: (rng: Rng) => number) {
  const rng = seededRng(3);
  const draw = () => Float64Array.from({ length: ROWS }, () => distribution(rng));
  const { x, y } = standardize(pairFromColumns(draw(), draw()));
  return [x, y];
}

// With heavy tails at large n in two dimensions the rank is no longer low: a full answer, or an error with the accuracy
// reached.
describe("100,000 heavy-tailed rows in two dimensions, 1 GB", () => {
  // The bound multiplies an error that neighbors share by their number, here tens of thousands, over λ = 0.1.
  test("lognormal: an answer whose error bound is below 1e-6", () => {
    const estimate = stein({ routines: compiledRoutines() }).estimate(heavyPair((rng) => Math.exp(rng.normal())));
    expect(estimate.measureError?.()).toBeLessThan(1e-6);
  });

  test("Cauchy: an error that names the accuracy reached, not a truncated answer", () => {
    const columns = heavyPair((rng) => rng.normal() / rng.normal());
    expect(() => stein({ routines: compiledRoutines() }).estimate(columns)).toThrow(
      expect.objectContaining({
        code: "accuracy-not-reached",
        value: expect.stringMatching(/accuracy \d.* with 1000 MB/),
      }),
    );
  });
});
