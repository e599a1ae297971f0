import { expect, test } from "vitest";
import { leastSquares } from "../algebra/least-squares.js";
import type { Column } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { anmVelocity, lsnmVelocity } from "../velocity/spline-velocities.js";
import { basisPoint, type LinearVelocityModel } from "../velocity/velocity-model.js";
import { fitSplines } from "./fit-splines.js";
import { fitVelocity } from "./fit-velocity.js";
import type { Oriented } from "./orient.js";

const rng = seededRng(12);
const draws = (rows: number) => Float64Array.from({ length: rows }, () => rng.normal());
const oriented = (cause: Column, size = 1): Oriented => ({
  direction: "x->y",
  cause,
  effect: draws(cause.length),
  scoreCause: draws(cause.length),
  jointCause: draws(cause.length),
  jointEffect: draws(cause.length).map((value) => size * value),
});

/** By Householder's method, row by row. */
function byRows(model: LinearVelocityModel, at: Oriented): { theta: Float64Array; residual: Column } {
  const point = basisPoint(model.parameterCount);
  const rowInto = (i: number, out: Float64Array): number => {
    model.basisInto(at.effect[i], at.cause[i], point);
    for (let k = 0; k < out.length; k++) out[k] = point.dEffect[k] + point.value[k] * at.jointEffect[i];
    return at.scoreCause[i] - at.jointCause[i];
  };
  const problem = { rows: at.cause.length, cols: model.parameterCount, rowInto };
  const { coefficients: theta } = leastSquares(problem, model.ridge);
  const row = new Float64Array(theta.length);
  const residual = at.cause.map((_, i) => rowInto(i, row) - row.reduce((sum, entry, k) => sum + entry * theta[k], 0));
  return { theta, residual };
}

test("the fit of splines is that of Householder's method, ties and few rows included, to 1e-9", () => {
  for (const cause of [draws(500), draws(24), draws(400).map(Math.round), draws(300).map((v) => Math.max(v, 0.3))]) {
    for (const velocity of [anmVelocity(), lsnmVelocity()]) {
      const at = oriented(cause);
      const model = velocity.modelFor(cause, at.effect);
      const expected = byRows(model, at);
      const found = model.causeSplines && fitSplines(model.causeSplines, model.ridge, at);
      expect(found).toBeDefined();
      found?.theta.forEach((value, k) => {
        expect(value).toBeCloseTo(expected.theta[k], 9);
      });
      found?.residual.forEach((value, i) => {
        expect(value).toBeCloseTo(expected.residual[i], 9);
      });
    }
  }
});

test("scores too large for normal equations: Householder's method takes over", () => {
  const at = oriented(draws(200), 1e4);
  const model = lsnmVelocity().modelFor(at.cause, at.effect);
  expect(model.causeSplines && fitSplines(model.causeSplines, model.ridge, at)).toBeUndefined();
  const fit = fitVelocity(lsnmVelocity(), at);
  const { residual } = byRows(model, at);
  expect(fit.gof).toBeCloseTo(residual.reduce((sum, value) => sum + value * value, 0) / residual.length, 9);
});
