import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import { type Column, type Matrix, matrix } from "../primitives/columns.js";
import { exp, log } from "../primitives/elementary.js";

/** Cubic splines of a column in ascending order, piece by piece: four of them differ from 0 on a piece. */
export interface OrderedSplines {
  readonly size: number;
  /** Where pieces meet, the outer ends included. */
  readonly breaks: Float64Array;
  /** The first row of each piece, and the number of rows. */
  readonly starts: Uint32Array;
  /** Sixteen numbers a piece: [p][r] is the coefficient of tᵖ in spline j + r on piece j, t from 0 to 1 along it. */
  readonly cubics: Float64Array;
}

/** A regression of location and scale, with rows in ascending order of the cause. */
export interface LocationScaleProblem {
  readonly cause: Column;
  readonly effect: Column;
  readonly location: OrderedSplines;
  /** Left out for a constant scale. */
  readonly scale?: OrderedSplines | undefined;
}

/** effect = location(cause) + e^{logScale(cause)}·noise, rows in the order of the problem. */
export interface LocationScaleSolution {
  readonly locationCoefficients: Float64Array;
  /** None for a constant scale, which is 1. */
  readonly scaleCoefficients: Float64Array;
  readonly noise: Column;
  /** Mean of the log scale over the rows. */
  readonly meanLogScale: number;
}

/** Numbers that both implementations of the regression share. */
export const REGRESSION = {
  /** Penalty on the location's mean squared coefficient, relative to the mean squared residual at unit weights. */
  locationRidge: 1e-4,
  /** Penalty for the log scale, whose information matrix is 2BᵀB. */
  scaleRidge: 1e-3,
  /** Fits of the location in all; between two of them the scale is refined. */
  locationFits: 4,
  scoringSteps: 6,
  /** A row's squared noise counts as at most 16, four standard deviations: outliers do not set the scale. */
  largestSquare: 16,
  /** The log scale stays within this distance of the overall one: a factor of 33 either way. */
  reach: 3.5,
  /** The coefficients of its splines stay within this wider distance. */
  wideReach: 7,
  /** What rounding leaves of a standardized effect that the location explains fully. */
  smallestVariance: 1e-24,
} as const;

/**
 * Weighted least squares for the location alternates with Fisher scoring for the log scale.
 *
 * A spline is a cubic on each piece, so sums of products with splines over the rows of a piece follow from sums with
 * powers of t.
 * @cost O(n) a step, 22 steps
 */
export function fitLocationScale({ cause, effect, location, scale }: LocationScaleProblem): LocationScaleSolution {
  const n = effect.length;
  const residual = new Float64Array(n);
  let locationCoefficients: Float64Array = new Float64Array(0);
  const fitLocation = (weight: Column): void => {
    const gram = splineGram(location, cause, weight, (REGRESSION.locationRidge * n) / location.size);
    locationCoefficients = splineMoments(
      location,
      cause,
      effect.map((value, i) => weight[i] * value),
    );
    choleskySolveInPlace(gram, locationCoefficients);
    splineSumInto(location, cause, locationCoefficients, residual);
    for (let i = 0; i < n; i++) residual[i] = effect[i] - residual[i];
  };
  fitLocation(new Float64Array(n).fill(1));
  if (!scale) {
    return { locationCoefficients, scaleCoefficients: new Float64Array(0), noise: residual, meanLogScale: 0 };
  }
  const information = splineGram(scale, cause, new Float64Array(n).fill(2), (REGRESSION.scaleRidge * n) / scale.size);
  const coefficients = new Float64Array(scale.size);
  const logScale = new Float64Array(n);
  const excess = new Float64Array(n);
  let within: (reach: number, value: number) => number = (_, value) => value;
  for (let round = 1; round < REGRESSION.locationFits; round++) {
    const overall = 0.5 * log(Math.max(meanSquare(residual), REGRESSION.smallestVariance));
    within = (reach, value) => Math.min(Math.max(value, overall - reach), overall + reach);
    if (round === 1) {
      // Splines sum to 1: equal coefficients are a constant.
      coefficients.fill(overall);
      logScale.fill(overall);
    }
    for (let step = 0; step < REGRESSION.scoringSteps; step++) {
      for (let i = 0; i < n; i++) {
        const noise = residual[i] * exp(-logScale[i]);
        excess[i] = Math.min(noise * noise, REGRESSION.largestSquare) - 1;
      }
      const change = splineMoments(scale, cause, excess);
      choleskySolveInPlace(information, change);
      for (let k = 0; k < change.length; k++) coefficients[k] += change[k];
      splineSumInto(scale, cause, coefficients, logScale);
      for (let i = 0; i < n; i++) logScale[i] = within(REGRESSION.reach, logScale[i]);
    }
    const weight = logScale.map((value) => exp(-2 * value));
    const unit = mean(weight);
    fitLocation(weight.map((value) => value / unit));
  }
  return {
    locationCoefficients,
    scaleCoefficients: coefficients.map((value) => within(REGRESSION.wideReach, value)),
    noise: residual.map((value, i) => value * exp(-logScale[i])),
    meanLogScale: mean(logScale),
  };
}

/** Powers of t whose sums make products of two splines, and of one. */
const PRODUCT_POWERS = 7;
const SPLINE_POWERS = 4;

/** Cholesky's factor of Σ_i weight_i B_k(i)B_l(i), with a ridge on the diagonal. */
function splineGram(splines: OrderedSplines, cause: Column, weight: Column, ridge: number): Matrix {
  const { size, cubics } = splines;
  const gram = matrix(size, size);
  forEachPiece(splines, cause, weight, PRODUCT_POWERS, (j, sums) => {
    const at = (p: number, r: number): number => cubics[16 * j + 4 * p + r];
    for (let r = 0; r < SPLINE_POWERS; r++) {
      for (let s = 0; s <= r; s++) {
        let sum = 0;
        for (let p = 0; p < SPLINE_POWERS; p++) {
          for (let q = 0; q < SPLINE_POWERS; q++) sum += at(p, r) * at(q, s) * sums[p + q];
        }
        gram.data[(j + r) * size + j + s] += sum;
      }
    }
  });
  for (let k = 0; k < size; k++) gram.data[k * size + k] += ridge;
  choleskyInPlace(gram);
  return gram;
}

/** Σ_i B_k(i)·value_i for every spline k. */
function splineMoments(splines: OrderedSplines, cause: Column, values: Column): Float64Array {
  const { size, cubics } = splines;
  const moments = new Float64Array(size);
  forEachPiece(splines, cause, values, SPLINE_POWERS, (j, sums) => {
    for (let p = 0; p < SPLINE_POWERS; p++) {
      for (let r = 0; r < SPLINE_POWERS; r++) moments[j + r] += cubics[16 * j + 4 * p + r] * sums[p];
    }
  });
  return moments;
}

/** Calls back with Σ_i value_i tᵖ over the rows of each piece, p below `powers`. */
function forEachPiece(
  { breaks, starts }: OrderedSplines,
  cause: Column,
  values: Column,
  powers: number,
  visit: (piece: number, sums: Float64Array) => void,
): void {
  const sums = new Float64Array(powers);
  for (let j = 0; j + 1 < starts.length; j++) {
    sums.fill(0);
    const width = breaks[j + 1] - breaks[j];
    for (let i = starts[j]; i < starts[j + 1]; i++) {
      const t = (cause[i] - breaks[j]) / width;
      let term = values[i];
      for (let p = 0; p < powers; p++) {
        sums[p] += term;
        term *= t;
      }
    }
    visit(j, sums);
  }
}

/** Writes Σ_k coefficients_k B_k at every row. */
export function splineSumInto(
  { breaks, starts, cubics }: OrderedSplines,
  cause: Column,
  coefficients: Float64Array,
  out: Column,
): void {
  for (let j = 0; j + 1 < starts.length; j++) {
    const width = breaks[j + 1] - breaks[j];
    const cubic = new Float64Array(SPLINE_POWERS);
    for (let p = 0; p < SPLINE_POWERS; p++) {
      for (let r = 0; r < SPLINE_POWERS; r++) cubic[p] += cubics[16 * j + 4 * p + r] * coefficients[j + r];
    }
    for (let i = starts[j]; i < starts[j + 1]; i++) {
      const t = (cause[i] - breaks[j]) / width;
      out[i] = cubic[0] + t * (cubic[1] + t * (cubic[2] + t * cubic[3]));
    }
  }
}

function mean(column: Column): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i];
  return sum / column.length;
}

function meanSquare(column: Column): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i] * column[i];
  return sum / column.length;
}
