import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "@causal-velocity/lab/simulate/distribution.js";
import {
  gumbelDistribution,
  logisticDistribution,
  normalDistribution,
} from "@causal-velocity/lab/simulate/distributions.js";
import { jointDensity } from "@causal-velocity/lab/simulate/joint-density.js";
import { additiveMechanism, locationScaleMechanism } from "@causal-velocity/lab/simulate/mechanism.js";
import type { SmoothFunction } from "@causal-velocity/lab/simulate/smooth-function.js";
import { describe, expect, test } from "vitest";
import { decide } from "../support/decide.js";

// The basis of SCORE and NoGAM, derived in sec:appendix:scorebasedanm from the continuity equation, with true
// densities.

const cubic: SmoothFunction = { value: (t) => t ** 3 / 3 + t, slope: (t) => t ** 2 + 1, curvature: (t) => 2 * t };
const growing: SmoothFunction = { value: (t) => 1 + t * t, slope: (t) => 2 * t, curvature: () => 2 };
const POINTS = [-1.3, -0.4, 0.2, 0.9, 1.7].flatMap((x) => [-1.1, 0.3, 0.8].map((noise) => ({ x, noise })));
const STEP = 1e-4;

function curvatureAlong(axis: "cause" | "effect", noise: Distribution, mechanism = additiveMechanism(cubic)): number[] {
  const density = jointDensity({ cause: normalDistribution(), noise, mechanism });
  return POINTS.map(({ x, noise: e }) => {
    const y = mechanism.effect(x, e);
    const at = (by: number) => (axis === "effect" ? density.score(y + by, x).effect : density.score(y, x + by).cause);
    return (at(STEP) - at(-STEP)) / (2 * STEP);
  });
}
const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

describe("sec:appendix:scorebasedanm", () => {
  test("additive Gaussian noise: ∂s_y/∂y = −1/σ² everywhere, to 1e-7, and ∂s_x/∂x is not constant", () => {
    for (const value of curvatureAlong("effect", normalDistribution())) expect(value).toBeCloseTo(-1, 7);
    expect(spread(curvatureAlong("cause", normalDistribution()))).toBeGreaterThan(1);
  });

  test("other noise, or a scale that depends on the cause, breaks that", () => {
    expect(spread(curvatureAlong("effect", gumbelDistribution()))).toBeGreaterThan(0.1);
    expect(
      spread(curvatureAlong("effect", normalDistribution(), locationScaleMechanism(cubic, growing))),
    ).toBeGreaterThan(0.1);
  });

  test.each([normalDistribution(), gumbelDistribution(), logisticDistribution()])(
    "additive $name noise: s_y(x, y) is the noise's own score",
    (distribution) => {
      const mechanism = additiveMechanism(cubic);
      const density = jointDensity({ cause: normalDistribution(), noise: distribution, mechanism });
      for (const { x, noise } of POINTS) {
        expect(density.score(mechanism.effect(x, noise), x).effect).toBeCloseTo(distribution.score(noise), 10);
      }
    },
  );

  test("so both methods find the effect of an additive Gaussian sample, and the costs are those of the noise", () => {
    const rng = seededRng(4);
    const x = Float64Array.from({ length: 600 }, () => rng.normal());
    const y = x.map((value) => Math.sin(2 * value) + 0.4 * rng.normal());
    for (const method of ["score", "nogam"]) {
      const { verdict, cost } = decide(pairFromColumns(x, y), { method });
      expect(verdict).toBe("x->y");
      expect(cost["x->y"]).toBeLessThan(0.5 * cost["y->x"]);
    }
  });
});
