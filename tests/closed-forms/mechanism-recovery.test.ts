import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { orient } from "@causal-velocity/core/fit/orient.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { pairScores } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import {
  type BasisTerm,
  basisVelocity,
  fourierTerms,
  monomial,
  polynomialTerms,
  termsInUserUnits,
} from "@causal-velocity/core/velocity/basis.js";
import { anmVelocity, lsnmVelocity, type SplineOptions } from "@causal-velocity/core/velocity/spline-velocities.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";
import { mechanismError, trueOrientation } from "@causal-velocity/lab/evaluate/mechanism-error.js";
import { normalDistribution } from "@causal-velocity/lab/simulate/distributions.js";
import { flowMechanism } from "@causal-velocity/lab/simulate/flow-mechanism.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { pairOf, type SimulatedPair, sampleModel } from "@causal-velocity/lab/simulate/simulator.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

// fig:gt_score_estim and fig:LSNM_sample_size: the flow of a fitted velocity, eq:scm_flow, against the true mechanism.

const routines = compiledRoutines();
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const median = (values: readonly number[]) => values.slice().sort((a, b) => a - b)[values.length >> 1];

function known(simulated: SimulatedPair) {
  const orientation = trueOrientation(simulated);
  if (!orientation) throw new TypeError(`${simulated.kind} knows its scores`);
  return orientation;
}

const withTrueScores = (velocity: VelocityClass, simulated: SimulatedPair, at = known(simulated)) =>
  mechanismError(fitVelocity(velocity, at.causal), simulated);

const withEstimates = (velocity: VelocityClass, simulated: SimulatedPair) => {
  const pair = standardize(simulated.pair);
  const at = orient(pair, pairScores(pair, stein({ routines })), "x->y");
  return mechanismError(fitVelocity(velocity, at), simulated).error;
};

/** v = 0.4 + 0.3x − 0.5y + 0.2xy, a polynomial before and after standardizing. */
function polynomialPair(seed: number): SimulatedPair {
  const mechanism = flowMechanism({
    name: "polynomial",
    into(y, x, out) {
      out.v = 0.4 + 0.3 * x - 0.5 * y + 0.2 * x * y;
      out.dEffect = -0.5 + 0.2 * x;
      out.dEffectEffect = 0;
      out.dCause = 0.3 + 0.2 * y;
    },
  });
  const model = { cause: normalDistribution(), noise: normalDistribution(), mechanism };
  return pairOf("polynomial", sampleModel(model, 300, seededRng(seed)), false);
}

describe("with true scores and a class that contains the true velocity (fig:gt_score_estim)", () => {
  // Least squares has a residual of 0, so the error is that of the solver, 10⁻⁹ a step with about ten steps a curve, or
  // rounding if curves have a closed form.
  test.each(NUMBERS)("a velocity of six periodic functions recovers its mechanism to 1e-8: pair %i", (number) => {
    const simulated = simulate("gaussian-velocity", { n: 300, number });
    const { x: cause, y: effect } = known(simulated).pair.scale;
    const velocity = basisVelocity("fourier", termsInUserUnits(fourierTerms(), { cause, effect }));
    expect(withTrueScores(velocity, simulated).error).toBeLessThan(1e-8);
  });

  test("a polynomial velocity recovers its mechanism: to 1e-12 in closed form, to 1e-8 by the solver", {
    tags: ["slow"],
  }, () => {
    const simulated = polynomialPair(1);
    const errorOf = (terms: readonly BasisTerm[]) =>
      withTrueScores(basisVelocity("polynomial", terms), simulated).error;
    // The simulator follows its curves to 10⁻¹².
    expect(errorOf(polynomialTerms(2).filter(isAffine))).toBeLessThan(1e-12);
    expect(errorOf(polynomialTerms(2))).toBeLessThan(1e-8);
    // Without the product term the class does not contain the true velocity.
    expect(errorOf(polynomialTerms(1))).toBeGreaterThan(0.01);
  });

  // The error of cubic splines falls with the fourth power of the distance of their knots where there are rows, and
  // more slowly in the tails, where knots at quantiles stay far apart. A third of the error for twice the knots covers
  // both.
  describe.each<[string, (options: SplineOptions) => VelocityClass, number, number]>([
    ["gaussian-anm", anmVelocity, 0.001, 0.0002],
    ["gaussian-lsnm", lsnmVelocity, 0.001, 0.0001],
    // Random noise distributions have long tails, in which the outer knots are farther apart.
    ["anm", anmVelocity, 0.01, 0.002],
    ["lsnm", lsnmVelocity, 0.02, 0.0005],
  ])("%s", (kind, classOf, worst, typical) => {
    const pairs = NUMBERS.slice(0, 5).map((number) => {
      const simulated = simulate(kind, { n: 1000, number });
      return { simulated, at: known(simulated) };
    });
    const errors = (options: SplineOptions) =>
      pairs.map(({ simulated, at }) => withTrueScores(classOf(options), simulated, at).error);

    test(`the default splines recover every mechanism to ${worst} sd, half of them to ${typical}`, () => {
      const found = errors({});
      expect(Math.max(...found)).toBeLessThan(worst);
      expect(median(found)).toBeLessThan(typical);
    });

    test("the rest is the splines' error: twice the knots, less than a third of it", () => {
      const [few, more, many] = [12, 24, 48].map((size) => median(errors({ size, ridge: 0 })));
      expect(more).toBeLessThan(few / 3);
      expect(many).toBeLessThan(more / 3);
    });
  });
});

describe("with estimated scores (fig:LSNM_sample_size)", () => {
  test.each([
    ["gaussian-anm", anmVelocity()],
    ["gaussian-lsnm", lsnmVelocity()],
  ])("%s: the median error falls from 200 to 1,000 to 5,000 rows, by a third at least each time", (kind, velocity) => {
    const [few, more, many] = [200, 1000, 5000].map((n) =>
      median(NUMBERS.map((number) => withEstimates(velocity, simulate(kind, { n, number })))),
    );
    expect(more).toBeLessThan((2 / 3) * few);
    expect(many).toBeLessThan((2 / 3) * more);
    // The error is that of the estimates, not of the splines: with the true scores it is a hundredth or less.
    expect(many).toBeGreaterThan(0.01);
    expect(many).toBeLessThan(0.06);
  });
});

describe("the measure", () => {
  test("for the velocity 0 it is √(2·Var m)/sd, to the grid's 5%", () => {
    // Counterfactuals of v = 0 stay at m(x) + ε while the true ones are m(x') + ε, with x and x' independent.
    const simulated = simulate("gaussian-anm", { n: 5000, number: 8 });
    const still = basisVelocity("still", [monomial(0, 0)]);
    const fit = fitVelocity(still, known(simulated).causal);
    const { error, lostShare } = mechanismError({ ...fit, theta: Float64Array.of(0) }, simulated);
    const { mechanism, pair, noise } = simulated;
    const m = pair.x.map((x) => mechanism?.effect(x, 0) ?? Number.NaN);
    const variance = (column: Float64Array) => {
      const mean = column.reduce((a, b) => a + b) / column.length;
      return column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
    };
    expect(noise).toHaveLength(5000);
    const expected = Math.sqrt((2 * variance(m)) / variance(pair.y));
    expect(Math.abs(error / expected - 1)).toBeLessThan(0.05);
    expect(lostShare).toBe(0);
  });

  test("lost curves make it NaN and are counted", () => {
    const simulated = simulate("gaussian-anm", { n: 300 });
    const square = fitVelocity(basisVelocity("square", [monomial(0, 2)]), known(simulated).causal);
    const { error, lostShare } = mechanismError({ ...square, theta: Float64Array.of(1) }, simulated);
    expect(error).toBeNaN();
    // y′ = y² from y₀ blows up within 1/|y₀|: so do many curves that run about one sd from starts of about one.
    expect(lostShare).toBeGreaterThan(0.02);
    expect(lostShare).toBeLessThan(0.5);
  });

  test("is the same for both orders of the columns", () => {
    const errors = (["x->y", "y->x"] as const).map((direction) => {
      const simulated = simulate("gaussian-lsnm", { n: 400, number: 5, direction });
      return withTrueScores(lsnmVelocity(), simulated).error;
    });
    expect(errors[1]).toBe(errors[0]);
  });

  test("a pair without a mechanism is refused", () => {
    const fit = fitVelocity(anmVelocity(), known(simulate("gaussian-anm", { n: 50 })).causal);
    const refused = expect.objectContaining({ code: "wrong-option" });
    expect(() => mechanismError(fit, simulate("hidden-cause", { n: 50 }))).toThrow(refused);
  });
});

function isAffine({ powers }: BasisTerm): boolean {
  return (powers?.effect ?? 2) < 2;
}
