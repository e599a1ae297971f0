import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import type { Column } from "../primitives/columns.js";
import { exp, log } from "../primitives/elementary.js";
import {
  quantileSpline,
  type SplineRows,
  splineGram,
  splineMoments,
  splineRowsOf,
  splineSumInto,
} from "../velocity/spline.js";

/** How many cubic B-splines the location and the log scale have; 0 splines make the scale constant. */
export interface LocationScaleClass {
  readonly location: number;
  readonly scale: number;
}

/** effect = location(cause) + e^{logScale(cause)}·noise at the rows. */
export interface LocationScaleFit {
  readonly location: Column;
  readonly logScale: Column;
  readonly noise: Column;
  /** Number of splines used: fewer than asked for if the cause has ties. */
  readonly parameters: number;
  /** Coefficients of the splines, which give location and log scale between the rows too; none for a constant scale. */
  readonly coefficients: { readonly location: Float64Array; readonly logScale: Float64Array };
}

/** Penalty on the location's mean squared coefficient, relative to the mean squared residual at unit weights. */
const LOCATION_RIDGE = 1e-4;
/** Penalty for the log scale, whose information matrix is 2BᵀB. */
const SCALE_RIDGE = 1e-3;
/** Fits of the location in all; between two of them the scale is refined. */
const LOCATION_FITS = 4;
const SCORING_STEPS = 6;
/** A row's squared noise counts as at most 16, four standard deviations: outliers do not set the scale. */
const LARGEST_SQUARE = 16;
/** The log scale stays within this distance of the overall one: a factor of 33 either way. */
const LOG_SCALE_REACH = 3.5;
/** The coefficients of its splines stay within this wider distance. */
const WIDE_REACH = 2 * LOG_SCALE_REACH;
/** What rounding leaves of a standardized effect that the location explains fully. */
const SMALLEST_VARIANCE = 1e-24;

/** B-splines with knots at quantiles of the cause, by their number, each computed once. */
export function splinesOfCause(cause: Column): (size: number) => SplineRows {
  const known = new Map<number, SplineRows>();
  return (size) => {
    const rows = known.get(size) ?? splineRowsOf(quantileSpline(cause, size), cause);
    known.set(size, rows);
    return rows;
  };
}

/**
 * Regression of location and scale on the cause, with noise of any distribution: weighted least squares for the
 * location alternates with Fisher scoring for the log scale.
 *
 * The scale is fitted to squares cut off at 16, by the Gaussian likelihood's equations; for other noise this is
 * consistent up to a constant factor, which goes into the noise.
 * @param splines from `splinesOfCause`, shared between classes
 * @cost O(n) a step, 22 steps; 32n bytes for each basis
 */
export function fitLocationScale(
  effect: Column,
  { location: locationSize, scale: scaleSize }: LocationScaleClass,
  splines: (size: number) => SplineRows,
): LocationScaleFit {
  const n = effect.length;
  const locationSplines = splines(locationSize);
  const logScale = new Float64Array(n);
  const weight = new Float64Array(n).fill(1);
  const fitted = fitLocation(locationSplines, effect, weight);
  const location = fitted.values;
  let locationCoefficients = fitted.coefficients;
  if (scaleSize === 0) {
    const coefficients = { location: locationCoefficients, logScale: new Float64Array(0) };
    return withNoise(effect, location, logScale, coefficients);
  }
  const scaleSplines = splines(scaleSize);
  const refineScale = scaleRefiner(scaleSplines, effect);
  let scaleCoefficients: Float64Array = new Float64Array(0);
  for (let round = 1; round < LOCATION_FITS; round++) {
    scaleCoefficients = refineScale(location, logScale);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      weight[i] = exp(-2 * logScale[i]);
      sum += weight[i];
    }
    for (let i = 0; i < n; i++) weight[i] *= n / sum;
    const refitted = fitLocation(locationSplines, effect, weight);
    location.set(refitted.values);
    locationCoefficients = refitted.coefficients;
  }
  return withNoise(effect, location, logScale, { location: locationCoefficients, logScale: scaleCoefficients });
}

/** Ridge least squares with weights of mean 1. */
function fitLocation(
  splines: SplineRows,
  effect: Column,
  weight: Column,
): { readonly values: Column; readonly coefficients: Float64Array } {
  const n = effect.length;
  const gram = splineGram(splines, weight);
  addRidge(gram.data, splines.size, (LOCATION_RIDGE * n) / splines.size);
  const weighted = effect.map((value, i) => weight[i] * value);
  const coefficients = splineMoments(splines, weighted);
  choleskyInPlace(gram);
  choleskySolveInPlace(gram, coefficients);
  const location = new Float64Array(n);
  splineSumInto(splines, coefficients, location);
  return { values: location, coefficients };
}

/**
 * Fisher scoring for the log scale of the residuals of a location. The first round starts from a constant, later rounds
 * from the last result. Values stay in a band around the constant, coefficients in a wider one.
 */
function scaleRefiner(splines: SplineRows, effect: Column): (location: Column, logScale: Column) => Float64Array {
  const n = effect.length;
  const information = splineGram(splines, new Float64Array(n).fill(2));
  addRidge(information.data, splines.size, (SCALE_RIDGE * n) / splines.size);
  choleskyInPlace(information);
  const coefficients = new Float64Array(splines.size);
  const excess = new Float64Array(n);
  let isFirst = true;
  return (location, logScale) => {
    let square = 0;
    for (let i = 0; i < n; i++) square += (effect[i] - location[i]) * (effect[i] - location[i]);
    const overall = 0.5 * log(Math.max(square / n, SMALLEST_VARIANCE));
    if (isFirst) {
      // B-splines sum to 1: equal coefficients are a constant.
      coefficients.fill(overall);
      logScale.fill(overall);
    }
    isFirst = false;
    const within = (reach: number, value: number): number =>
      Math.min(Math.max(value, overall - reach), overall + reach);
    for (let step = 0; step < SCORING_STEPS; step++) {
      for (let i = 0; i < n; i++) {
        const noise = (effect[i] - location[i]) * exp(-logScale[i]);
        excess[i] = Math.min(noise * noise, LARGEST_SQUARE) - 1;
      }
      const change = splineMoments(splines, excess);
      choleskySolveInPlace(information, change);
      for (let k = 0; k < change.length; k++) coefficients[k] += change[k];
      splineSumInto(splines, coefficients, logScale);
      for (let i = 0; i < n; i++) logScale[i] = within(LOG_SCALE_REACH, logScale[i]);
    }
    return coefficients.map((value) => within(WIDE_REACH, value));
  };
}

function withNoise(
  effect: Column,
  location: Column,
  logScale: Column,
  coefficients: LocationScaleFit["coefficients"],
): LocationScaleFit {
  const noise = effect.map((value, i) => (value - location[i]) * exp(-logScale[i]));
  const parameters = coefficients.location.length + coefficients.logScale.length;
  return { location, logScale, noise, parameters, coefficients };
}

function addRidge(data: Float64Array, size: number, ridge: number): void {
  for (let k = 0; k < size; k++) data[k * size + k] += ridge;
}
