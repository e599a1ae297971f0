import { meanSquare } from "../fit/gof.js";
import type { Direction } from "../fit/orient.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { ninetyPercent, type PairEstimates, roleNames } from "./pair-estimates.js";
import { type PolynomialDensity, polynomialDensity } from "./polynomial-density.js";

/** Of the log density: the lowest that has fourth derivatives. */
const DEGREE = 4;

/** Derivatives of a joint log density π at points: ∂ₓ to ∂⁴ₓ along the cause, and those of ∂_yπ. */
export interface CauseDerivatives {
  readonly dCause: Column;
  readonly dCause2: Column;
  readonly dCause3: Column;
  readonly dCause4: Column;
  readonly dCauseEffect: Column;
  readonly dCause2Effect: Column;
  readonly dCause3Effect: Column;
}

/**
 * The left side of the paper's equation for location-scale noise, at every point: 0 everywhere if and only if cause =
 * m̃(effect) + e^{h̃(effect)}·noise is possible as well, so that location-scale noise cannot tell the direction.
 *
 * With N = ∂²ₓ∂_yπ·∂²ₓπ − ∂ₓ∂_yπ·∂³ₓπ and M = 2(∂²ₓπ)² − ∂ₓπ·∂³ₓπ, a backward model has h̃′(y) = −N/M, which must not
 * depend on x; the numerator of ∂ₓ(N/M), divided by ∂²ₓπ, is what is computed.
 * @paper appx:lsnm:id
 * @deviates docs/decisions/0039-diagnostics.md: the last bracket has (∂²ₓπ)², printed without the square
 */
export function lsnmCriterion(at: CauseDerivatives): Column {
  const { dCause, dCause2, dCause3, dCause4, dCauseEffect, dCause2Effect, dCause3Effect } = at;
  return dCause.map((first, i) => {
    const [second, third, fourth] = [dCause2[i], dCause3[i], dCause4[i]];
    return (
      (3 * third * third - 2 * second * fourth) * dCauseEffect[i] +
      (first * fourth - 3 * second * third) * dCause2Effect[i] +
      (2 * second * second - first * third) * dCause3Effect[i]
    );
  });
}

/**
 * Size of the criterion as a number without units, for standardized columns: the root mean square of ∂²ₓπ times the
 * criterion, relative to the mean of M². Where M is constant that is the root mean square of ∂ₓ(N/M): how much the
 * stretching h̃′ that a backward model needs changes along the cause.
 *
 * @paper appx:lsnm:id
 */
export function lsnmCriterionSize(at: CauseDerivatives): number {
  const criterion = lsnmCriterion(at);
  const numerator = criterion.map((value, i) => value * at.dCause2[i]);
  const m = at.dCause.map((first, i) => 2 * at.dCause2[i] * at.dCause2[i] - first * at.dCause3[i]);
  return Math.sqrt(meanSquare(numerator)) / meanSquare(m);
}

/** The derivatives of a polynomial density; `points` holds the cause and the effect, in this order. */
export function causeDerivatives(density: PolynomialDensity, points: readonly Column[]): CauseDerivatives {
  const at = (byCause: number, byEffect: number) => density.derivativeAt([byCause, byEffect], points);
  return {
    dCause: at(1, 0),
    dCause2: at(2, 0),
    dCause3: at(3, 0),
    dCause4: at(4, 0),
    dCauseEffect: at(1, 1),
    dCause2Effect: at(2, 1),
    dCause3Effect: at(3, 1),
  };
}

/**
 * `lsnm-criterion`: whether location-scale noise from effect to cause is possible as well. Fourth derivatives of an
 * estimated density are too rough for a threshold: a number to look at, with what the halves make of it.
 */
export function lsnmCriterionFinding({ pair, halves }: PairEstimates, direction: Direction): Finding {
  const sizeOf = ({ x, y }: StandardPair): number => {
    const points = direction === "x->y" ? [x, y] : [y, x];
    return lsnmCriterionSize(causeDerivatives(polynomialDensity(points, DEGREE), points));
  };
  const value = sizeOf(pair);
  const { cause, effect } = roleNames(pair, direction);
  return {
    code: "lsnm-criterion",
    direction,
    severity: "note",
    value,
    interval: ninetyPercent(halves.map((half) => sizeOf(half.pair))),
    sentence: `The criterion for location-scale noise from ${effect} back to ${cause} is ${shown(value)}; it is 0 where such a model exists.`,
    advice: "Roughly estimated: small numbers both ways are a reason for doubt, and no number is one for a verdict.",
  };
}
