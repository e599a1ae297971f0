import { fitLocationScale } from "@causal-velocity/core/fit/location-scale.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { kernelEntropy } from "@causal-velocity/core/statistics/entropy.js";
import { quantileSpline } from "@causal-velocity/core/velocity/spline.js";
import { fitWeakForm } from "@causal-velocity/lab/rivals/weak-form.js";
import { randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { roundColumn } from "@causal-velocity/lab/simulate/simulator.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";
import { decide } from "../support/decide.js";
import { splineCurve } from "../support/spline-curve.js";

const rootMeanSquare = (values: Float64Array) => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);

describe("the continuity equation in weak form, eq:continuity:eqn and thm:id tested by functions", () => {
  const n = 20_000;
  /** Uniform cause, effect = 0.8·sin(πu) + noise: v = 0.8π·cos(πu), one function of the class. */
  const sample = (seed: number, rows = n) => {
    const rng = seededRng(seed);
    const cause = Float64Array.from({ length: rows }, () => rng.uniform());
    const effect = cause.map((u) => 0.8 * Math.sin(Math.PI * u) + 0.7 * rng.normal());
    return { cause, effect };
  };

  test("finds the true velocity without a score, to 0.1 of its size at 20,000 rows", () => {
    const { cause, effect } = sample(1);
    const { coefficients } = fitWeakForm(cause, effect);
    const expected = new Float64Array(12);
    expected[1] = 0.8 * Math.PI;
    expect(rootMeanSquare(coefficients.map((a, k) => a - expected[k]))).toBeLessThan(0.1 * expected[1]);
  });

  test("the statistic is chi-square with 68 degrees of freedom for the true direction, larger for the false one", () => {
    const draws = Array.from({ length: 20 }, (_, seed) => sample(100 + seed, 2000));
    const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
    const forward = draws.map(({ cause, effect }) => fitWeakForm(cause, effect));
    expect(forward[0].degreesOfFreedom).toBe(68);
    // The mean of 20 such statistics has a standard deviation of √(2·68/20) = 2.6.
    expect(Math.abs(mean(forward.map(({ statistic }) => statistic)) - 68)).toBeLessThan(4 * 2.6);
    expect(mean(draws.map(({ cause, effect }) => fitWeakForm(effect, cause).statistic))).toBeGreaterThan(130);
  });

  test("an increasing map of the cause does not change it", () => {
    const { cause, effect } = sample(2, 500);
    const { statistic } = fitWeakForm(cause, effect);
    expect(
      fitWeakForm(
        cause.map((u) => Math.exp(5 * u)),
        effect,
      ).statistic,
    ).toBe(statistic);
  });
});

describe("regression of location and scale", () => {
  const rng = seededRng(6);
  const n = 20_000;
  const cause = Float64Array.from({ length: n }, () => 2 * rng.uniform() - 1);
  const noise = Float64Array.from({ length: n }, () => 2 * (rng.uniform() - 0.5));
  const effect = cause.map((t, i) => Math.sin(2 * t) + Math.exp(0.8 * t) * noise[i]);

  test("recovers both for uniform noise: location to 0.03, log scale up to the noise's spread to 0.05", () => {
    const fit = fitLocationScale(cause, effect, { location: 12, scale: 8 });
    const location = splineCurve(cause, 12, fit.coefficients.location);
    const logScale = splineCurve(cause, 8, fit.coefficients.logScale);
    const spread = Math.log(rootMeanSquare(noise));
    expect(rootMeanSquare(location.map((m, i) => m - Math.sin(2 * cause[i])))).toBeLessThan(0.03);
    expect(rootMeanSquare(logScale.map((h, i) => h - 0.8 * cause[i] - spread))).toBeLessThan(0.05);
    const rebuilt = fit.noise.map((e, i) => location[i] + Math.exp(logScale[i]) * e);
    expectAllClose(rebuilt, effect, { rtol: 1e-12, scale: 1 });
    expect(fit.meanLogScale).toBeCloseTo(
      logScale.reduce((sum, h) => sum + h / n, 0),
      12,
    );
  });

  test("with a constant scale it is ridge least squares: residuals orthogonal to the splines, up to the ridge", () => {
    const { noise: residual, meanLogScale } = fitLocationScale(cause, effect, { location: 8, scale: 0 });
    expect(meanLogScale).toBe(0);
    const spline = quantileSpline(cause, 8);
    const moments = new Float64Array(spline.size);
    const [value, slope] = [new Float64Array(spline.size), new Float64Array(spline.size)];
    residual.forEach((r, i) => {
      spline.evaluateInto(cause[i], value, slope);
      for (let k = 0; k < spline.size; k++) moments[k] += (value[k] * r) / n;
    });
    // Each is 10⁻⁴/8 times a coefficient of about 1.
    expect(Math.max(...moments.map(Math.abs))).toBeLessThan(2e-5);
  });

  test("ties in the cause leave fewer splines, and a constant effect at a level gives no infinite scale", () => {
    const levels = cause.map((t) => Math.round(t));
    const stuck = levels.map((t, i) => (t === 0 ? 0 : noise[i]));
    const { parameters, coefficients, meanLogScale } = fitLocationScale(levels, stuck, { location: 12, scale: 8 });
    expect(parameters).toBeLessThan(12);
    expect(coefficients.logScale.every(Number.isFinite)).toBe(true);
    expect(Number.isFinite(meanLogScale)).toBe(true);
  });

  test("has as many splines as asked for, and fewer if ties merge knots", () => {
    const rng = seededRng(12);
    const cause = Float64Array.from({ length: 300 }, () => rng.normal());
    const effect = cause.map((value) => value + rng.normal());
    const splinesOf = (column: Float64Array) => fitLocationScale(column, effect, { location: 12, scale: 8 }).parameters;
    expect(splinesOf(cause)).toBe(20);
    expect(splinesOf(cause.map(Math.round))).toBeLessThan(20);
  });
});

describe("the likelihood of a location-scale flow, eqn:logjointdecomposition", () => {
  test("costs minus the log likelihood of the true direction: Gaussian cause and noise, to 0.02 nats a row", () => {
    const rng = seededRng(9);
    const n = 4000;
    const x = Float64Array.from({ length: n }, () => rng.normal());
    const noise = x.map(() => rng.normal());
    const y = x.map((value, i) => Math.sin(2 * value) + 0.5 * noise[i]);
    const { scale } = standardize(pairFromColumns(x, y));
    const { cost, verdict } = decide(pairFromColumns(x, y), { method: "flow-likelihood" });
    const squares = 0.5 * (rootMeanSquare(x) ** 2 + rootMeanSquare(noise) ** 2);
    const truth = squares + Math.log(2 * Math.PI) + Math.log(0.5 / (scale.x.sd * scale.y.sd));
    expect(Math.abs(cost["x->y"] / n - truth)).toBeLessThan(0.02);
    expect(verdict).toBe("x->y");
    expect(cost["y->x"] / n).toBeGreaterThan(truth + 0.1);
  });

  test("a column is not called the cause because it has few values: rounding does not change its entropy", () => {
    const rng = seededRng(10);
    const x = Float64Array.from({ length: 500 }, () => rng.normal());
    const whole = x.map((value) => value * value + 0.7 * rng.normal());
    const rounded = whole.map(Math.round);
    const entropyOf = (y: Column) => kernelEntropy(standardize(pairFromColumns(x, y)).y);
    expect(Math.abs(entropyOf(rounded) - entropyOf(whole))).toBeLessThan(0.1);
    expect(decide(pairFromColumns(x, rounded), { method: "flow-likelihood" }).verdict).toBe("x->y");
  });

  test("which of the columns is rounded does not decide", () => {
    const routines = compiledRoutines();
    const pairs = 50;
    let [causeRounded, effectRounded] = [0, 0];
    for (let seed = 0; seed < pairs; seed++) {
      const { pair } = randomPair(seed, { n: 600, relation: "directed", rounded: false, direction: "x->y" });
      const { x, y } = pair;
      const { scale } = standardize(pair);
      const steps = 5 + (seed % 25);
      const onGrid = (axis: "x" | "y") => roundColumn(pair[axis], (6 * scale[axis].sd) / steps);
      const isRight = (cause: Column, effect: Column) =>
        decide(pairFromColumns(cause, effect), { method: "flow-likelihood", routines }).margin > 0;
      if (isRight(onGrid("x"), y)) causeRounded += 1;
      if (isRight(x, onGrid("y"))) effectRounded += 1;
    }
    // Half would be chance, three in four is the result without rounding; with the entropy of ties it was 49 and 1.
    for (const right of [causeRounded, effectRounded]) {
      expect(right / pairs).toBeGreaterThan(0.4);
      expect(right / pairs).toBeLessThan(0.85);
    }
  });

  test("a relation without noise has a finite cost, and a linear one no verdict", () => {
    const x = Float64Array.from({ length: 200 }, (_, i) => Math.sin(i));
    expect(
      decide(
        pairFromColumns(
          x,
          x.map((v) => 3 - 2 * v),
        ),
        { method: "flow-likelihood" },
      ).verdict,
    ).toBe("cannot-tell");
    const { cost } = decide(
      pairFromColumns(
        x,
        x.map((v) => v * v),
      ),
      { method: "flow-likelihood" },
    );
    expect(Object.values(cost).every(Number.isFinite)).toBe(true);
  });
});

describe("independence of the flow's noise, sec:velocity:discovery", () => {
  const curved = (rows: number): Pair => {
    const rng = seededRng(17);
    const x = Float64Array.from({ length: rows }, () => rng.normal());
    return pairFromColumns(
      x,
      x.map((value) => value + 0.5 * value * value + rng.normal()),
    );
  };

  test("a velocity quadratic in the effect loses curves, which the decision counts and warns of", () => {
    const { diagnostics, findings, cost } = decide(curved(400), { method: "flow-hsic", velocity: "b-cubic" });
    const lost = Object.values(diagnostics?.lostCurves ?? {}).reduce((sum, count) => sum + count, 0);
    expect(lost).toBeGreaterThan(0);
    expect(findings.filter(({ code }) => code === "lost-curves")).toHaveLength(1);
    expect(Object.values(cost).every((value) => value > 0)).toBe(true);
  });

  test("location-scale velocities lose none", () => {
    const { diagnostics, findings } = decide(curved(400), { method: "flow-hsic" });
    expect(diagnostics?.lostCurves).toEqual({ "x->y": 0, "y->x": 0 });
    expect(findings).toEqual([]);
  });

  test("independent columns: HSIC of ranks as small as under independence", () => {
    const rng = seededRng(21);
    const x = Float64Array.from({ length: 1000 }, () => rng.uniform());
    const y = Float64Array.from({ length: 1000 }, () => rng.normal());
    const { cost } = decide(pairFromColumns(x, y), { method: "flow-hsic", velocity: "v-anm" });
    // At 1,000 rows 95% lie below 0.0007.
    for (const value of Object.values(cost)) expect(value).toBeLessThan(0.0015);
  });

  test("an unknown velocity is a wrong option that names the known ones", () => {
    expect(() => decide(curved(50), { method: "flow-hsic", velocity: "v-magic" })).toThrow(
      /option velocity: "v-magic"; expected one of v-lsnm, v-anm/,
    );
  });
});
