import type { OrderedSplines } from "../compute/location-scale-fit.js";
import { kept } from "../compute/memo.js";
import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { takeRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { sortedColumn } from "../statistics/sorted-column.js";
import { quantileSpline, type SplineBasis, splineCubics } from "../velocity/spline.js";

/** How many cubic B-splines the location and the log scale have; 0 splines make the scale constant. */
export interface LocationScaleClass {
  readonly location: number;
  readonly scale: number;
}

/** A regression of location and scale on the cause: effect = location(cause) + e^{logScale(cause)}·noise. */
export interface LocationScaleFit {
  /** One number a row. */
  readonly noise: Column;
  /** Mean of the log scale over the rows. */
  readonly meanLogScale: number;
  /** Number of splines used: fewer than asked for if the cause has ties. */
  readonly parameters: number;
  /** Coefficients of splines with knots at quantiles of the cause (`quantileSpline`); none for a constant scale. */
  readonly coefficients: { readonly location: Float64Array; readonly logScale: Float64Array };
}

/**
 * Regression of location and scale on the cause, with noise of any distribution: weighted least squares for the
 * location alternates with Fisher scoring for the log scale.
 *
 * The scale is fitted to squares cut off at 16, by the Gaussian likelihood's equations; for other noise this is
 * consistent up to a constant factor, which goes into the noise. Splines of a cause are shared through the memo.
 * @cost O(n) a step, 22 steps; sorting the cause
 */
export function fitLocationScale(
  cause: Column,
  effect: Column,
  size: LocationScaleClass,
  compute: ComputeOptions = {},
): LocationScaleFit {
  const { routines } = computeOptions(compute);
  const { order, ascending } = sortedColumn(cause, compute);
  const splines = kept(compute, "splines of cause", [cause], () => splinesOf(cause, compute));
  const { locationCoefficients, scaleCoefficients, noise, meanLogScale } = routines.fitLocationScale({
    cause: ascending,
    effect: takeRows(effect, order),
    location: splines(size.location),
    scale: size.scale === 0 ? undefined : splines(size.scale),
  });
  const inRows = new Float64Array(noise.length);
  for (let k = 0; k < order.length; k++) inRows[order[k]] = noise[k];
  return {
    noise: inRows,
    meanLogScale,
    parameters: locationCoefficients.length + scaleCoefficients.length,
    coefficients: { location: locationCoefficients, logScale: scaleCoefficients },
  };
}

/** Splines of a cause by their number, each computed once. */
function splinesOf(cause: Column, compute: ComputeOptions): (size: number) => OrderedSplines {
  const { ascending } = sortedColumn(cause, compute);
  const known = new Map<number, OrderedSplines>();
  return (size) => {
    const made = known.get(size) ?? orderedSplines(quantileSpline(cause, size, compute), ascending);
    known.set(size, made);
    return made;
  };
}

/** The pieces of a basis at ascending values. */
function orderedSplines(basis: SplineBasis, ascending: Column): OrderedSplines {
  const { breaks, size } = basis;
  const pieces = breaks.length - 1;
  const starts = new Uint32Array(pieces + 1);
  for (let j = 1, i = 0; j < pieces; j++) {
    while (i < ascending.length && ascending[i] < breaks[j]) i += 1;
    starts[j] = i;
  }
  starts[pieces] = ascending.length;
  return { size, breaks, starts, cubics: splineCubics(basis) };
}
