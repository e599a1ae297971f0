import { type Column, requireColumns } from "../primitives/columns.js";
import { wrongOption } from "../primitives/errors.js";
import {
  type PiecewisePolynomial,
  pieceAt,
  piecewisePolynomial,
  piecewiseValue,
  recentered,
} from "../primitives/piecewise-polynomial.js";
import { quantileSpline, splinePieces } from "../velocity/spline.js";
import type { AffineVelocity, VelocityModel } from "../velocity/velocity-model.js";
import type { LocationScaleClass, LocationScaleFit } from "./location-scale.js";

/** Name of the velocity of a regression of location and scale. */
export const LOCATION_SCALE = "location-scale";

/**
 * Checks a class of velocities that a caller chose, or one of the names of how it is chosen.
 *
 * @throws InputError `wrong-option`
 */
export function requireVelocity(velocity: unknown, names: readonly string[]): void {
  if (names.includes(velocity as string) || typeof Object(velocity).modelFor === "function") return;
  const quoted = names.map((name) => `"${name}"`).join(", ");
  throw wrongOption("velocity", velocity, `${quoted}, or a class of causal-velocity/model such as lsnmVelocity()`);
}

/**
 * The velocity of a regression of location and scale: effect = m(cause) + e^{h(cause)}·noise has v = ṁ + ḣ·(effect −
 * m), here as polynomials between the knots of m and h. Beyond the outer knots m is linear and h constant.
 *
 * It has no free parameters: everything was fitted before.
 * @param cause the column whose quantiles the splines of the fit have as knots
 * @paper tab:examples (LSNM)     @cost O(knots)
 */
export function locationScaleVelocity(cause: Column, size: LocationScaleClass, fit: LocationScaleFit): VelocityModel {
  requireColumns({ cause });
  const location = splinePieces(quantileSpline(cause, size.location), fit.coefficients.location);
  const logScale =
    size.scale === 0
      ? piecewisePolynomial([], [[0]])
      : splinePieces(quantileSpline(cause, size.scale), fit.coefficients.logScale);
  const affine = affineOf(location, logScale);
  const slopeOf = [derivative(affine.offset), derivative(affine.slope)];
  return {
    name: LOCATION_SCALE,
    parameterCount: 0,
    flow: "global",
    affine: () => affine,
    evaluateInto(_, causes, effects, out) {
      for (let i = 0; i < causes.length; i++) {
        const [at, effect] = [causes[i], effects[i]];
        out.dvDEffect[i] = piecewiseValue(affine.slope, at);
        out.v[i] = piecewiseValue(affine.offset, at) + out.dvDEffect[i] * effect;
        out.dvDCause[i] = piecewiseValue(slopeOf[0], at) + piecewiseValue(slopeOf[1], at) * effect;
      }
    },
  };
}

/** ṁ − ḣ·m and ḣ on the breaks of both. */
function affineOf(location: PiecewisePolynomial, logScale: PiecewisePolynomial): AffineVelocity {
  const breaks = Float64Array.from(new Set([...location.breaks, ...logScale.breaks])).sort();
  const inner = Array.from(breaks.subarray(0, -1), (left) => {
    const m = recentered(location, pieceAt(location, left), left);
    const slope = derivativeOf(recentered(logScale, pieceAt(logScale, left), left));
    return { offset: difference(derivativeOf(m), product(slope, m)), slope };
  });
  const last = breaks[breaks.length - 1];
  const lastPiece = pieceAt(location, breaks[breaks.length - 2]);
  const startSlope = derivativeOf(recentered(location, pieceAt(location, breaks[0]), breaks[0]))[0];
  const endSlope = derivativeOf(recentered(location, lastPiece, last))[0];
  return {
    offset: piecewisePolynomial(breaks, [[startSlope], ...inner.map(({ offset }) => offset), [endSlope]]),
    slope: piecewisePolynomial(breaks, [[0], ...inner.map(({ slope }) => slope), [0]]),
  };
}

function derivative(p: PiecewisePolynomial): PiecewisePolynomial {
  const pieces = Array.from(p.origins, (origin, j) => derivativeOf(recentered(p, j, origin)));
  return piecewisePolynomial(p.breaks, pieces);
}

/** Derivative of a polynomial, constants first. */
function derivativeOf(coefficients: ArrayLike<number>): number[] {
  if (coefficients.length === 1) return [0];
  return Array.from({ length: coefficients.length - 1 }, (_, k) => (k + 1) * coefficients[k + 1]);
}

function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const result = new Array<number>(a.length + b.length - 1).fill(0);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) result[i + j] += a[i] * b[j];
  return result;
}

function difference(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, k) => (a[k] ?? 0) - (b[k] ?? 0));
}
