import { type LeastSquaresRows, leastSquares } from "../algebra/least-squares.js";
import { meanSquare } from "../fit/gof.js";
import { fitLocationScale } from "../fit/location-scale.js";
import type { Direction } from "../fit/orient.js";
import { takeRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { percent, shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { meanAndSd } from "../primitives/quantiles.js";
import { judged, type PairEstimates, roleNames } from "./pair-estimates.js";
import { polynomialDensity } from "./polynomial-density.js";
import { innerCurvature } from "./velocity-equation.js";

/** What errors of the score leave of additive pairs: nine in ten stay below at 1,000 rows. */
const SCORE_ERROR = 0.25;
const MOST_OF_IT = 0.5;

/** Splines for the location of the effect, and for its score as a function of the noise. */
const SPLINES = 12;

/** effect − m(cause) with m a spline regression: the noise, if it is additive. */
export function additiveNoise(cause: Column, effect: Column): Column {
  return fitLocationScale(cause, effect, { location: SPLINES, scale: 0 }).noise;
}

/**
 * Share of the variance of ∂_yπ that no smooth function of the additive noise explains: 0 if the noise is additive,
 * since then s_y(x, y) = s_ε(y − m(x)).
 *
 * @param noise of `additiveNoise`     @param jointEffect ∂_yπ at the same rows
 * @paper sec:appendix:scorebasedanm (s_ε(ε) = s_y(x, y))     @reference Montagna et al. 2023 (NoGAM)
 * @cost O(n)
 */
export function unexplainedScore(noise: Column, jointEffect: Column): number {
  const { noise: left } = fitLocationScale(noise, jointEffect, { location: SPLINES, scale: 0 });
  const share = meanAndSd(left).sd / meanAndSd(jointEffect).sd;
  return share * share;
}

/** `anm-score`: whether the joint score is a function of the additive noise, as it must be if noise is additive. */
export function anmScoreFinding(estimates: PairEstimates, direction: Direction): Finding {
  const { cause, effect, jointEffect } = estimates.fits[direction].oriented;
  const value = unexplainedScore(additiveNoise(cause, effect), jointEffect);
  const names = roleNames(estimates.pair, direction);
  const severity = judged(value, SCORE_ERROR, MOST_OF_IT);
  return {
    code: "anm-score",
    direction,
    severity,
    value,
    sentence: `From ${names.cause} to ${names.effect}, ${percent(value)} of the score's variance along ${names.effect} is not a function of additive noise.`,
    advice:
      severity === "pass" ? "" : "Do not rely on methods for additive noise, such as anm-gp, resit, score and nogam.",
  };
}

/** At 1,000 rows additive Gaussian pairs have a median of 0.05 to 0.25, other pairs one of 0.45 to 0.7. */
const NOT_CONSTANT = 0.4;

/**
 * Variance of ∂²_yπ as a share of its mean square, from 0 to 1: 0 for additive Gaussian noise, whose log density has the
 * same curvature −1/σ² everywhere.
 *
 * @paper sec:appendix:scorebasedanm (∂_y s_y = −σ⁻²)     @reference Rolland et al. 2022 (SCORE)
 */
export function curvatureVariation(dEffectEffect: Column): number {
  const { mean, sd } = meanAndSd(dEffectEffect);
  return (sd * sd) / (mean * mean + sd * sd);
}

/** `anm-curvature`: whether noise may be additive and Gaussian. Other noise is no fault, so that it only warns. */
export function anmCurvatureFinding(estimates: PairEstimates, direction: Direction): Finding {
  const value = curvatureVariation(innerCurvature(estimates, direction).dEffectEffect);
  const { cause, effect } = roleNames(estimates.pair, direction);
  const isPassed = value < NOT_CONSTANT;
  return {
    code: "anm-curvature",
    direction,
    severity: isPassed ? "pass" : "warn",
    value,
    sentence: `From ${cause} to ${effect}, ${shown(value)} of the mean squared curvature of the log density along ${effect} is variance; additive Gaussian noise has 0.`,
    advice: isPassed ? "" : "Do not rely on method score, which assumes additive Gaussian noise.",
  };
}

/** An additive model effect = m(cause) + noise at points: derivatives of m and of the log densities of cause and noise. */
export interface AdditiveModelJet {
  /** First to third derivative of m, at each cause. */
  readonly location: readonly [first: Column, second: Column, third: Column];
  /** The same of the noise's log density, at each noise. */
  readonly logNoise: readonly [first: Column, second: Column, third: Column];
  /** Second and third derivative of the cause's log density. */
  readonly logCause: readonly [second: Column, third: Column];
}

/**
 * How far an additive model is from having a twin in the other direction: the change of the slope that the backward
 * model would need, along the cause, relative to the slope itself, per standard deviation of the cause. 0: there is a
 * backward additive model.
 *
 * A backward location has the slope m′·∂²_yπ/∂²ₓπ, which must not depend on x. With ξ and ν the log densities of cause
 * and noise, ∂²_yπ = ν″ and ∂²ₓπ = ξ″ + ν″m′² − ν′m″; differentiating the quotient and multiplying by (∂²ₓπ)²,
 *
 *     (m″ν″ − m′²ν‴)·∂²ₓπ − m′ν″·∂³ₓπ = 0,   ∂³ₓπ = ξ‴ − ν‴m′³ + 3ν″m′m″ − ν′m‴,
 *
 * which divided by m′ν″ is the equation of Hoyer et al. for ξ‴. In this form nothing is divided by what may vanish; its
 * root mean square is set against that of m′ν″·∂²ₓπ.
 * @paper eq:anm:id:de, eq:anm:constraint, appx:anm:id     @reference Hoyer et al. 2009
 */
export function hoyerResidual({ location, logNoise, logCause }: AdditiveModelJet): number {
  const [m1, m2, m3] = location;
  const [n1, n2, n3] = logNoise;
  const [c2, c3] = logCause;
  const residual = new Float64Array(m1.length);
  const scale = new Float64Array(m1.length);
  for (let i = 0; i < m1.length; i++) {
    const second = c2[i] + n2[i] * m1[i] * m1[i] - n1[i] * m2[i];
    const third = c3[i] - n3[i] * m1[i] * m1[i] * m1[i] + 3 * n2[i] * m1[i] * m2[i] - n1[i] * m3[i];
    residual[i] = (m2[i] * n2[i] - m1[i] * m1[i] * n3[i]) * second - m1[i] * n2[i] * third;
    scale[i] = m1[i] * n2[i] * second;
  }
  return Math.sqrt(meanSquare(residual) / meanSquare(scale));
}

/** Of the location: of higher degrees the third derivative is mostly noise (docs/decisions/0039-diagnostics.md). */
const LOCATION_DEGREE = 3;
/** Of the log densities, whose slope is then a cubic. */
const DENSITY_DEGREE = 4;

/**
 * An additive model estimated from two columns: polynomials throughout, which have third derivatives.
 *
 * @param rows where the derivatives are wanted; by default all     @cost O(n)
 */
export function additiveModelJet(cause: Column, effect: Column, rows?: Uint32Array): AdditiveModelJet {
  const problem: LeastSquaresRows = {
    rows: cause.length,
    cols: LOCATION_DEGREE + 1,
    rowInto(i, out) {
      out[0] = 1;
      for (let k = 1; k <= LOCATION_DEGREE; k++) out[k] = out[k - 1] * cause[i];
      return effect[i];
    },
  };
  const { coefficients } = leastSquares(problem);
  const location = polynomialAt(coefficients, 0, cause);
  const noise = effect.map((observed, i) => observed - location[i]);
  const ofNoise = polynomialDensity([noise], DENSITY_DEGREE);
  const ofCause = polynomialDensity([cause], DENSITY_DEGREE);
  const [atCause, atNoise] = rows ? [takeRows(cause, rows), takeRows(noise, rows)] : [cause, noise];
  const slope = (order: number) => polynomialAt(coefficients, order, atCause);
  const ofLogNoise = (order: number) => ofNoise.derivativeAt([order], [atNoise]);
  const ofLogCause = (order: number) => ofCause.derivativeAt([order], [atCause]);
  return {
    location: [slope(1), slope(2), slope(3)],
    logNoise: [ofLogNoise(1), ofLogNoise(2), ofLogNoise(3)],
    logCause: [ofLogCause(2), ofLogCause(3)],
  };
}

/** A derivative of Σ c_k t^k. */
function polynomialAt(coefficients: Float64Array, order: number, at: Column): Column {
  return at.map((t) => {
    let sum = 0;
    for (let k = coefficients.length - 1; k >= order; k--) {
      let factor = coefficients[k];
      for (let j = 0; j < order; j++) factor *= k - j;
      sum = sum * t + factor;
    }
    return sum;
  });
}

/** At 1,000 rows five in six linear-Gaussian pairs are below, and one in six of the paper's additive ones. */
const ALMOST_NONE = 0.2;

/** `anm-hoyer`: whether an additive model from cause to effect has a twin from effect to cause. */
export function anmHoyerFinding(estimates: PairEstimates, direction: Direction): Finding {
  const { cause, effect } = estimates.fits[direction].oriented;
  const value = hoyerResidual(additiveModelJet(cause, effect, estimates.inner.rows));
  const names = roleNames(estimates.pair, direction);
  const isPassed = value >= ALMOST_NONE;
  // Without additive noise forth, a number about additive noise back says nothing.
  const isAdditive = anmScoreFinding(estimates, direction).severity === "pass";
  return {
    code: "anm-hoyer",
    direction,
    severity: isPassed ? "pass" : isAdditive ? "warn" : "note",
    value,
    sentence: `If noise is additive from ${names.cause} to ${names.effect}, the slope of an additive model back changes by ${shown(value)} of itself per standard deviation of ${names.cause}; none exists unless that is 0.`,
    advice:
      isPassed || !isAdditive
        ? ""
        : "Additive noise fits back as well as forth: do not rely on methods that assume it.",
  };
}
