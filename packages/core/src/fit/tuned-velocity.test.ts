import { expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { pairScores } from "../score/pair-scores.js";
import { stein } from "../score/stein.js";
import { basisVelocity, monomial, polynomialTerms } from "../velocity/basis.js";
import { pnlVelocity } from "../velocity/pnl.js";
import { anmVelocity, lsnmVelocity } from "../velocity/spline-velocities.js";
import type { LinearVelocityModel, VelocityClass } from "../velocity/velocity-model.js";
import { fitVelocity, type VelocityFitOptions } from "./fit-velocity.js";
import { meanSquare } from "./gof.js";
import { orient } from "./orient.js";
import { trainingLoss } from "./train-velocity.js";
import { type CurvePenalty, derivativeAlong, parsePenalty, tunedVelocity } from "./tuned-velocity.js";

const rng = seededRng(12);
const x = Float64Array.from({ length: 200 }, () => rng.normal());
const y = x.map((value) => Math.sin(2 * value) + (0.4 + 0.2 * value * value) * rng.normal());
const pair = standardize(pairFromColumns(x, y));
const at = orient(pair, pairScores(pair, stein()), "x->y");
const fitted = (velocity: VelocityClass, options?: VelocityFitOptions) => fitVelocity(velocity, at, options);
const quadratic = basisVelocity("quadratic", polynomialTerms(2));

/** What a penalized fit minimizes. */
function lossOf(velocity: VelocityClass, theta: Float64Array, { order, strength }: CurvePenalty): number {
  const model = velocity.modelFor(at.cause, at.effect) as LinearVelocityModel;
  const bend = derivativeAlong(model, theta, order, at.cause, at.effect);
  // Without other penalties, training's loss is the mean squared residual.
  const plain = trainingLoss(model, at, { weightDecay: 0, curvatureWeight: 0 });
  const size = theta.reduce((sum, value) => sum + value * value, 0);
  return plain(theta, new Float64Array(theta.length)) + strength * meanSquare(bend) + model.ridge * size;
}

test("dᵏy/dxᵏ along the curves of v = 0.7y is 0.7ᵏy, to 1e-6 up to k = 5", () => {
  const model = basisVelocity("linear", [monomial(0, 1)]).modelFor(at.cause, at.effect);
  for (const order of [1, 2, 3, 4, 5]) {
    const found = derivativeAlong(model, Float64Array.of(0.7), order, at.cause, at.effect);
    found.forEach((value, i) => {
      expect(Math.abs(value - 0.7 ** order * at.effect[i])).toBeLessThan(1e-6);
    });
  }
});

test("dᵏy/dxᵏ of v = x, made of splines, is 1 and then 0 up to k = 4, also at the outer knots", () => {
  const model = anmVelocity().modelFor(at.cause, at.effect) as LinearVelocityModel;
  const breaks = model.causeSplines?.spline.breaks ?? new Float64Array();
  // A coefficient that is the mean of the three inner knots of its spline makes the identity.
  const [first, last] = [breaks[0], breaks[breaks.length - 1]];
  const knots = [first, first, first, ...breaks, last, last, last];
  const theta = Float64Array.from(
    { length: model.parameterCount },
    (_, k) => (knots[k + 1] + knots[k + 2] + knots[k + 3]) / 3,
  );
  for (const [order, expected] of [
    [2, 1],
    [3, 0],
    [4, 0],
  ] as const) {
    for (const value of derivativeAlong(model, theta, order, at.cause, at.effect)) {
      expect(Math.abs(value - expected)).toBeLessThan(1e-6);
    }
  }
});

test.each([
  ["v-anm", anmVelocity(), 1],
  ["v-anm", anmVelocity(), 2],
  ["v-anm", anmVelocity(), 3],
  ["v-anm", anmVelocity(), 4],
  ["v-lsnm", lsnmVelocity(), 3],
  ["v-lsnm", lsnmVelocity(), 1],
  ["v-lsnm", lsnmVelocity(), 2],
  ["a basis", quadratic, 2],
  ["a basis", quadratic, 3],
])("the penalized fit of %s is a minimum of its loss, order %3$i", (_, velocity, order) => {
  const penalty = { order, strength: 0.05 };
  const { theta } = fitted(tunedVelocity(velocity, { penalty }));
  const least = lossOf(velocity, theta, penalty);
  expect(least).toBeLessThan(lossOf(velocity, fitted(velocity).theta, penalty));
  // Central differences of the loss vanish: the step's own error is about 1e-7 of the curvature.
  theta.forEach((_, k) => {
    const moved = (by: number) =>
      lossOf(
        velocity,
        theta.map((value, j) => (j === k ? value + by : value)),
        penalty,
      );
    const [up, down] = [moved(1e-4), moved(-1e-4)];
    expect(Math.abs(up - down) / 2e-4).toBeLessThan(1e-5);
    expect(Math.min(up, down)).toBeGreaterThan(least - 1e-10);
  });
});

test("a penalty of strength 0 changes nothing to 1e-8, and a stronger one makes curves straighter", () => {
  const bendOf = (strength: number) => {
    const fit = fitted(tunedVelocity(quadratic, { penalty: { order: 2, strength } }));
    const model = quadratic.modelFor(at.cause, at.effect) as LinearVelocityModel;
    return meanSquare(derivativeAlong(model, fit.theta, 2, at.cause, at.effect));
  };
  const { theta } = fitted(quadratic);
  fitted(tunedVelocity(quadratic, { penalty: { order: 2, strength: 0 } })).theta.forEach((value, k) => {
    expect(Math.abs(value - theta[k])).toBeLessThan(1e-8);
  });
  const bends = [0, 0.01, 0.1, 1].map(bendOf);
  bends.slice(1).forEach((bend, k) => {
    expect(bend).toBeLessThan(bends[k]);
  });
});

test("training: steps, rate and start are taken, and the slope is penalized with its own gradient", () => {
  const paper = { fit: "paper" } as const;
  const trained = (tuning: Parameters<typeof tunedVelocity>[1]) => fitted(tunedVelocity(quadratic, tuning), paper);
  expect(trained({ steps: 7 }).training?.steps).toBe(7);
  // The first step of Adam moves every parameter by the rate.
  const [start, moved] = [1, 3].map((init) => trained({ steps: 1, rate: 1e-9, init }).theta);
  start.forEach((value, k) => {
    expect(Math.abs(moved[k] - 3 * value)).toBeLessThan(1e-8);
  });
  const model = quadratic.modelFor(at.cause, at.effect);
  const loss = trainingLoss(model, at, { weightDecay: 0, curvatureWeight: 0.3, curvatureOrder: 1 });
  const gradient = new Float64Array(start.length);
  loss(start, gradient);
  start.forEach((_, k) => {
    const value = (by: number) =>
      loss(
        start.map((t, j) => (j === k ? t + by : t)),
        new Float64Array(start.length),
      );
    expect(Math.abs((value(1e-5) - value(-1e-5)) / 2e-5 - gradient[k])).toBeLessThan(1e-6);
  });
});

test.each([
  ["steps without training", () => fitted(tunedVelocity(quadratic, { steps: 5 })), "an exact fit is not trained"],
  [
    "a third derivative in training",
    () => fitted(tunedVelocity(quadratic, { penalty: parsePenalty("3:1") }), { fit: "paper" }),
    "order 1 or 2",
  ],
  [
    "an exact penalized fit of a product",
    () => fitted(tunedVelocity(pnlVelocity(), { penalty: parsePenalty("2:1") })),
    "sum of functions",
  ],
  ["no steps", () => tunedVelocity(quadratic, { steps: 0 }), "a whole number from 1"],
  ["a rate of 0", () => tunedVelocity(quadratic, { rate: 0 }), "above 0"],
  [
    "order 5 of splines",
    () => fitted(tunedVelocity(anmVelocity(), { penalty: parsePenalty("5:1") })),
    "order 1 to 4: v-anm is made of cubic splines",
  ],
  ["order 6", () => tunedVelocity(quadratic, { penalty: parsePenalty("6:1") }), "an order from 1 to 5"],
  ["a strength alone", () => parsePenalty("0.1"), "ORDER:STRENGTH"],
])("refuses %s", (_, call, words) => {
  expect(call).toThrow(words);
});
