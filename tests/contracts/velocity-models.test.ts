import { piecewiseValue } from "@causal-velocity/core/primitives/piecewise-polynomial.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import {
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  monomial,
  polynomialTerms,
} from "@causal-velocity/core/velocity/basis.js";
import { anmNnVelocity, lsnmNnVelocity, nnVelocity } from "@causal-velocity/core/velocity/network-velocities.js";
import { pnlVelocity } from "@causal-velocity/core/velocity/pnl.js";
import { quantileSpline, splineBasis } from "@causal-velocity/core/velocity/spline.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import {
  basisColumns,
  basisPoint,
  type VelocityClass,
  velocityField,
} from "@causal-velocity/core/velocity/velocity-model.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";

const classes: readonly VelocityClass[] = [
  basisVelocity("v-zero", []),
  basisVelocity("b-lin", polynomialTerms(1)),
  basisVelocity("b-quad", polynomialTerms(2)),
  basisVelocity("b-cubic", polynomialTerms(3)),
  basisVelocity("b-quartic", polynomialTerms(4)),
  basisVelocity("b-lin-exp", [...polynomialTerms(1), ...exponentialTerms()]),
  basisVelocity("b-quad-exp", [...polynomialTerms(2), ...exponentialTerms()]),
  basisVelocity("b-trig", fourierTerms()),
  basisVelocity("b-linear-in-y", [monomial(0, 0), monomial(2, 0), monomial(1, 1), monomial(3, 1)]),
  anmVelocity(),
  lsnmVelocity(),
  pnlVelocity(),
  nnVelocity(),
  nnVelocity({ size: "4x6" }),
  anmNnVelocity(),
  lsnmNnVelocity({ size: "3x8" }),
];

/** At most linear in the effect, but not piecewise polynomial in the cause. */
const AFFINE_WITHOUT_CLOSED_FORM = ["v-anm-nn", "v-lsnm-nn"];

const draws = (count: number, seed: number) => {
  const rng = seededRng(seed);
  return Float64Array.from({ length: count }, () => rng.normal());
};

describe.each(classes)("contract of the velocity class $name", (velocity) => {
  const sample = draws(200, 1);
  const model = velocity.modelFor(sample, sample);
  const theta = draws(model.parameterCount, 2);
  const cause = draws(50, 3).map((value) => Math.max(-1.9, Math.min(1.9, value)));
  const effect = draws(50, 4);
  const velocityAt = (c: Float64Array, e: Float64Array) => {
    const field = velocityField(c.length);
    model.evaluateInto(theta, c, e, field);
    return field;
  };

  test("basis functions column by column are those of single points, and sum to the velocity", () => {
    if (model.kind !== "linear") return;
    const columns = basisColumns(model.parameterCount, cause.length);
    model.columnsInto(effect, cause, columns);
    const point = basisPoint(model.parameterCount);
    const sums = velocityField(cause.length);
    cause.forEach((at, i) => {
      model.basisInto(effect[i], at, point);
      expectAllClose(
        columns.value.map((column) => column[i]),
        point.value,
        { rtol: 1e-14, scale: 1 },
      );
      expectAllClose(
        columns.dEffect.map((column) => column[i]),
        point.dEffect,
        { rtol: 1e-14, scale: 1 },
      );
      theta.forEach((factor, k) => {
        sums.v[i] += factor * columns.value[k][i];
        sums.dvDEffect[i] += factor * columns.dEffect[k][i];
      });
    });
    const field = velocityAt(cause, effect);
    expectAllClose(sums.v, field.v, { rtol: 1e-12, scale: 1 });
    expectAllClose(sums.dvDEffect, field.dvDEffect, { rtol: 1e-12, scale: 1 });
  });

  test("derivatives equal central differences to 1e-6, error falling fourfold with half the step", () => {
    const field = velocityAt(cause, effect);
    const errorAt = (step: number): number => {
      const difference = (moveCause: number, moveEffect: number) => {
        const up = velocityAt(
          cause.map((v) => v + moveCause),
          effect.map((v) => v + moveEffect),
        );
        const down = velocityAt(
          cause.map((v) => v - moveCause),
          effect.map((v) => v - moveEffect),
        );
        return up.v.map((v, i) => (v - down.v[i]) / (2 * step));
      };
      const gaps = [
        ...difference(0, step).map((d, i) => Math.abs(d - field.dvDEffect[i])),
        ...difference(step, 0).map((d, i) => Math.abs(d - field.dvDCause[i])),
      ];
      return Math.max(...gaps);
    };
    expect(errorAt(1e-5)).toBeLessThan(1e-6);
    // A spline's third derivative jumps at knots, so only smooth bases show the order cleanly.
    const isSpline = velocity.name.startsWith("v-");
    if (!isSpline && errorAt(1e-2) > 1e-8) expect(errorAt(1e-2) / errorAt(5e-3)).toBeCloseTo(4, 0);
  });

  // sec:appendix:regularity 3(b), thm:ode:flow: linear growth in the effect is what makes a flow global.
  test(`its flow is ${velocity.flow}: the velocity far out ${velocity.flow === "global" ? "grows" : "outgrows"} linearly`, () => {
    const growth = (size: number) => Math.abs(velocityAt(Float64Array.of(0.4), Float64Array.of(size)).v[0]) / size;
    if (velocity.flow === "global") expect(growth(1e6)).toBeLessThan(2 * growth(1e3) + 1e-3);
    else expect(growth(1e6)).toBeGreaterThan(100 * growth(1e3));
  });

  test("with a closed form it is offset + slope·effect to 1e-12, inside the sample and beyond; otherwise it is not linear", () => {
    const far = Float64Array.of(-7, -3, -1.9, -0.2, 0, 0.6, 1.4, 3.1, 8);
    const affine = model.affine?.(theta);
    const bend = (c: number) => {
      const { v } = velocityAt(Float64Array.of(c, c, c), Float64Array.of(-1, 0, 1));
      return Math.abs(v[0] - 2 * v[1] + v[2]);
    };
    if (AFFINE_WITHOUT_CLOSED_FORM.includes(velocity.name)) {
      expect(Math.max(...Array.from(far, bend))).toBeLessThan(1e-12);
      return;
    }
    if (!affine) {
      expect(Math.max(...Array.from(far, bend))).toBeGreaterThan(1e-3);
      return;
    }
    for (const y of [-2, 0, 0.5]) {
      const { v, dvDEffect } = velocityAt(far, new Float64Array(far.length).fill(y));
      const slopes = far.map((c) => piecewiseValue(affine.slope, c));
      const sums = far.map((c, i) => piecewiseValue(affine.offset, c) + slopes[i] * y);
      expectAllClose(sums, v, { rtol: 1e-12, scale: 1 });
      expectAllClose(slopes, dvDEffect, { rtol: 1e-12, scale: 1 });
    }
  });

  test("a model is the same for the same columns", () => {
    const again = velocity.modelFor(sample, sample);
    const [a, b] = [velocityField(50), velocityField(50)];
    model.evaluateInto(theta, cause, effect, a);
    again.evaluateInto(theta, cause, effect, b);
    expect(b).toEqual(a);
  });
});

describe("splines", () => {
  const values = new Float64Array(20);
  const slopes = new Float64Array(20);

  test("sum to 1 with derivatives summing to 0 everywhere, and stay constant beyond the outer knots", () => {
    const spline = quantileSpline(draws(300, 5), 8);
    expect(spline.size).toBe(8);
    for (const t of [-9, -2, -0.3, 0, 0.7, 2.2, 9]) {
      spline.evaluateInto(t, values, slopes);
      expect(values.subarray(0, 8).reduce((a, b) => a + b)).toBeCloseTo(1, 13);
      expect(slopes.subarray(0, 8).reduce((a, b) => a + b)).toBeCloseTo(0, 11);
    }
    spline.evaluateInto(1e6, values, slopes);
    expect([...values.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(slopes.subarray(0, 8).every((slope) => slope === 0)).toBe(true);
  });

  test("represent every cubic: B-spline coefficients of t³ are products of neighboring knots (Marsden), 1e-12", () => {
    const breaks = [-2, -0.5, 0.25, 1, 3];
    const knots = [-2, -2, -2, ...breaks, 3, 3, 3];
    const spline = splineBasis(breaks);
    const coefficients = Float64Array.from(
      { length: spline.size },
      (_, i) => knots[i + 1] * knots[i + 2] * knots[i + 3],
    );
    const grid = [-2, -1.1, -0.5, 0, 0.6, 1, 2.9, 3];
    const sums = grid.map((t) => {
      spline.evaluateInto(t, values, slopes);
      return coefficients.reduce((sum, c, i) => sum + c * values[i], 0);
    });
    expectAllClose(
      sums,
      grid.map((t) => t ** 3),
      { rtol: 1e-12, scale: 1 },
    );
  });

  test("tied quantiles count once: a column of three values has a smaller basis", () => {
    const column = Float64Array.from({ length: 90 }, (_, i) => i % 3);
    expect(quantileSpline(column, 8).size).toBe(5);
  });
});
