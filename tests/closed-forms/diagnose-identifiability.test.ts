import {
  additiveNoise,
  curvatureVariation,
  hoyerResidual,
  unexplainedScore,
} from "@causal-velocity/core/diagnose/anm-findings.js";
import { lostShare, velocityGrowth } from "@causal-velocity/core/diagnose/linear-growth.js";
import {
  type CauseDerivatives,
  causeDerivatives,
  lsnmCriterion,
  lsnmCriterionSize,
} from "@causal-velocity/core/diagnose/lsnm-criterion.js";
import { polynomialDensity } from "@causal-velocity/core/diagnose/polynomial-density.js";
import {
  type VelocityCurvature,
  velocityCurvature,
  velocityEquation,
} from "@causal-velocity/core/diagnose/velocity-equation.js";
import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import type { Oriented } from "@causal-velocity/core/fit/orient.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { basisVelocity, monomial } from "@causal-velocity/core/velocity/basis.js";
import { lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { gumbelDistribution, normalDistribution } from "@causal-velocity/lab/simulate/distributions.js";
import { jointDensity } from "@causal-velocity/lab/simulate/joint-density.js";
import { additiveMechanism } from "@causal-velocity/lab/simulate/mechanism.js";
import type { SmoothFunction } from "@causal-velocity/lab/simulate/smooth-function.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { MECHANISMS } from "./known-mechanism.js";

const maxAbs = (column: ArrayLike<number>) => Array.from(column).reduce((worst, v) => Math.max(worst, Math.abs(v)), 0);
const sampleOf = (rows: number, seed: number) => {
  const rng = seededRng(seed);
  return {
    cause: Float64Array.from({ length: rows }, () => rng.normal()),
    noise: Float64Array.from({ length: rows }, () => rng.normal()),
  };
};

/** t + t³/3: increasing, and far from linear. */
const bent = { m: (t: number) => t + t ** 3 / 3, m1: (t: number) => 1 + t * t, m2: (t: number) => 2 * t, m3: 2 };

/** Exact second derivatives of the log density of a standard normal cause and effect = m(cause) + normal noise. */
function bentSample(rows: number) {
  const { cause, noise } = sampleOf(rows, 5);
  const effect = cause.map((x, i) => bent.m(x) + noise[i]);
  const residual = effect.map((y, i) => y - bent.m(cause[i]));
  return {
    cause,
    effect,
    jointCause: cause.map((x, i) => -x + residual[i] * bent.m1(x)),
    jointEffect: residual.map((r) => -r),
    dCauseCause: cause.map((x, i) => -1 - bent.m1(x) ** 2 + residual[i] * bent.m2(x)),
    dEffectEffect: cause.map(() => -1),
    dCauseEffect: cause.map((x) => bent.m1(x)),
  };
}

const without = (v: Float64Array): VelocityCurvature => ({
  v,
  dvDEffect: new Float64Array(v.length),
  d2vDEffect2: new Float64Array(v.length),
});

describe("prop:velocity:id, eq:id:main, eq:id:forward, eq:id:backward, each direction on its own", () => {
  test("linear-Gaussian: 0 in both directions, to 1e-12", () => {
    const rho = 0.6;
    const { cause: x, noise } = sampleOf(300, 3);
    const y = x.map((value, i) => rho * value + Math.sqrt(1 - rho * rho) * noise[i]);
    const precision = 1 / (1 - rho * rho);
    const score = (a: Float64Array, b: Float64Array) => a.map((value, i) => -precision * (value - rho * b[i]));
    const constant = (value: number) => x.map(() => value);
    for (const jointEffect of [score(y, x), score(x, y)]) {
      const at = { jointEffect, dEffectEffect: constant(-precision), dCauseEffect: constant(rho * precision) };
      expect(velocityEquation(without(constant(rho)), at)).toBeLessThan(1e-12);
      // v ≡ 0 makes both sides agree for every density: what they must equal, it misses by all of it.
      expect(velocityEquation(without(constant(0)), at)).toBe(1);
    }
  });

  test("location-scale noise: 0 for the true velocity, to 1e-12", () => {
    const { m, dm, h, dh } = MECHANISMS.scale;
    const { cause, noise } = sampleOf(300, 4);
    const effect = cause.map((x, i) => m(x) + Math.exp(h(x)) * noise[i]);
    const weight = cause.map((x) => Math.exp(-2 * h(x)));
    const left = effect.map((y, i) => y - m(cause[i]));
    const value = velocityEquation(
      {
        v: cause.map((x, i) => dm(x) + dh(x) * left[i]),
        dvDEffect: cause.map(dh),
        d2vDEffect2: new Float64Array(300),
      },
      {
        jointEffect: left.map((r, i) => -weight[i] * r),
        dEffectEffect: weight.map((w) => -w),
        dCauseEffect: cause.map((x, i) => weight[i] * (2 * dh(x) * left[i] + dm(x))),
      },
    );
    expect(value).toBeLessThan(1e-12);
  });

  test("a bent additive model: 0 in the causal direction, not for the best location-scale velocity back", () => {
    const at = bentSample(300);
    const forward = without(at.cause.map(bent.m1));
    expect(velocityEquation(forward, at)).toBeLessThan(1e-12);

    const smooth: SmoothFunction = { value: bent.m, slope: bent.m1, curvature: bent.m2 };
    const density = jointDensity({
      cause: normalDistribution(),
      noise: normalDistribution(),
      mechanism: additiveMechanism(smooth),
    });
    const marginal = density.effectMarginal();
    const backward: Oriented = {
      direction: "y->x",
      cause: at.effect,
      effect: at.cause,
      scoreCause: at.effect.map((y) => marginal.at(y).score),
      jointCause: at.jointEffect,
      jointEffect: at.jointCause,
    };
    const fit = fitVelocity(lsnmVelocity(), backward);
    const curvature = velocityCurvature(fit, backward.cause, backward.effect);
    const value = velocityEquation(curvature, {
      jointEffect: at.jointCause,
      dEffectEffect: at.dCauseCause,
      dCauseEffect: at.dCauseEffect,
    });
    expect(value).toBeGreaterThan(0.1);
  });

  test("∂²v/∂effect² of a class with squares is twice the coefficient of y², to 1e-8", () => {
    const { cause, noise } = sampleOf(50, 6);
    const model = basisVelocity("y^2", [monomial(0, 2)]).modelFor(cause, noise);
    expectAllClose(
      velocityCurvature({ model, theta: Float64Array.of(0.7) }, cause, noise).d2vDEffect2,
      new Float64Array(50).fill(1.4),
      {
        rtol: 1e-8,
      },
    );
  });
});

describe("sec:appendix:scorebasedanm as findings", () => {
  test("additive Gaussian noise has a curvature without variance, Gumbel noise has not", () => {
    const { cause } = sampleOf(200, 7);
    const gumbel = gumbelDistribution();
    const step = 1e-4;
    const slope = (e: number) => (gumbel.score(e + step) - gumbel.score(e - step)) / (2 * step);
    expect(curvatureVariation(cause.map(() => -4))).toBe(0);
    expect(curvatureVariation(cause.map(slope))).toBeGreaterThan(0.2);
  });

  test("the score is a function of additive noise in the causal direction (left: < 1%), not back (> 20%)", () => {
    const at = bentSample(2000);
    expect(unexplainedScore(additiveNoise(at.cause, at.effect), at.jointEffect)).toBeLessThan(0.01);
    expect(unexplainedScore(additiveNoise(at.effect, at.cause), at.jointCause)).toBeGreaterThan(0.2);
  });
});

describe("appx:anm:id, eq:anm:id:de, eq:anm:constraint: additive models with a twin in the other direction", () => {
  const { cause: x, noise } = sampleOf(200, 8);
  const zero = new Float64Array(200);
  const constant = (value: number) => x.map(() => value);

  test("linear-Gaussian: 0", () => {
    const value = hoyerResidual({
      location: [constant(0.7), zero, zero],
      logNoise: [noise.map((e) => -e / 0.49), constant(-1 / 0.49), zero],
      logCause: [constant(-1), zero],
    });
    expect(value).toBe(0);
  });

  // With ν = −e^ε + 2ε and m(x) = x the equation says ξ‴ = −ξ″, so ξ″ = −c·e^−x: noise and cause are logarithms of a
  // gamma and of an inverse gamma variable, and the slope back is e^y/(c + e^y).
  const logGamma = [noise.map((e) => 2 - Math.exp(e)), noise.map((e) => -Math.exp(e)), noise.map((e) => -Math.exp(e))];
  const line = [constant(1), zero, zero] as const;
  test("the one of logarithms of gamma variables: 0 to 1e-13, and not for a normal cause", () => {
    const logNoise = [logGamma[0], logGamma[1], logGamma[2]] as const;
    const twin = [x.map((t) => -3 * Math.exp(-t)), x.map((t) => 3 * Math.exp(-t))] as const;
    expect(hoyerResidual({ location: line, logNoise, logCause: twin })).toBeLessThan(1e-13);
    expect(hoyerResidual({ location: line, logNoise, logCause: [constant(-1), zero] })).toBeGreaterThan(0.01);
  });

  test("at any point it is the paper's equation for ξ‴, divided by ∂²ₓπ, to 1e-12", () => {
    const rng = seededRng(9);
    for (let k = 0; k < 20; k++) {
      const [m1, m2, m3, n1, n2, n3, c2, c3] = Array.from({ length: 8 }, () => rng.normal());
      const g = m2 / m1 - (m1 * n3) / n2;
      const h = -2 * n2 * m2 * m1 + n1 * m3 + (n1 * n3 * m2 * m1) / n2 - (n1 * m2 * m2) / m1;
      const printed = Math.abs((c2 * g + h - c3) / (c2 + n2 * m1 * m1 - n1 * m2));
      const one = (value: number) => Float64Array.of(value);
      const value = hoyerResidual({
        location: [one(m1), one(m2), one(m3)],
        logNoise: [one(n1), one(n2), one(n3)],
        logCause: [one(c2), one(c3)],
      });
      expect(Math.abs(value / printed - 1)).toBeLessThan(1e-12);
    }
  });
});

describe("appx:lsnm:id: location-scale noise with a twin in the other direction", () => {
  const { cause: noise, noise: y } = sampleOf(200, 10);

  /** cause = sin(effect) + e^{0.3·effect}·ε, noise of log density ν: derivatives by the chain rule. */
  function backward(nu: readonly ((e: number) => number)[]): CauseDerivatives {
    // ∂ᵏₓπ = e^{−kh}ν⁽ᵏ⁾(u), and its derivative by y is e^{−kh}(−k·h′·ν⁽ᵏ⁾ + ν⁽ᵏ⁺¹⁾·∂u/∂y).
    const scale = (k: number, i: number) => Math.exp(-0.3 * k * y[i]);
    const along = (k: number) => noise.map((u, i) => scale(k, i) * nu[k](u));
    const mixed = (k: number) =>
      noise.map(
        (u, i) => scale(k, i) * (-0.3 * k * nu[k](u) + nu[k + 1](u) * (-Math.cos(y[i]) * scale(1, i) - 0.3 * u)),
      );
    return {
      dCause: along(1),
      dCause2: along(2),
      dCause3: along(3),
      dCause4: along(4),
      dCauseEffect: mixed(1),
      dCause2Effect: mixed(2),
      dCause3Effect: mixed(3),
    };
  }
  const quartic = [
    (e: number) => -(e ** 4) / 4 - e ** 2 / 2,
    (e: number) => -(e ** 3) - e,
    (e: number) => -3 * e * e - 1,
    (e: number) => -6 * e,
    () => -6,
  ];
  const zero = () => 0;
  const normal = [(e: number) => (-e * e) / 2, (e: number) => -e, () => -1, zero, zero];

  test("0 for a backward model, to 1e-12 of its terms; without the square, as printed, it is not", () => {
    for (const nu of [quartic, normal]) expect(lsnmCriterionSize(backward(nu))).toBeLessThan(1e-12);
    const at = backward(quartic);
    const missing = at.dCause2.map((second, i) => 2 * (second - second * second) * at.dCause3Effect[i]);
    expect(maxAbs(missing)).toBeGreaterThan(1);
  });

  test("0 for a bivariate normal", () => {
    const constant = (value: number) => y.map(() => value);
    const none = new Float64Array(200);
    const criterion = lsnmCriterion({
      dCause: y,
      dCause2: constant(-1.5),
      dCause3: none,
      dCause4: none,
      dCauseEffect: constant(0.9),
      dCause2Effect: none,
      dCause3Effect: none,
    });
    expect(maxAbs(criterion)).toBe(0);
  });

  /** The bent additive model with normal noise, whose direction location-scale noise can tell. */
  const bentAt = (x: Float64Array, effect: Float64Array): CauseDerivatives => {
    const left = effect.map((value, i) => value - bent.m(x[i]));
    return {
      dCause: x.map((t, i) => -t + left[i] * bent.m1(t)),
      dCause2: x.map((t, i) => -1 - bent.m1(t) ** 2 + left[i] * bent.m2(t)),
      dCause3: x.map((t, i) => -3 * bent.m1(t) * bent.m2(t) + left[i] * bent.m3),
      dCause4: x.map((t) => -3 * bent.m2(t) ** 2 - 4 * bent.m1(t) * bent.m3),
      dCauseEffect: x.map(bent.m1),
      dCause2Effect: x.map(bent.m2),
      dCause3Effect: x.map(() => bent.m3),
    };
  };

  test("not 0 for an identifiable model", () => {
    const { cause, effect } = bentSample(200);
    expect(lsnmCriterionSize(bentAt(cause, effect))).toBeGreaterThan(0.01);
  });

  test("it is M²/∂²ₓπ times ∂ₓ(N/M), by central differences, to 1e-6", () => {
    const { cause, effect } = bentSample(20);
    const quotient = (shift: number) => {
      const d = bentAt(
        cause.map((x) => x + shift),
        effect,
      );
      const top = cause.map((_, i) => d.dCause2Effect[i] * d.dCause2[i] - d.dCauseEffect[i] * d.dCause3[i]);
      const bottom = cause.map((_, i) => 2 * d.dCause2[i] ** 2 - d.dCause[i] * d.dCause3[i]);
      return { ratio: top.map((value, i) => value / bottom[i]), bottom };
    };
    const step = 1e-5;
    const [above, below, here] = [quotient(step), quotient(-step), quotient(0)];
    const { dCause2 } = bentAt(cause, effect);
    const expected = cause.map(
      (_, i) => (((above.ratio[i] - below.ratio[i]) / (2 * step)) * here.bottom[i] ** 2) / dCause2[i],
    );
    expectAllClose(lsnmCriterion(bentAt(cause, effect)), expected, { rtol: 1e-6, scale: 1 });
  });
});

describe("log densities that are polynomials, by score matching", () => {
  test("of degree 2: the normal with the sample's own covariance, to 1e-7", () => {
    const { cause: x, noise } = sampleOf(500, 11);
    const y = x.map((value, i) => 0.5 * value + noise[i] + 3);
    const density = polynomialDensity([x, y], 2);
    const mean = (column: Float64Array) => column.reduce((a, b) => a + b) / 500;
    const [cx, cy] = [x.map((v) => v - mean(x)), y.map((v) => v - mean(y))];
    const [xx, xy, yy] = [mean(cx.map((v) => v * v)), mean(cx.map((v, i) => v * cy[i])), mean(cy.map((v) => v * v))];
    const expected = cx.map((v, i) => -(yy * v - xy * cy[i]) / (xx * yy - xy * xy));
    expectAllClose(density.derivativeAt([1, 0], [x, y]), expected, { rtol: 1e-7, scale: 1 });
  });

  test("derivatives are those of one function: central differences agree to 1e-7", () => {
    const { cause: x, noise: y } = sampleOf(300, 12);
    const density = polynomialDensity([x, y], 4);
    const step = 1e-5;
    const at = (order: number[], by: number) => density.derivativeAt(order, [x.map((v) => v + by), y]);
    for (const [low, high] of [
      [
        [1, 0],
        [2, 0],
      ],
      [
        [2, 0],
        [3, 0],
      ],
      [
        [3, 0],
        [4, 0],
      ],
      [
        [0, 1],
        [1, 1],
      ],
      [
        [2, 1],
        [3, 1],
      ],
    ]) {
      const [above, below] = [at(low, step), at(low, -step)];
      const slope = above.map((value, i) => (value - below[i]) / (2 * step));
      expectAllClose(at(high, 0), slope, { rtol: 1e-7, scale: 1 });
    }
  });

  test("the criterion of a sample from a bivariate normal falls like 1/√n: fourfold from 1,000 to 16,000 rows", () => {
    const sizeOf = (rows: number) => {
      let sum = 0;
      for (let seed = 20; seed < 30; seed++) {
        const { cause, noise } = sampleOf(rows, seed);
        const points = [cause, cause.map((v, i) => 0.6 * v + 0.8 * noise[i])];
        sum += lsnmCriterionSize(causeDerivatives(polynomialDensity(points, 4), points)) / 10;
      }
      return sum;
    };
    const fall = sizeOf(1000) / sizeOf(16_000);
    // The mean of ten has a standard error of a tenth to a fifth.
    expect(fall).toBeGreaterThan(2.5);
    expect(fall).toBeLessThan(6);
  });
});

describe("sec:appendix:regularity, 3(b): growth of a velocity in the effect", () => {
  const { cause, noise: effect } = sampleOf(300, 13);
  const powerOfEffect = (power: number) => ({
    model: basisVelocity(`y^${power}`, [monomial(0, power)]).modelFor(cause, effect),
    theta: Float64Array.of(1),
  });

  test.each([0, 1, 2, 3])("v = y^%i grows like that power, to 1e-12", (power) => {
    expect(velocityGrowth(powerOfEffect(power), cause, effect).exponent).toBeCloseTo(power, 12);
  });

  test("|v|/(1 + |y|) of v = y is |y|/(1 + |y|) at the farthest row", () => {
    const farthest = maxAbs(effect);
    expect(velocityGrowth(powerOfEffect(1), cause, effect).rate).toBeCloseTo(farthest / (1 + farthest), 12);
  });

  test("of v = y², whose curves end at x + 1/y, exactly the curves are lost that end within the range", () => {
    const oriented = {
      direction: "x->y",
      cause: cause.slice(0, 150),
      effect: effect.slice(0, 150),
      scoreCause: new Float64Array(150),
      jointCause: new Float64Array(150),
      jointEffect: new Float64Array(150),
    } as const;
    const [low, high] = [Math.min(...oriented.cause), Math.max(...oriented.cause)];
    const ending = oriented.cause.filter((x, i) => {
      const end = x + 1 / oriented.effect[i];
      return end > low && end < high;
    });
    const fit = { oriented, ...powerOfEffect(2), residual: new Float64Array(150), gof: 0 };
    expect(lostShare(fit)).toBeCloseTo(ending.length / 150, 12);
  });
});
