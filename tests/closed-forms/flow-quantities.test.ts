import { fitVelocity, type VelocityFit } from "@causal-velocity/core/fit/fit-velocity.js";
import { causalCurve, logDensityAlongCurve } from "@causal-velocity/core/flow/causal-curve.js";
import { dormandPrince } from "@causal-velocity/core/flow/dormand-prince.js";
import { flow } from "@causal-velocity/core/flow/flow.js";
import { flowEntropy, flowResidual } from "@causal-velocity/core/flow/flow-residual.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { kernelEntropy } from "@causal-velocity/core/statistics/entropy.js";
import { hsic, hsicFeatures } from "@causal-velocity/core/statistics/hsic.js";
import { basisVelocity, monomial, polynomialTerms } from "@causal-velocity/core/velocity/basis.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { jointScore, knownSample, logDensity, MECHANISMS, trueVelocity } from "./known-mechanism.js";
import { sinhLogConditional, sinhSample, sinhVelocity } from "./post-nonlinear.js";

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
const logNormal = (z: number) => -0.5 * z * z - HALF_LOG_TWO_PI;
const withoutRidge = { ridge: 0 };

/** Fits with true scores in classes that contain the true velocity, so with the true velocity. */
const FITS: readonly { name: string; fit: VelocityFit; logConditional: (y: number, x: number) => number }[] = [
  ...[
    { mechanism: MECHANISMS.quadratic, velocity: basisVelocity("b-quad", polynomialTerms(2)) },
    { mechanism: MECHANISMS.cubic, velocity: anmVelocity(withoutRidge) },
    { mechanism: MECHANISMS.linearVelocity, velocity: basisVelocity("b-lin", polynomialTerms(1)) },
    { mechanism: MECHANISMS.scale, velocity: lsnmVelocity(withoutRidge) },
  ].map(({ mechanism, velocity }) => ({
    name: `${velocity.name} on ${mechanism.name}`,
    fit: fitVelocity(velocity, knownSample(mechanism, 500, seededRng(5))),
    // The known log density leaves out log 2π and includes the cause.
    logConditional: (y: number, x: number) => logDensity(mechanism, x, y) + 0.5 * x * x - HALF_LOG_TWO_PI,
  })),
  {
    name: "a flow that is not affine",
    fit: fitVelocity(sinhVelocity, sinhSample(500, seededRng(5))),
    logConditional: sinhLogConditional,
  },
];

describe("density along a causal curve", () => {
  const precise = { solver: dormandPrince({ tolerance: 1e-12 }) };
  const grid = Float64Array.from({ length: 41 }, (_, i) => -1.6 + 0.08 * i);

  test.each(FITS)(
    "eqn:logjointdecomposition: $name, log p along curves from three points, to 1e-9",
    ({ fit, logConditional }) => {
      for (const [y0, x0] of [
        [0.4, 0],
        [-1.1, 0.8],
        [1.7, -0.9],
      ]) {
        const curve = causalCurve(fit, { effect: y0, from: x0, grid }, precise);
        const along = logDensityAlongCurve(curve, { cause: logNormal, noise: (y) => logConditional(y, x0) });
        const expected = grid.map((x, i) => logNormal(x) + logConditional(curve.effect[i], x));
        expectAllClose(along, expected, { rtol: 1e-9, scale: 1 });
      }
    },
  );

  test.each(FITS)(
    "eqn:totaldx: $name, its slope is s_cause − ∂v/∂effect, error falling fourfold with half the step",
    ({ fit, logConditional }) => {
      const centers = [-1.2, -0.4, 0.3, 1.1];
      const errorAt = (step: number): number => {
        const near = Float64Array.from(centers.flatMap((x) => [x - step, x, x + step]));
        const curve = causalCurve(fit, { effect: 0.7, from: 0.2, grid: near }, precise);
        const along = logDensityAlongCurve(curve, { cause: logNormal, noise: (y) => logConditional(y, 0.2) });
        const field = { v: new Float64Array(4), dvDEffect: new Float64Array(4), dvDCause: new Float64Array(4) };
        const effects = Float64Array.from(centers, (_, c) => curve.effect[3 * c + 1]);
        fit.model.evaluateInto(fit.theta, Float64Array.from(centers), effects, field);
        return Math.max(
          ...centers.map((x, c) => {
            const slope = (along[3 * c + 2] - along[3 * c]) / (2 * step);
            return Math.abs(slope - (-x - field.dvDEffect[c]));
          }),
        );
      };
      expect(errorAt(1e-3)).toBeLessThan(1e-5);
      // If ∂v/∂effect is linear in the cause, the difference is exact.
      if (errorAt(0.04) > 1e-6) expect(errorAt(0.04) / errorAt(0.02)).toBeCloseTo(4, 0);
    },
  );

  test("eqn:totaldx and the chain rule agree on a known mechanism to 1e-12: s_cause − ∂v/∂effect = s_v", () => {
    const mechanism = MECHANISMS.scale;
    const fit = FITS[3].fit;
    const curve = causalCurve(fit, { effect: 0.7, from: 0.2, grid });
    grid.forEach((x, i) => {
      const [sx, sy] = jointScore(mechanism, x, curve.effect[i]);
      const alongCurve = sx + trueVelocity(mechanism, curve.effect[i], x) * sy;
      expect(Math.abs(alongCurve - (-x - mechanism.dh(x)))).toBeLessThan(1e-12);
    });
  });
});

describe("thm:ce:solutions: densities moved by a flow solve the continuity equation", () => {
  const precise = { solver: dormandPrince({ tolerance: 1e-12 }) };
  const START = 0.2;
  const logLaplaceLike = (y: number) => -2 * Math.log(Math.exp(y - 0.3) + Math.exp(0.3 - y));

  test.each(FITS)("$name: from the true density it is the true one, and any other solves it too", (known) => {
    const { fit, logConditional } = known;
    const moved = (y: number, x: number, start: (y: number) => number) => {
      const back = flow(fit, { effect: Float64Array.of(y), from: x, to: START }, precise);
      return start(back.effect[0]) + back.logJacobian[0];
    };
    const velocity = (y: number, x: number) => {
      const field = { v: new Float64Array(1), dvDEffect: new Float64Array(1), dvDCause: new Float64Array(1) };
      fit.model.evaluateInto(fit.theta, Float64Array.of(x), Float64Array.of(y), field);
      return field.v[0];
    };
    for (const [x, y] of [
      [-0.7, 0.4],
      [0.9, -0.8],
    ]) {
      const truth = moved(y, x, (at) => logConditional(at, START));
      expect(Math.abs(truth - logConditional(y, x))).toBeLessThan(1e-8);
      const density = (at: number, cause: number) => Math.exp(moved(at, cause, logLaplaceLike));
      const step = 1e-3;
      const inCause = (density(y, x + step) - density(y, x - step)) / (2 * step);
      const flux = (at: number) => velocity(at, x) * density(at, x);
      const inEffect = (flux(y + step) - flux(y - step)) / (2 * step);
      expect(Math.abs(inCause)).toBeGreaterThan(1e-3);
      expect(Math.abs(inCause + inEffect)).toBeLessThan(1e-4 * Math.abs(inCause) + 1e-6);
    }
  });
});

describe("sec:velocity:discovery: the residual ε̂ = φ_{x→x₀}(y)", () => {
  test("is the true noise up to one affine map if the mechanism is location-scale, to 1e-9", () => {
    const mechanism = MECHANISMS.scale;
    const { oriented } = FITS[3].fit;
    const residual = flowResidual(FITS[3].fit, { baseline: 0.5 });
    const noise = oriented.effect.map(
      (y, i) => Math.exp(-mechanism.h(oriented.cause[i])) * (y - mechanism.m(oriented.cause[i])),
    );
    const expected = noise.map((e) => mechanism.m(0.5) + Math.exp(mechanism.h(0.5)) * e);
    expectAllClose(residual.noise, expected, { rtol: 1e-9, scale: 1 });
    const logs = oriented.cause.map((x) => mechanism.h(0.5) - mechanism.h(x));
    expectAllClose(residual.logJacobian, logs, { rtol: 1e-9, scale: 1 });
    expect([residual.rows.length, residual.lost.length]).toEqual([500, 0]);
  });

  test("is by default taken at the median of the cause", () => {
    const { cause } = FITS[0].fit.oriented;
    const residual = flowResidual(FITS[0].fit);
    const below = cause.filter((x) => x < residual.baseline).length;
    expect(below).toBe(cause.length / 2);
    expect(residual.noise).toEqual(flowResidual(FITS[0].fit, { baseline: residual.baseline }).noise);
  });

  test("names every row that is lost, and only those", () => {
    // v = y², not fitted: rows with y(x₀ − x) ≥ 1 have their pole before the baseline.
    const { oriented } = FITS[0].fit;
    const square = basisVelocity("square", [monomial(0, 2)]);
    const fit = { ...fitVelocity(square, oriented), theta: Float64Array.of(1) };
    const { lost, rows, noise } = flowResidual(fit, { baseline: 0.3 });
    const expected = Array.from(oriented.cause.keys()).filter(
      (i) => oriented.effect[i] * (0.3 - oriented.cause[i]) >= 1,
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(lost.map(({ row }) => row)).toEqual(expected);
    expect([...rows]).toEqual(Array.from(noise.keys()).filter((i) => !Number.isNaN(noise[i])));
    for (const { row, cause } of lost) {
      expect(Math.abs(cause - (oriented.cause[row] + 1 / oriented.effect[row]))).toBeLessThan(1e-6);
    }
    const { rows: used, lost: left, cost } = flowEntropy(fit, flowResidual(fit, { baseline: 0.3 }), logSpread);
    expect([used, left]).toEqual([rows.length, lost.length]);
    expect(cost).toBeGreaterThan(-10);
  });

  test("refuses a baseline of NaN", () => {
    expect(() => flowResidual(FITS[0].fit, { baseline: NaN })).toThrow(/option baseline: NaN/);
  });
});

/** Entropy of a normal column: changes by exactly log|b| under a + b·column. */
function logSpread(column: Float64Array): number {
  const mean = column.reduce((a, b) => a + b, 0) / column.length;
  const variance = column.reduce((sum, v) => sum + (v - mean) ** 2, 0) / column.length;
  return 0.5 * Math.log(variance) + HALF_LOG_TWO_PI + 0.5;
}

/** Vasicek's estimate from spacings of √n order statistics, corrected for its bias at a normal column's center. */
function vasicek(column: Float64Array): number {
  const ascending = column.slice().sort();
  const n = ascending.length;
  const m = Math.round(Math.sqrt(n));
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const [low, high] = [Math.max(0, i - m), Math.min(n - 1, i + m)];
    sum += Math.log(((ascending[high] - ascending[low]) * n) / (high - low));
  }
  return sum / n;
}

describe("flow entropy", () => {
  const BASELINES = [-1.5, 0, 0.4, 2];
  const costs = (fit: VelocityFit, entropy: (column: Float64Array) => number) =>
    BASELINES.map((baseline) => flowEntropy(fit, flowResidual(fit, { baseline }), entropy).cost);
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

  test.each(FITS.slice(0, 4))(
    "$name: affine flows make it independent of the baseline to 1e-9, whatever the entropy",
    ({ fit }) => {
      expect(spread(costs(fit, logSpread))).toBeLessThan(1e-9);
      expect(spread(costs(fit, vasicek))).toBeLessThan(1e-9);
      expect(spread(costs(fit, kernelEntropy))).toBeLessThan(1e-9);
    },
  );

  test("a flow that is not affine: independent of the baseline to an estimator's error, 0.03 nats at 4,000 rows", () => {
    const fit = fitVelocity(sinhVelocity, sinhSample(4000, seededRng(6)));
    expect(spread(costs(fit, vasicek))).toBeLessThan(0.03);
    expect(spread(costs(fit, kernelEntropy))).toBeLessThan(0.03);
    // The parts themselves change by far more, so they must cancel.
    const noise = BASELINES.map((baseline) => vasicek(flowResidual(fit, { baseline }).noise));
    expect(spread(noise)).toBeGreaterThan(0.2);
  });

  test("is the joint entropy for the true velocity: ln 2πe + E h, to 0.05 nats at 4,000 rows; the other sign is 0.3 off", () => {
    const fit = fitVelocity(lsnmVelocity(withoutRidge), knownSample(MECHANISMS.scale, 4000, seededRng(7)));
    const parts = flowEntropy(fit, flowResidual(fit), kernelEntropy);
    // h = 0.15 x², so E h = 0.15.
    const truth = Math.log(2 * Math.PI) + 1 + 0.15;
    expect(Math.abs(parts.cost - truth)).toBeLessThan(0.05);
    expect(Math.abs(parts.cause + parts.noise + parts.meanLogJacobian - truth)).toBeGreaterThan(0.2);
    expect(parts.cost).toBe(parts.cause + parts.noise - parts.meanLogJacobian);
  });

  test("a wrong velocity costs the mutual information of cause and noise: v ≡ 0 on the linear mechanism, −½ ln(1 − ρ²)", () => {
    const at = knownSample(MECHANISMS.linear, 4000, seededRng(8));
    const cost = (velocity: Parameters<typeof fitVelocity>[0]) => {
      const fit = fitVelocity(velocity, at);
      return flowEntropy(fit, flowResidual(fit), logSpread).cost;
    };
    const gap = cost(basisVelocity("v-zero", [])) - cost(basisVelocity("b-lin", polynomialTerms(1)));
    // ρ² = 0.49/1.49; its estimate from 4,000 rows errs by 0.02.
    expect(Math.abs(gap + 0.5 * Math.log(1 - 0.49 / 1.49))).toBeLessThan(0.03);
  });
});

describe("ranks of the residual", () => {
  const ranks = (column: Float64Array) => {
    const order = Array.from(column.keys()).sort((a, b) => column[a] - column[b]);
    const out = new Float64Array(column.length);
    order.forEach((row, place) => {
      out[row] = (place + 0.5) / column.length;
    });
    return out;
  };

  test.each(FITS)("$name: the same at every baseline, exactly, and so is their HSIC with the cause", ({ fit }) => {
    const cause = hsicFeatures(ranks(fit.oriented.cause), 0.2);
    const [first, ...others] = [-1.5, 0, 0.4, 2].map((baseline) => {
      const ranked = ranks(flowResidual(fit, { baseline }).noise);
      return { ranked, dependence: hsic(cause, hsicFeatures(ranked, 0.2)) };
    });
    for (const other of others) {
      expect(other.ranked).toEqual(first.ranked);
      expect(other.dependence).toBe(first.dependence);
    }
    // The flow has changed something: the effect's own ranks differ.
    expect(first.ranked).not.toEqual(ranks(fit.oriented.effect));
  });

  test("true noise is independent of the cause: rank HSIC below its 95% point of 0.0007·(1000/n), the effect's above", () => {
    const fit = fitVelocity(sinhVelocity, sinhSample(1000, seededRng(9)));
    const cause = hsicFeatures(ranks(fit.oriented.cause), 0.2);
    const dependence = (column: Float64Array) => hsic(cause, hsicFeatures(ranks(column), 0.2));
    expect(dependence(flowResidual(fit).noise)).toBeLessThan(7e-4);
    expect(dependence(fit.oriented.effect)).toBeGreaterThan(7e-3);
  });
});

test("the flow of a y→x fit has the same numbers as that of x→y with roles exchanged", () => {
  const { fit } = FITS[0];
  const turned = { ...fit, oriented: { ...fit.oriented, direction: "y->x" as const } };
  expect(flowResidual(turned)).toEqual(flowResidual(fit));
  expect(flow(turned, { effect: fit.oriented.effect, from: fit.oriented.cause, to: 0 }).effect).toEqual(
    flowResidual(fit, { baseline: 0 }).noise,
  );
});
