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
      SMOOTHNESS.map((smooth) => {
        const variances = priorVariances(degrees.subarray(0, used), signal, smooth);
        const factor = factorOf(gram, variances);
        return { variances, factor, cost: halfLogDet(factor, variances) };
      }),
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

/** Cholesky's factor of the information: a Gram matrix of the first terms and the prior's precision. */
export function factorOf(gram: Matrix, variances: Float64Array): Matrix {
  const size = variances.length;
  const data = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    for (let l = 0; l <= k; l++) data[k * size + l] = gram.data[k * gram.cols + l];
    data[k * size + k] += 1 / variances[k];
  }
  const factor = { data, rows: size, cols: size };
  choleskyInPlace(factor);
  return factor;
}

/** ½ ln det(information · prior variance), from the Cholesky factor of the information. */
export function halfLogDet({ data, cols }: Matrix, variances: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < variances.length; k++) sum += log(data[k * cols + k]) + 0.5 * log(variances[k]);
  return sum;
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
