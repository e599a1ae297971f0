import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { orient, orientScale } from "@causal-velocity/core/fit/orient.js";
import { fitScm, noiseLogDensity } from "@causal-velocity/core/flow/fit-scm.js";
import { flowResidual } from "@causal-velocity/core/flow/flow-residual.js";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize, toStandardUnits, toUserUnits } from "@causal-velocity/core/pair/standardize.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { pairScores } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { basisVelocity, monomial } from "@causal-velocity/core/velocity/basis.js";
import { lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { knownSample, MECHANISMS } from "./known-mechanism.js";
import { sinhFlow, sinhSample, sinhVelocity } from "./post-nonlinear.js";

const affineFit = fitVelocity(lsnmVelocity({ ridge: 0 }), knownSample(MECHANISMS.scale, 800, seededRng(5)));
const bentFit = fitVelocity(sinhVelocity, sinhSample(800, seededRng(5)));
const FITS = [
  { name: "a closed form", fit: affineFit },
  { name: "a solver", fit: bentFit },
];
const grid = Float64Array.of(1.2, -1.4, 0, 0.6);
const mean = (column: ArrayLike<number>) => Array.from(column).reduce((a, b) => a + b, 0) / column.length;

describe.each(FITS)("thm:scm:velocity, eq:flow:from:v: the structural model of a fit by $name", ({ fit }) => {
  const scm = fitScm(fit, { baseline: 0.25 });
  const { cause, effect } = fit.oriented;

  test("f(baseline, ε) = ε, exactly", () => {
    expect(scm.mechanism(0.25, scm.residual.noise).effect).toEqual(scm.residual.noise);
  });

  test("mechanism and noiseOf undo each other to 1e-7, and their log-derivatives cancel", () => {
    const noise = scm.noiseOf(cause, effect);
    const again = scm.mechanism(cause, noise.effect);
    expectAllClose(again.effect, effect, { rtol: 1e-7, scale: 1 });
    expectAllClose(
      again.logJacobian,
      noise.logJacobian.map((value) => -value),
      { rtol: 1e-7, scale: 1 },
    );
    expect(noise.effect).toEqual(flowResidual(fit, { baseline: 0.25 }).noise);
  });

  test("p(effect | cause) integrates to 1 over the effect, to 1e-4, for each of three causes", () => {
    for (const at of [-1, 0.25, 1.5]) {
      // Trapezoids over the effects of equally spaced noise, over the range of all kernels.
      const noise = Float64Array.from({ length: 8001 }, (_, i) => -20 + 0.005 * i);
      const effects = scm.mechanism(at, noise).effect;
      const density = scm.logConditional(at, effects).map(Math.exp);
      let integral = 0;
      for (let i = 1; i < effects.length; i++) {
        integral += 0.5 * (density[i] + density[i - 1]) * (effects[i] - effects[i - 1]);
      }
      expect(Math.abs(integral - 1)).toBeLessThan(1e-4);
    }
  });

  test("p(effect | cause) is the noise's kernel density times ∂ε/∂effect, and at the baseline that density itself", () => {
    const logNoise = noiseLogDensity(scm.residual.noise);
    const { effect: noise, logJacobian } = scm.noiseOf(1.1, effect);
    const expected = noise.map((e, i) => logNoise(e) + logJacobian[i]);
    expectAllClose(scm.logConditional(1.1, effect), expected, { rtol: 1e-12, scale: 1 });
    expectAllClose(scm.logConditional(0.25, effect), effect.map(logNoise), { rtol: 1e-12, scale: 1 });
  });

  test("mean and standard deviation under intervention are those over all rows' counterfactuals, to 1e-7", () => {
    const { effect: means, sd, lostShare } = scm.interventionMean(grid);
    const moved = Array.from(grid, (at) => meanAndSd(scm.mechanism(at, scm.residual.noise).effect));
    expectAllClose(
      means,
      moved.map((each) => each.mean),
      { rtol: 1e-8, scale: 1 },
    );
    expectAllClose(
      sd,
      moved.map((each) => each.sd),
      { rtol: 1e-7, scale: 1 },
    );
    expect([...lostShare]).toEqual([0, 0, 0, 0]);
  });

  test("quantiles under intervention are the curves of the noise's quantiles: ordered, and shares of the counterfactuals", () => {
    const levels = [0.1, 0.5, 0.9];
    const { effect: curves } = scm.interventionQuantiles(grid, levels);
    grid.forEach((at, i) => {
      expect(curves[0][i]).toBeLessThan(curves[1][i]);
      expect(curves[1][i]).toBeLessThan(curves[2][i]);
      const effects = scm.mechanism(at, scm.residual.noise).effect;
      levels.forEach((level, k) => {
        const share = effects.filter((value) => value <= curves[k][i]).length / effects.length;
        // 799·level lies between two order statistics.
        expect(Math.abs(share - level)).toBeLessThan(2 / 800);
      });
    });
  });

  test("samples are f(cause, noise) of rows drawn independently: seeded, cause and noise unrelated, with the right spread", () => {
    const sample = scm.sample(3000, seededRng(1));
    expect(scm.sample(3000, seededRng(1))).toEqual(sample);
    expect(scm.sample(3000, seededRng(2)).effect).not.toEqual(sample.effect);
    expect(sample.lost).toEqual([]);
    expectAllClose(sample.effect, scm.mechanism(sample.cause, sample.noise).effect, { rtol: 1e-12, scale: 1 });
    const known = { cause: new Set(cause), noise: new Set(scm.residual.noise) };
    expect(sample.cause.every((value) => known.cause.has(value))).toBe(true);
    expect(sample.noise.every((value) => known.noise.has(value))).toBe(true);
    // In 3,000 draws from 800 × 800 pairs, about 4 combine a cause with the noise of its own row.
    const rowOf = new Map(Array.from(cause, (value, row) => [value, row]));
    const ownNoise = sample.cause.filter((value, i) => scm.residual.noise[rowOf.get(value) ?? -1] === sample.noise[i]);
    expect(ownNoise.length).toBeLessThan(20);
    const [mc, mn] = [mean(sample.cause), mean(sample.noise)];
    const moment = (p: Float64Array, q: Float64Array, a: number, b: number) =>
      mean(p.map((v, i) => (v - a) * (q[i] - b)));
    const correlation =
      moment(sample.cause, sample.noise, mc, mn) /
      Math.sqrt(moment(sample.cause, sample.cause, mc, mc) * moment(sample.noise, sample.noise, mn, mn));
    // Three standard errors of a correlation of 0 at 3,000 rows.
    expect(Math.abs(correlation)).toBeLessThan(3 / Math.sqrt(3000));
    expect(mc).toBeCloseTo(mean(cause), 0);
  });
});

describe("fitScm", () => {
  test("recovers a known mechanism, with the baseline at which it is the identity, to 1e-7", () => {
    // sinh(asinh ε + sin x − sin 0).
    const scm = fitScm(bentFit, { baseline: 0 });
    const noise = Float64Array.of(-2, -0.3, 0.8, 1.9);
    const causes = Float64Array.of(1.1, -0.7, 2, -1.5);
    const expected = noise.map((e, i) => sinhFlow(e, 0, causes[i]));
    expectAllClose(scm.mechanism(causes, noise).effect, expected, { rtol: 1e-7, scale: 1 });
  });

  test("a known conditional density is recovered within the kernel estimate's error: mean log density within 0.05 at 800 rows", () => {
    const scm = fitScm(affineFit);
    const { cause, effect } = affineFit.oriented;
    const { m, h } = MECHANISMS.scale;
    const truth = effect.map((y, i) => {
      const noise = Math.exp(-h(cause[i])) * (y - m(cause[i]));
      return -0.5 * noise * noise - 0.5 * Math.log(2 * Math.PI) - h(cause[i]);
    });
    expect(Math.abs(mean(scm.logConditional(cause, effect)) - mean(truth))).toBeLessThan(0.05);
  });

  test("beyond 1,000 rows neighbors in noise share a curve: the mean changes by less than 1e-4", () => {
    const fit = fitVelocity(sinhVelocity, sinhSample(2500, seededRng(12)));
    const scm = fitScm(fit);
    const exact = grid.map((at) => mean(scm.mechanism(at, scm.residual.noise).effect));
    const gap = scm.interventionMean(grid).effect.map((value, i) => Math.abs(value - exact[i]));
    expect(Math.max(...gap)).toBeLessThan(1e-4);
    expect(Math.max(...gap)).toBeGreaterThan(0);
  });

  test("curves that blow up are counted in the mean, and have no density", () => {
    const { oriented } = affineFit;
    const square = fitVelocity(basisVelocity("square", [monomial(0, 2)]), oriented);
    const scm = fitScm({ ...square, theta: Float64Array.of(0.2) }, { baseline: 0 });
    expect(scm.residual.lost.length).toBeGreaterThan(0);
    const reached = scm.residual.noise.filter((e) => !Number.isNaN(e));
    const far = Float64Array.of(0.1, 3);
    const { effect, lostShare } = scm.interventionMean(far);
    // y′ = 0.2 y²: noise ε reaches cause x unless 0.2·ε·x ≥ 1.
    expect(lostShare[1]).toBeCloseTo(reached.filter((e) => 0.6 * e >= 1).length / reached.length, 12);
    expect(lostShare[1]).toBeGreaterThan(0);
    expect(effect[1]).toBeNaN();
    expect(scm.logConditional(-9, Float64Array.of(40))[0]).toBe(-Infinity);
    const sample = scm.sample(400, seededRng(3));
    expect(sample.lost.map(({ row }) => row)).toEqual(
      Array.from(sample.effect.keys()).filter((i) => Number.isNaN(sample.effect[i])),
    );
  });

  test("refuses invalid levels and sizes, naming them", () => {
    const scm = fitScm(affineFit);
    expect(() => scm.interventionQuantiles(grid, [0.5, 1.5])).toThrow(/option levels: 1.5/);
    expect(() => scm.sample(-1, seededRng(1))).toThrow(/option rows: -1/);
  });

  test("shifting and scaling the columns shifts and scales the answers, to 1e-9", () => {
    const { cause, effect } = affineFit.oriented;
    const answer = (scaleBy: number, shift: number) => {
      const pair = standardize(
        pairFromColumns(
          cause,
          effect.map((y) => scaleBy * y + shift),
        ),
      );
      const scores = pairScores(pair, stein());
      const scm = fitScm(fitVelocity(lsnmVelocity(), orient(pair, scores, "x->y")));
      const scale = orientScale(pair, "x->y");
      const at = toStandardUnits(grid, scale.cause);
      return toUserUnits(scm.interventionMean(at).effect, scale.effect);
    };
    const plain = answer(1, 0);
    expectAllClose(
      answer(250, -40),
      plain.map((y) => 250 * y - 40),
      { rtol: 1e-9, scale: 1 },
    );
  });

  test("orientScale exchanges the scales with the direction", () => {
    const pair = standardize(pairFromColumns(affineFit.oriented.cause, affineFit.oriented.effect));
    expect(orientScale(pair, "x->y")).toEqual({ cause: pair.scale.x, effect: pair.scale.y });
    expect(orientScale(pair, "y->x")).toEqual({ cause: pair.scale.y, effect: pair.scale.x });
  });
});
