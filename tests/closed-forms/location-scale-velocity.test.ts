import { fitLocationScale } from "@causal-velocity/core/fit/location-scale.js";
import { locationScaleVelocity } from "@causal-velocity/core/fit/location-scale-velocity.js";
import { flow } from "@causal-velocity/core/flow/flow.js";
import { flowResidual } from "@causal-velocity/core/flow/flow-residual.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { velocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { describe, expect, test } from "vitest";
import { splineCurve } from "../support/spline-curve.js";

const rng = seededRng(4);
const cause = Float64Array.from({ length: 400 }, () => rng.normal());
const effect = cause.map((x) => Math.sin(2 * x) + Math.exp(0.4 * x) * 0.5 * rng.normal());

// tab:examples (LSNM): v = ṁ + ḣ(y − m), whose flow is m(x') + e^{h(x') − h(x)}(y − m(x)).
describe.each([
  { location: 8, scale: 6 },
  { location: 12, scale: 5 },
  { location: 6, scale: 0 },
])("the velocity of a regression with $location and $scale splines", (size) => {
  const fit = fitLocationScale(cause, effect, size);
  const location = splineCurve(cause, size.location, fit.coefficients.location);
  const logScale = size.scale === 0 ? cause.map(() => 0) : splineCurve(cause, size.scale, fit.coefficients.logScale);
  const model = locationScaleVelocity(cause, size, fit);
  const velocity = { model, theta: new Float64Array(0) };

  test("moves rows as the regression says, to 1e-11", () => {
    const target = cause.map((_, i) => (i + 137) % cause.length);
    const moved = flow(velocity, { effect, from: cause, to: target.map((row) => cause[row]) });
    expect(moved.lost).toEqual([]);
    moved.effect.forEach((value, i) => {
      const to = target[i];
      const expected = location[to] + Math.exp(logScale[to]) * fit.noise[i];
      expect(Math.abs(value - expected)).toBeLessThan(1e-11 * (1 + Math.abs(expected)));
    });
  });

  test("moves every row to noise in the order of the regression's residuals", () => {
    const { noise } = flowResidual({ ...velocity, oriented: { cause, effect } });
    const order = (column: Float64Array) => Array.from(column.keys()).sort((a, b) => column[a] - column[b]);
    expect(order(noise)).toEqual(order(fit.noise));
  });

  test("has derivatives equal to differences, also beyond the data", () => {
    const [at, step] = [Float64Array.of(-7, -1.3, 0.2, 0.9, 6), 1e-5];
    const field = velocityField(at.length);
    const y = at.map((x) => 0.3 * x + 0.1);
    model.evaluateInto(velocity.theta, at, y, field);
    const at2 = (dx: number, dy: number) => {
      const moved = velocityField(at.length);
      model.evaluateInto(
        velocity.theta,
        at.map((x) => x + dx),
        y.map((value) => value + dy),
        moved,
      );
      return moved.v;
    };
    const differences = (dx: number, dy: number) => {
      const [up, down] = [at2(dx, dy), at2(-dx, -dy)];
      return up.map((value, i) => (value - down[i]) / (2 * step));
    };
    const [byCause, byEffect] = [differences(step, 0), differences(0, step)];
    for (let i = 0; i < at.length; i++) {
      expect(field.dvDCause[i]).toBeCloseTo(byCause[i], 5);
      expect(field.dvDEffect[i]).toBeCloseTo(byEffect[i], 6);
    }
  });

  test.each([-1, 1])("is linear beyond the outer knot on side %d, with constant scale", (side) => {
    const edge = side * Math.max(...cause.map((value) => side * value));
    const field = velocityField(2);
    model.evaluateInto(velocity.theta, Float64Array.of(edge + side, edge + 6 * side), Float64Array.of(0, 9), field);
    expect(field.dvDEffect).toEqual(Float64Array.of(0, 0));
    expect(field.v[0]).toBe(field.v[1]);
    // The slope of the location at the edge: there v = ṁ + ḣ(y − m), which is ṁ for y = m.
    const row = cause.indexOf(edge);
    const inside = velocityField(1);
    model.evaluateInto(velocity.theta, Float64Array.of(edge - side * 1e-9), Float64Array.of(location[row]), inside);
    expect(field.v[0]).toBeCloseTo(inside.v[0], 5);
  });
});
