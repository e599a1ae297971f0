import { gofResidualInto } from "@causal-velocity/core/fit/gof.js";
import { normalDistribution } from "@causal-velocity/lab/simulate/distributions.js";
import { exponentialVelocity } from "@causal-velocity/lab/simulate/driving-velocities.js";
import { flowMechanism } from "@causal-velocity/lab/simulate/flow-mechanism.js";
import { jointDensity } from "@causal-velocity/lab/simulate/joint-density.js";
import { mechanismJet, velocityOf } from "@causal-velocity/lab/simulate/mechanism.js";
import { families } from "@causal-velocity/lab/simulate/random/families.js";
import { randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { simulate, simulators } from "@causal-velocity/lab/simulate/simulate.js";
import { rolesOf, type SimulatedPair } from "@causal-velocity/lab/simulate/simulator.js";
import { trueScores, trueVelocity } from "@causal-velocity/lab/simulate/truth.js";
import { describe, expect, test } from "vitest";

const withScores = simulators.filter(({ knows }) => knows === "scores" || knows === "joint-scores");
const withMarginal = simulators.filter(({ knows }) => knows === "scores");
const withVelocity = simulators.filter(({ knows }) => knows !== "nothing");

/** Central difference with one step of Richardson's extrapolation: error h⁴. */
function slope(f: (t: number) => number, t: number, h: number): number {
  const central = (step: number) => (f(t + step) - f(t - step)) / (2 * step);
  return (4 * central(h / 2) - central(h)) / 3;
}

/** Rows where the density is not so steep that rounding dominates its differences. */
function gentleRows(simulated: SimulatedPair): number[] {
  const { cause, effect } = rolesOf(simulated);
  return [...cause.keys()].filter((i) => {
    const score = simulated.density?.score(effect[i], cause[i]);
    return score !== undefined && Math.abs(score.cause) + Math.abs(score.effect) < 100;
  });
}

// Rounding of log p (1e-14, in flows 1e-12) over a step of 1e-3, and the Runge-Kutta error of ∂x in flows, 1e-7.
describe("appx:experiment:syndetails: true joint scores equal differences of the log density to 1e-6", () => {
  test.each(withScores)("$name", ({ name }) => {
    const simulated = simulate(name, { n: 40, seed: 5 });
    const { cause, effect } = rolesOf(simulated);
    const density = simulated.density;
    if (!density) throw new Error("the registry promises scores");
    const scores = trueScores(simulated);
    const rows = gentleRows(simulated).slice(0, 12);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const i of rows) {
      const { cause: sx, effect: sy } = density.score(effect[i], cause[i]);
      const h = 1e-2 / (10 + Math.abs(sx) + Math.abs(sy));
      const size = 1 + Math.abs(sx) + Math.abs(sy);
      const dx = slope((t) => density.logDensity(effect[i], t), cause[i], h);
      const dy = slope((t) => density.logDensity(t, cause[i]), effect[i], h);
      expect(Math.abs(dx - sx) / size, `row ${i}: ∂cause ${dx}, score ${sx}`).toBeLessThan(1e-6);
      expect(Math.abs(dy - sy) / size, `row ${i}: ∂effect ${dy}, score ${sy}`).toBeLessThan(1e-6);
      // From the noise, as in the simulation, and from the effect: the same up to the flow's error.
      expect(Math.abs((scores?.jointCause[i] ?? NaN) - sx) / size).toBeLessThan(1e-6);
      expect(Math.abs((scores?.jointEffect[i] ?? NaN) - sy) / size).toBeLessThan(1e-6);
    }
  });

  test("the printed sign, + f⁻¹·∂f⁻¹, is off by more than 1 on the same rows", () => {
    const { density, pair } = simulate("gaussian-anm", { n: 40, seed: 5 });
    if (!density) throw new Error("the registry promises scores");
    const { mechanism } = density.model;
    const printed = (y: number, x: number) => mechanism.noise(y, x) / 0.04;
    const gaps = [...pair.x.keys()].map((i) =>
      Math.abs(printed(pair.y[i], pair.x[i]) - density.score(pair.y[i], pair.x[i]).effect),
    );
    expect(Math.max(...gaps)).toBeGreaterThan(1);
  });
});

describe("thm:id: true scores and the true velocity leave a residual below 1e-9 of the terms' size", () => {
  test.each(withScores)("$name", ({ name }) => {
    for (const direction of ["x->y", "y->x"] as const) {
      const simulated = simulate(name, { n: 150, seed: 6, direction });
      const field = trueVelocity(simulated);
      const scores = trueScores(simulated);
      if (!field || !scores) throw new Error("the registry promises scores");
      const residual = new Float64Array(150);
      gofResidualInto({ direction, ...rolesOf(simulated), ...scores }, field, residual);
      for (let i = 0; i < 150; i++) {
        const size = 1 + Math.abs(scores.jointCause[i]) + Math.abs(field.v[i] * scores.jointEffect[i]);
        expect(Math.abs(residual[i]) / size).toBeLessThan(1e-9);
      }
    }
  });

  test("a velocity 1% too large does not pass", () => {
    const simulated = simulate("gaussian-lsnm", { n: 150, seed: 6 });
    const field = trueVelocity(simulated);
    const scores = trueScores(simulated);
    if (!field || !scores) throw new Error("the registry promises scores");
    const residual = new Float64Array(150);
    const wrong = { ...field, v: field.v.map((v) => 1.01 * v) };
    gofResidualInto({ direction: "x->y", ...rolesOf(simulated), ...scores }, wrong, residual);
    expect(Math.max(...residual.map(Math.abs))).toBeGreaterThan(1e-3);
  });
});

describe("eqn:generator, tab:examples, thm:scm:velocity: v is the slope of the counterfactual f(x′, e), and its derivatives are its slopes", () => {
  test.each(withVelocity)("$name", ({ name }) => {
    const simulated = simulate(name, { n: 30, seed: 8 });
    const { mechanism, noise } = simulated;
    const { cause, effect } = rolesOf(simulated);
    if (!mechanism || !noise) throw new Error("the registry promises a velocity");
    const jet = mechanismJet();
    const velocityAt = (y: number, x: number) => {
      mechanism.jetInto(x, mechanism.noise(y, x), jet);
      return velocityOf(jet).v;
    };
    const field = trueVelocity(simulated);
    let compared = 0;
    for (let i = 0; i < 30; i++) {
      mechanism.jetInto(cause[i], noise[i], jet);
      expect(jet.effect).toBeCloseTo(effect[i], 12);
      // Curves that a flow brings together cannot be separated backward; the scale of the LS kinds is 0 at their
      // smallest row.
      if (!(Math.abs(jet.dNoise) > 0.01)) continue;
      compared += 1;
      const v = velocityOf(jet);
      expect(field?.v[i]).toBe(v.v);
      const size = 1 + Math.abs(v.v) + Math.abs(v.dvDEffect) + Math.abs(v.dvDCause);
      const counterfactual = slope((t) => mechanism.effect(t, noise[i]), cause[i], 1e-3);
      expect(Math.abs(counterfactual - v.v) / size).toBeLessThan(1e-6);
      expect(Math.abs(slope((t) => velocityAt(t, cause[i]), effect[i], 1e-3) - v.dvDEffect) / size).toBeLessThan(1e-5);
      expect(Math.abs(slope((t) => velocityAt(effect[i], t), cause[i], 1e-3) - v.dvDCause) / size).toBeLessThan(1e-5);
      expect(Math.abs(mechanism.noise(effect[i], cause[i]) - noise[i])).toBeLessThan(1e-5);
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe("appx:experiment:syndetails: the effect's marginal score", () => {
  test("linear-gaussian: −y, to 1e-7, both row by row and from the table", () => {
    for (const n of [100, 1000]) {
      const simulated = simulate("linear-gaussian", { n, seed: 4 });
      const scores = trueScores(simulated);
      for (let i = 0; i < n; i++) expect(scores?.scoreEffect?.[i]).toBeCloseTo(-simulated.pair.y[i], 6);
      expect(scores?.effectError).toBeLessThan(1e-6);
    }
  });

  test("independent: the noise's own score, within the stated error", () => {
    const simulated = simulate("independent", { n: 100, seed: 4 });
    const scores = trueScores(simulated);
    const distribution = simulated.density?.model.noise;
    for (let i = 0; i < 100; i++) {
      const gap = Math.abs((scores?.scoreEffect?.[i] ?? NaN) - (distribution?.score(simulated.pair.y[i]) ?? NaN));
      expect(gap).toBeLessThanOrEqual((scores?.effectError ?? 0) + 1e-9);
    }
  });

  test.each(withMarginal)("$name: the derivative of its own log density, within the stated error", ({ name }) => {
    const simulated = simulate(name, { n: 4, seed: 9 });
    const marginal = simulated.density?.effectMarginal?.();
    if (!marginal) throw new Error("the registry promises all scores");
    for (const y of rolesOf(simulated).effect) {
      const { score, error } = marginal.at(y);
      const h = 1e-2 / (10 + Math.abs(score));
      const difference = slope((t) => marginal.at(t).logDensity, y, h);
      // 1e-7, the agreement of two refinements, over the step; the marginal varies on the scale of the noise, hence
      // 1e-3.
      expect(Math.abs(difference - score)).toBeLessThan(error + 1e-3 * (1 + Math.abs(score)));
    }
  });

  test("the joint density integrates to the marginal: a Riemann sum over 4,000 causes, to 1e-6", () => {
    const { density, pair } = simulate("gaussian-lsnm", { n: 3, seed: 2 });
    for (const y of pair.y) {
      let sum = 0;
      for (let k = -2000; k < 2000; k++) sum += Math.exp(density?.logDensity(y, (k + 0.5) / 250) ?? NaN) / 250;
      expect(Math.log(sum)).toBeCloseTo(density?.effectMarginal?.().at(y).logDensity ?? NaN, 6);
    }
  });
});

describe("fig:parametrization: the exponential velocity e^{−y²}", () => {
  // ∫ e^{t²} dt is the coordinate in which the curves are straight: E(y) − E(e) = x.
  const straight = (y: number) => {
    let sum = 0;
    const steps = 2000;
    for (let k = 0; k < steps; k++) sum += Math.exp(((k + 0.5) / steps) ** 2 * y * y) / steps;
    return sum * y;
  };
  const mechanism = flowMechanism(exponentialVelocity());

  test("eq:flow:from:v: curves solve y′ = e^{−y²} to 1e-6", () => {
    for (const [x, e] of [
      [1.3, 0.4],
      [-2, 0.8],
      [0.7, -1.5],
      [2.5, 0],
    ] as const) {
      const y = mechanism.effect(x, e);
      expect(straight(y) - straight(e)).toBeCloseTo(x, 5);
      expect(mechanism.noise(y, x)).toBeCloseTo(e, 6);
    }
  });

  test("the skewness in the caption: right for x < 0, left for x > 0", () => {
    const skewAt = (x: number) => {
      // Moments of p(y|x) over quantiles of the noise: midpoint rule with 800 nodes in z.
      const moments = [0, 0, 0, 0];
      for (let k = -400; k < 400; k++) {
        const z = (k + 0.5) / 80;
        const weight = Math.exp(-0.5 * z * z);
        const y = mechanism.effect(x, z);
        for (let p = 0; p < 4; p++) moments[p] += weight * y ** p;
      }
      const [m0, m1, m2, m3] = moments;
      const mean = m1 / m0;
      const variance = m2 / m0 - mean * mean;
      return (m3 / m0 - 3 * mean * variance - mean ** 3) / variance ** 1.5;
    };
    expect(skewAt(-1)).toBeGreaterThan(0.2);
    expect(skewAt(1)).toBeLessThan(-0.2);
    expect(skewAt(1)).toBeCloseTo(-skewAt(-1), 6);
  });
});

test("a user-defined structural model has the joint score of its parts: marginal of the cause + conditional", () => {
  const model = {
    cause: normalDistribution(),
    noise: normalDistribution(),
    mechanism: flowMechanism(exponentialVelocity()),
  };
  const density = jointDensity(model);
  const { cause } = density.score(0.4, -0.7);
  const conditional = slope((x) => density.logDensity(0.4, x) - model.cause.logDensity(x), -0.7, 1e-3);
  expect(cause).toBeCloseTo(density.causeScore(-0.7) + conditional, 6);
});

describe("randomPair: what is known of its pairs", () => {
  const smooth = { causeDistribution: "mixture", noiseDistribution: "normal", rounded: false, n: 40 } as const;
  const known = families.filter(({ name }) => randomPair(7, { ...smooth, family: name }).density);

  test.each(known)(
    "$name: thm:id leaves a residual below 1e-9 of the terms' size, in both orders of the columns",
    ({ name }) => {
      for (const direction of ["x->y", "y->x"] as const) {
        const simulated = randomPair(7, { ...smooth, family: name, direction });
        const [field, scores] = [trueVelocity(simulated), trueScores(simulated)];
        if (!field || !scores) throw new Error("a density promises velocity and scores");
        const residual = new Float64Array(40);
        gofResidualInto({ direction, ...rolesOf(simulated), ...scores }, field, residual);
        for (let i = 0; i < 40; i++) {
          const size = 1 + Math.abs(scores.jointCause[i]) + Math.abs(field.v[i] * scores.jointEffect[i]);
          expect(Math.abs(residual[i]) / size).toBeLessThan(1e-9);
        }
      }
    },
  );

  test("twelve of nineteen families have known scores; with bounded distributions only the velocity is known, after rounding nothing", () => {
    expect(known).toHaveLength(12);
    const bounded = randomPair(7, { ...smooth, family: "additive", noiseDistribution: "beta" });
    expect([trueScores(bounded), trueVelocity(bounded)?.v.length]).toEqual([undefined, 40]);
    const rounded = randomPair(7, { ...smooth, family: "additive", rounded: true });
    expect([trueScores(rounded), trueVelocity(rounded)]).toEqual([undefined, undefined]);
  });

  test("shares of the truth: 45% for each direction, including linear-Gaussian pairs, and 5% for each of the two others", () => {
    const truths = Array.from({ length: 300 }, (_, seed) => randomPair(seed, { n: 2 }).truth);
    // Four standard errors of a share p among 300: 4·√(p(1 − p)/300).
    for (const [truth, p] of [
      ["x->y", 0.4533],
      ["y->x", 0.4533],
      ["independent", 0.0467],
      ["common-cause", 0.0467],
    ] as const) {
      const found = truths.filter((drawn) => drawn === truth).length / 300;
      expect(Math.abs(found - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / 300));
    }
  });
});
