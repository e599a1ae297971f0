import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import type { Column, Matrix } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import type { Design } from "./design.js";

/**
 * Prior variances of coefficients, as multiples of the noise's variance: `signal`·`smooth`^(degree − 1). The pair with
 * the highest evidence is used. Signals reach from hidden in the noise to hardly any noise.
 */
const SIGNALS = [0.1, 1, 10, 100, 1e4, 1e7];
const SMOOTHNESS = [0.15, 0.35, 0.7];
/**
 * What a function may explain at most, in units of the noise's variance: more is lost in the rounding of a Gram matrix.
 * It caps the prior variance of a function with large values, such as a product of heavy-tailed columns, so that the
 * information is positive definite in these digits, too.
 */
const LARGEST_SIGNAL = 1e12;
/** Variance that rounding leaves of a standardized column. */
export const SMALLEST_VARIANCE = 1e-24;

/** Prior variances of the first terms, in units of the noise's variance, and the factor of the information. */
export interface Prior {
  readonly variances: Float64Array;
  readonly factor: Matrix;
  /** ½ ln det(information · prior variance): what the terms cost. */
  readonly cost: number;
}

/** All priors, without and with products of several parents. They do not depend on the column that is described. */
export function allPriors({ degrees, single }: Design, gram: Matrix): Prior[] {
  const sizes = single < degrees.length ? [single, degrees.length] : [single];
  return sizes.flatMap((used) =>
    SIGNALS.flatMap((signal) =>
      SMOOTHNESS.map((smooth) => priorOn(gram, priorVariances(degrees.subarray(0, used), signal, smooth))),
    ),
  );
}

/** The prior of highest evidence for Gaussian noise, its variance integrated out; and the coefficients. */
export function bestPrior(
  column: Column,
  priors: readonly Prior[],
  moments: Float64Array,
): { readonly prior: Prior; readonly coefficients: Float64Array } {
  const n = column.length;
  const sumOfSquares = n * meanSquare(column);
  let lowest = Infinity;
  let best = { prior: priors[0], coefficients: new Float64Array(0) };
  for (const prior of priors) {
    const coefficients = moments.slice(0, prior.variances.length);
    choleskySolveInPlace(prior.factor, coefficients);
    let explained = 0;
    for (let k = 0; k < coefficients.length; k++) explained += coefficients[k] * moments[k];
    const left = Math.max(sumOfSquares - explained, n * SMALLEST_VARIANCE);
    const length = (n / 2) * log(left / n) + prior.cost;
    if (length < lowest) {
      lowest = length;
      best = { prior, coefficients };
    }
  }
  return best;
}

/** signal·smooth^(degree − 1) for every degree. */
export function priorVariances(degrees: Float64Array, signal: number, smooth: number): Float64Array {
  return degrees.map((degree) => {
    let variance = signal;
    for (let k = 1; k < degree; k++) variance *= smooth;
    return variance;
  });
}

/**
 * The prior of the first terms with these variances, none above what `LARGEST_SIGNAL` allows: the information is their
 * Gram matrix and the prior's precision.
 */
export function priorOn(gram: Matrix, wanted: Float64Array): Prior {
  const size = wanted.length;
  const variances = wanted.map((variance, k) => {
    const largest = LARGEST_SIGNAL / gram.data[k * gram.cols + k];
    return variance > largest ? largest : variance;
  });
  const data = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    for (let l = 0; l <= k; l++) data[k * size + l] = gram.data[k * gram.cols + l];
    data[k * size + k] += 1 / variances[k];
  }
  const factor = { data, rows: size, cols: size };
  choleskyInPlace(factor);
  let cost = 0;
  for (let k = 0; k < size; k++) cost += log(data[k * size + k]) + 0.5 * log(variances[k]);
  return { variances, factor, cost };
}

/** ½ Σ coefficient²/variance. */
export function halfSquares(coefficients: Float64Array, variances: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < coefficients.length; k++) sum += (0.5 * coefficients[k] * coefficients[k]) / variances[k];
  return sum;
}

/** Mean of the squares. */
export function meanSquare(column: Column): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i] * column[i];
  return sum / column.length;
}
