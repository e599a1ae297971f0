import { takeRows } from "../data/resample.js";
import { meanSquare } from "../fit/gof.js";
import type { Direction } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import { type LeastSquaresRows, leastSquares } from "../numeric/least-squares.js";
import { anmScoreCheck } from "./anm-score.js";
import type { Check } from "./check.js";
import type { PairEstimates } from "./pair-estimates.js";
import { polynomialDensity } from "./polynomial-density.js";
import { roleNames, shown } from "./wording.js";

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
 * @param rows where the derivatives are wanted; all unless told otherwise     @cost O(n)
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
export function anmHoyerCheck(estimates: PairEstimates, direction: Direction): Check {
  const { cause, effect } = estimates.fits[direction].oriented;
  const value = hoyerResidual(additiveModelJet(cause, effect, estimates.inner.rows));
  const names = roleNames(estimates.pair, direction);
  const isPassed = value >= ALMOST_NONE;
  // Without additive noise forth, a number about additive noise back says nothing.
  const isAdditive = anmScoreCheck(estimates, direction).status === "pass";
  return {
    name: "anm-hoyer",
    direction,
    status: isPassed ? "pass" : isAdditive ? "warn" : "note",
    value,
    sentence: `If noise is additive from ${names.cause} to ${names.effect}, the slope of an additive model back changes by ${shown(value)} of itself per standard deviation of ${names.cause}; none exists unless that is 0.`,
    advice:
      isPassed || !isAdditive
        ? ""
        : "Additive noise fits back as well as forth: do not rely on methods that assume it.",
  };
}
