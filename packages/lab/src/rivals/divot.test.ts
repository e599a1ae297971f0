import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { decide } from "../../../../tests/support/decide.js";
import { divotCost } from "./divot.js";

/** Twenty windows of twenty rows: the cost takes √n windows. */
const WINDOWS = 20;

/** In each window the same noise, which no line through the window explains, times the size of the window. */
function sample(sizeOf: (window: number) => number): [Float64Array, Float64Array] {
  const x = Float64Array.from({ length: WINDOWS * WINDOWS }, (_, i) => i);
  const bowl = Array.from({ length: WINDOWS }, (_, j) => (j - (WINDOWS - 1) / 2) ** 2);
  const { mean } = meanAndSd(bowl);
  const y = x.map((i) => {
    const window = Math.floor(i / WINDOWS);
    return 5 * Math.sin(window) + sizeOf(window) * (bowl[i % WINDOWS] - mean);
  });
  return [x, y];
}

describe("divot: the least variance of the transport's velocity, in closed form", () => {
  test("noise that is only shifted costs nothing, to 1e-12", () => {
    const { cost, noEvidence } = divotCost(...sample(() => 1));
    expect(cost).toBeLessThan(1e-12);
    expect(noEvidence).toBeUndefined();
  });

  test("noise e of size s(x): the best noise is mean(s)·e, which leaves var(s)/mean(s²), to 1e-12", () => {
    const sizeOf = (window: number) => 1 + window / 3;
    const { mean, sd } = meanAndSd(Array.from({ length: WINDOWS }, (_, w) => sizeOf(w)));
    const { cost } = divotCost(...sample(sizeOf));
    expect(Math.abs(cost - (sd * sd) / (sd * sd + mean * mean))).toBeLessThan(1e-12);
  });

  test("a cause of two values is two windows: normal noise of sizes 1 and 3 leaves var/mean of squares = 0.2", () => {
    const rng = seededRng(3);
    const level = Float64Array.from({ length: 400 }, (_, i) => i % 2);
    const { cost } = divotCost(
      level,
      level.map((at) => rng.normal() * (at ? 3 : 1)),
    );
    // 200 rows of each size: a standard error of 0.02.
    expect(Math.abs(cost - 0.2)).toBeLessThan(0.06);
  });

  test("a column that is nearly always 0 has no conditional distributions: cannot tell", () => {
    const rng = seededRng(5);
    const mostly = Float64Array.from({ length: 200 }, (_, i) => (i % 50 === 0 ? rng.normal() : 0));
    const other = mostly.map((value) => value + rng.normal());
    const { verdict, findings } = decide(pairFromColumns(mostly, other, { x: "rain", y: "flow" }), { method: "divot" });
    expect(verdict).toBe("cannot-tell");
    expect(findings.find(({ code }) => code === "too-few-levels")?.sentence).toContain('"rain"');
  });
});
