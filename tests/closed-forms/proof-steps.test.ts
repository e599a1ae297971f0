import { gofResidualInto, meanSquare } from "@causal-velocity/core/fit/gof.js";
import type { Oriented } from "@causal-velocity/core/fit/orient.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { gaussianKernel } from "@causal-velocity/core/score/kernel.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { velocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { gumbelDistribution, normalDistribution } from "@causal-velocity/lab/simulate/distributions.js";
import { jointDensity } from "@causal-velocity/lab/simulate/joint-density.js";
import {
  jetAtEffectInto,
  locationScaleMechanism,
  mechanismJet,
  velocityOf,
} from "@causal-velocity/lab/simulate/mechanism.js";
import { sampleModel } from "@causal-velocity/lab/simulate/simulator.js";
import { describe, expect, test } from "vitest";
import { knownSample, MECHANISMS, trueVelocity } from "./known-mechanism.js";

// The steps of the paper's proofs, one by one: each displayed equation, its sides computed in two ways.

/** y = x + x³/3 + e^{x/4}·ε, a normal cause and skewed noise: nothing in it is symmetric or constant. */
const location = {
  value: (x: number) => x + x ** 3 / 3,
  slope: (x: number) => 1 + x * x,
  curvature: (x: number) => 2 * x,
};
const scale = {
  value: (x: number) => Math.exp(x / 4),
  slope: (x: number) => Math.exp(x / 4) / 4,
  curvature: (x: number) => Math.exp(x / 4) / 16,
};
const mechanism = locationScaleMechanism(location, scale);
const noise = gumbelDistribution();
const density = jointDensity({ cause: normalDistribution(), noise, mechanism });
const POINTS = [
  [0.3, -0.4],
  [-1.2, 0.9],
  [0.8, 2.1],
  [-0.6, -0.7],
] as const;

const velocityAt = (y: number, x: number) => {
  const jet = mechanismJet();
  jetAtEffectInto(mechanism, y, x, jet);
  return velocityOf(jet);
};
const v = (y: number, x: number) => velocityAt(y, x).v;
const logP = (y: number, x: number) => density.logDensity(y, x);
const logConditional = (y: number, x: number) => logP(y, x) - normalDistribution().logDensity(x);
const STEP = 1e-2;
/** Central difference with one step of Richardson's extrapolation: error h⁴, and rounding of 1e-16/h. */
const slope = (f: (t: number) => number, t: number, step = STEP) => {
  const central = (h: number) => (f(t + h) - f(t - h)) / (2 * h);
  return (4 * central(step / 2) - central(step)) / 3;
};

describe("the proof of thm:id, from eq:continuity:eqn by eq:log:continuity to eq:joint:id, to 1e-6", () => {
  test.each(POINTS)("at x = %d, y = %d", (x, y) => {
    const p = (b: number, a: number) => Math.exp(logConditional(b, a));
    const flux = (factor: number) => slope((b) => p(b, x) * factor * v(b, x), y);
    const inTime = slope((a) => p(y, a), x);
    expect(Math.abs(inTime + flux(1))).toBeLessThan(1e-6);
    // A velocity 1% too large does not solve it.
    expect(Math.abs(inTime + flux(1.01))).toBeGreaterThan(1e-4);
    const { dvDEffect } = velocityAt(y, x);
    const effectScore = slope((b) => logConditional(b, x), y);
    const logInTime = slope((a) => logConditional(y, a), x);
    expect(Math.abs(logInTime + dvDEffect + v(y, x) * effectScore)).toBeLessThan(1e-6);
    const joint = density.score(y, x);
    expect(Math.abs(effectScore - joint.effect)).toBeLessThan(1e-6);
    expect(Math.abs(joint.cause - density.causeScore(x) + dvDEffect + v(y, x) * joint.effect)).toBeLessThan(1e-12);
  });
});

describe("eq:SCM:def, eq:basic:ode, eq:ode:from:flow, eqn:totaldx, eqn:chain_totaldx, eqn:directionaldx2: along a causal curve, to 1e-6", () => {
  test.each(POINTS)("through x = %d, y = %d", (x, y) => {
    const epsilon = mechanism.noise(y, x);
    const curve = (at: number) => mechanism.effect(at, epsilon);
    expect(Math.abs(curve(x) - y)).toBeLessThan(1e-12);
    for (const at of [x, x + 0.5, x - 0.7]) expect(Math.abs(slope(curve, at) - v(curve(at), at))).toBeLessThan(1e-6);
    const { cause, effect } = density.score(y, x);
    const total = slope((at) => logP(curve(at), at), x);
    expect(Math.abs(total - (cause + v(y, x) * effect))).toBeLessThan(1e-6);
    expect(Math.abs(total - (density.causeScore(x) - velocityAt(y, x).dvDEffect))).toBeLessThan(1e-6);
  });
});

test("eq:SCM:def: a sample is f(cause, noise), to 1e-12, with noise uncorrelated with the cause, by three standard errors", () => {
  const n = 4000;
  const { cause, effect } = sampleModel({ cause: normalDistribution(), noise, mechanism }, n, seededRng(2));
  const drawn = effect.map((y, i) => mechanism.noise(y, cause[i]));
  for (let i = 0; i < n; i++)
    expect(Math.abs(mechanism.effect(cause[i], drawn[i]) - effect[i])).toBeLessThan(1e-12 * (1 + Math.abs(effect[i])));
  const standard = (column: Float64Array) => {
    const { mean: center, sd } = meanAndSd(column);
    return column.map((value) => (value - center) / sd);
  };
  for (const of of [(t: number) => t, (t: number) => t * t]) {
    const [a, b] = [standard(cause.map(of)), standard(drawn.map(of))];
    expect(Math.abs(meanAndSd(a.map((value, i) => value * b[i])).mean)).toBeLessThan(3 / Math.sqrt(n));
  }
});

describe("appx:id: derivatives of the log density π from the forward model alone, to 1e-5", () => {
  test.each(POINTS)("at x = %d, y = %d", (x, y) => {
    // φ_{x,x₀} leads back to the noise; π₀ is the noise's log density.
    const phi = (b: number, a: number) => mechanism.noise(b, a);
    const phiY = (b: number, a: number) => slope((t) => phi(t, a), b);
    const stretch = (b: number, a: number) => Math.log(Math.abs(phiY(b, a)));
    const score = (b: number, a: number) => noise.score(phi(b, a));
    const curvature = slope((t) => noise.score(t), phi(y, x));
    const { dvDEffect } = velocityAt(y, x);
    const phiX = slope((a) => phi(y, a), x);
    const close = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-5);
    close(phiX, -v(y, x) * phiY(y, x));
    close(
      slope((a) => stretch(y, a), x),
      -dvDEffect,
    );
    close(logP(y, x), normalDistribution().logDensity(x) + noise.logDensity(phi(y, x)) + stretch(y, x));
    const { cause, effect } = density.score(y, x);
    close(effect, score(y, x) * phiY(y, x) + slope((b) => stretch(b, x), y));
    close(cause, -x - score(y, x) * v(y, x) * phiY(y, x) - dvDEffect);
    const second = {
      yy: slope((b) => density.score(b, x).effect, y),
      xx: slope((a) => density.score(y, a).cause, x),
      xy: slope((a) => density.score(y, a).effect, x),
    };
    const phiYY = slope((b) => phiY(b, x), y);
    close(
      second.yy,
      curvature * phiY(y, x) ** 2 + score(y, x) * phiYY + slope((b) => slope((t) => stretch(t, x), b), y),
    );
    const phiXX = slope((a) => slope((t) => phi(y, t), a), x);
    close(second.xx, -1 + curvature * phiX ** 2 + score(y, x) * phiXX - slope((a) => velocityAt(y, a).dvDEffect, x));
    const dvPhi = slope((b) => v(b, x) * phiY(b, x), y);
    const d2v = slope((b) => velocityAt(b, x).dvDEffect, y);
    close(second.xy, -curvature * v(y, x) * phiY(y, x) ** 2 - score(y, x) * dvPhi - d2v);
  });

  test("appx:lsnm:id: ∂ₓ∂_yπ is minus what is printed, and π has −h where −ḣ is printed", () => {
    for (const [x, y] of POINTS) {
      const [h, dh] = [x / 4, 1 / 4];
      const effect = (b: number) => density.score(b, x).effect;
      const printed = dh * effect(y) + v(y, x) * slope(effect, y);
      const mixed = slope((a) => density.score(y, a).effect, x);
      expect(Math.abs(mixed + printed)).toBeLessThan(1e-6);
      expect(Math.abs(mixed - printed)).toBeGreaterThan(0.01);
      const rest = logConditional(y, x) - noise.logDensity(mechanism.noise(y, x));
      expect(Math.abs(rest + h)).toBeLessThan(1e-12);
    }
  });
});

/** The loss's terms as the proof of thm:consistency names them: s = (s₁, s₂, s₃), h₁ = −∂v/∂y and h₂ = v. */
interface ProofTerms {
  readonly s: readonly [Float64Array, Float64Array, Float64Array];
  readonly h1: Float64Array;
  readonly h2: Float64Array;
}

const ROWS = 400;
const truth = knownSample(MECHANISMS.scale, ROWS, seededRng(8));
const field = velocityField(ROWS);
for (let i = 0; i < ROWS; i++) {
  field.v[i] = trueVelocity(MECHANISMS.scale, truth.effect[i], truth.cause[i]);
  field.dvDEffect[i] = MECHANISMS.scale.dh(truth.cause[i]);
}
/** The same rows with Stein scores. */
const estimated: Oriented = (() => {
  const joint = stein().estimate([truth.cause, truth.effect]).atRows;
  const [scoreCause] = stein().estimate([truth.cause]).atRows;
  return { ...truth, scoreCause, jointCause: joint[0], jointEffect: joint[1] };
})();
const lossOf = (at: Oriented) => {
  const residual = new Float64Array(ROWS);
  gofResidualInto(at, field, residual);
  return residual;
};
const termsOf = (at: Oriented): ProofTerms => ({
  s: [at.scoreCause, at.jointCause.map((s) => -s), at.jointEffect.map((s) => -s)],
  h1: field.dvDEffect.map((d) => -d),
  h2: field.v,
});
/** The ten products of which f is the sum, at one row. */
const products = ({ s: [s1, s2, s3], h1, h2 }: ProofTerms, i: number) => [
  s1[i] ** 2,
  s2[i] ** 2,
  (h2[i] * s3[i]) ** 2,
  2 * s1[i] * s2[i],
  2 * s1[i] * s3[i] * h2[i],
  2 * s2[i] * s3[i] * h2[i],
  2 * s1[i] * h1[i],
  2 * s2[i] * h1[i],
  2 * s3[i] * h2[i] * h1[i],
  h1[i] ** 2,
];
const rows = Array.from({ length: ROWS }, (_, i) => i);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("the proof of thm:consistency", () => {
  test("eq:rad, eq:rad_decomp: the squared residual is the sum of ten products, to 1e-12 of their size", () => {
    for (const at of [truth, estimated]) {
      const residual = lossOf(at);
      for (const i of rows) {
        const parts = products(termsOf(at), i);
        const size = 1 + sum(parts.map(Math.abs));
        expect(Math.abs(sum(parts) - residual[i] ** 2) / size).toBeLessThan(1e-12);
      }
    }
  });

  test("eq:loss_split: a score error adds nine differences, at most their bound in L2; printed without h₂ they miss", () => {
    const [right, guess] = [termsOf(truth), termsOf(estimated)];
    const gap = meanSquare(lossOf(truth)) - meanSquare(lossOf(estimated));
    const differences = Array.from({ length: 9 }, (_, k) =>
      mean(rows.map((i) => products(right, i)[k] - products(guess, i)[k])),
    );
    expect(Math.abs(gap - sum(differences))).toBeLessThan(1e-10);
    // The last difference is printed as (s₃ − ŝ₃)·h₁.
    const last = 2 * mean(rows.map((i) => (right.s[2][i] - guess.s[2][i]) * right.h1[i]));
    expect(Math.abs(last - differences[8])).toBeGreaterThan(0.01);
    const norm = (column: Float64Array) => Math.sqrt(meanSquare(column));
    const minus = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - b[i]);
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      const l1 = mean(rows.map((i) => Math.abs(right.s[a][i] * right.s[b][i] - guess.s[a][i] * guess.s[b][i])));
      const bound =
        norm(right.s[a]) * norm(minus(right.s[b], guess.s[b])) + norm(guess.s[b]) * norm(minus(right.s[a], guess.s[a]));
      expect(l1).toBeLessThanOrEqual(bound);
      expect(l1).toBeGreaterThan(0.1 * bound);
    }
  });

  test("eq:loss_split: with wrong scores, L̂ₙ spreads around E f(ŝ) by √(2/n)·E f(ŝ), in closed form", () => {
    // Linear-Gaussian with ŝ_y a tenth too large: the residual is −0.1·v·s_y, normal with variance σ².
    const { linear } = MECHANISMS;
    const sigma2 = (0.1 * linear.dm(0)) ** 2;
    const [n, samples] = [100, 400];
    const losses = Array.from({ length: samples }, (_, k) => {
      const at = knownSample(linear, n, seededRng(100 + k));
      const flat = velocityField(n);
      flat.v.fill(linear.dm(0));
      const residual = new Float64Array(n);
      gofResidualInto({ ...at, jointEffect: at.jointEffect.map((s) => 1.1 * s) }, flat, residual);
      return meanSquare(residual) / sigma2;
    });
    const spread = Math.sqrt(mean(losses.map((loss) => (loss - mean(losses)) ** 2)));
    // Three standard errors of the mean and of the spread of 400 samples.
    expect(Math.abs(mean(losses) - 1)).toBeLessThan((3 * Math.sqrt(2 / n)) / Math.sqrt(samples));
    expect(Math.abs(spread / Math.sqrt(2 / n) - 1)).toBeLessThan(0.12);
  });

  test("eq:rad_final: a ball of a kernel bounded by 1 has a Rademacher average of at most 1/√n, and nearly that", () => {
    const rng = seededRng(4);
    for (const n of [50, 200]) {
      const points = Array.from({ length: n }, () => Float64Array.of(rng.normal(), rng.normal()));
      const kernel = points.map((a) =>
        points.map((b) => gaussianKernel.value(Float64Array.of(a[0] - b[0], a[1] - b[1]), Float64Array.of(0.5, 0.5))),
      );
      // The supremum over the ball is the norm of the mean of signed kernels.
      const averages = Array.from({ length: 200 }, () => {
        const signs = points.map(() => (rng.uniform() < 0.5 ? -1 : 1));
        return Math.sqrt(sum(signs.map((a, i) => sum(signs.map((b, j) => a * b * kernel[i][j]))))) / n;
      });
      const error = Math.sqrt(mean(averages.map((a) => (a - mean(averages)) ** 2)) / averages.length);
      expect(mean(averages)).toBeLessThan(1 / Math.sqrt(n) + 3 * error);
      expect(mean(averages)).toBeGreaterThan(0.8 / Math.sqrt(n));
    }
  });
});
