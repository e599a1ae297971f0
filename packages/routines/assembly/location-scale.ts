import { address, at, dot, fill, laneSum, mark, multiplyAdd, put, release, takeNumbers } from "./arrays";
import { BUNDLE, exponentiate, logarithm } from "./elementary";
import { choleskySolveInPlace } from "./linear-algebra";
import {
  addMoments,
  breakAt,
  cubicInto,
  cubicsOf,
  gramInto,
  laneMask,
  momentsInto,
  POWERS,
  piecesOf,
  sizeOf,
  splineInto,
  startOf,
  strideOf,
} from "./ordered-splines";

// Regression of location and scale on cubic splines of the cause, rows in ascending order of the cause; the mathematics
// is in the core's compute/location-scale-fit.ts.

/** Log scales of the eight rows from row i on, cut off at both ends. */
function logScalesInto(
  cause: usize,
  i: i32,
  left: v128,
  slope: v128,
  cubic: usize,
  low: v128,
  high: v128,
  out: usize,
): void {
  const c0 = v128.load64_splat(cubic);
  const c1 = v128.load64_splat(cubic, 8);
  const c2 = v128.load64_splat(cubic, 16);
  const c3 = v128.load64_splat(cubic, 24);
  for (let e = 0; e < BUNDLE; e += 2) {
    const t = f64x2.mul(f64x2.sub(v128.load(address(cause, i + e)), left), slope);
    const h = multiplyAdd(multiplyAdd(multiplyAdd(c3, t, c2), t, c1), t, c0);
    v128.store(address(out, e), f64x2.pmin(f64x2.pmax(h, low), high));
  }
}

/** Replaces eight values h by e^{factor·h}. */
function scalesOf(values: usize, factor: v128): void {
  for (let e = 0; e < BUNDLE; e += 2) {
    v128.store(address(values, e), f64x2.mul(factor, v128.load(address(values, e))));
  }
  exponentiate(values);
}

/** Σ (min(noise², largest) − 1)·B_k for every spline: noise is residual/scale. One pass, nothing kept for a row. */
function excessInto(
  basis: usize,
  cause: usize,
  residual: usize,
  coefficients: usize,
  lowest: f64,
  highest: f64,
  largest: f64,
  moments: usize,
): void {
  const start = mark();
  const cubic = takeNumbers(POWERS);
  const sums = takeNumbers(POWERS);
  const scales = takeNumbers(BUNDLE);
  const low = f64x2.splat(lowest);
  const high = f64x2.splat(highest);
  fill(moments, sizeOf(basis), 0);
  for (let j = 0; j < piecesOf(basis); j++) {
    const end = startOf(basis, j + 1);
    const left = f64x2.splat(breakAt(basis, j));
    const slope = f64x2.splat(1 / (breakAt(basis, j + 1) - breakAt(basis, j)));
    cubicInto(cubicsOf(basis, j), address(coefficients, j), cubic);
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let i = startOf(basis, j); i < end; i += BUNDLE) {
      logScalesInto(cause, i, left, slope, cubic, low, high, scales);
      scalesOf(scales, f64x2.splat(-1));
      for (let e = 0; e < BUNDLE && i + e < end; e += 2) {
        const mask = laneMask(i + e, end);
        const noise = f64x2.mul(v128.load(address(residual, i + e)), v128.load(address(scales, e)));
        const t = v128.and(mask, f64x2.mul(f64x2.sub(v128.load(address(cause, i + e)), left), slope));
        const square = f64x2.pmin(f64x2.mul(noise, noise), f64x2.splat(largest));
        const excess = v128.and(mask, f64x2.sub(square, f64x2.splat(1)));
        const t2 = f64x2.mul(t, t);
        const first = f64x2.mul(excess, t);
        s0 = f64x2.add(s0, excess);
        s1 = f64x2.add(s1, first);
        s2 = multiplyAdd(excess, t2, s2);
        s3 = multiplyAdd(first, t2, s3);
      }
    }
    put(sums, 0, laneSum(s0));
    put(sums, 1, laneSum(s1));
    put(sums, 2, laneSum(s2));
    put(sums, 3, laneSum(s3));
    addMoments(cubicsOf(basis, j), sums, address(moments, j));
  }
  release(start);
}

/** out = e^{factor·log scale} at every row; returns the sum of the log scales. */
function scalesInto(
  basis: usize,
  cause: usize,
  coefficients: usize,
  lowest: f64,
  highest: f64,
  factor: f64,
  out: usize,
): f64 {
  const start = mark();
  const cubic = takeNumbers(POWERS);
  let sum = f64x2.splat(0);
  for (let j = 0; j < piecesOf(basis); j++) {
    const end = startOf(basis, j + 1);
    const left = f64x2.splat(breakAt(basis, j));
    const slope = f64x2.splat(1 / (breakAt(basis, j + 1) - breakAt(basis, j)));
    cubicInto(cubicsOf(basis, j), address(coefficients, j), cubic);
    // Rows beyond the piece are written again with the next piece.
    for (let i = startOf(basis, j); i < end; i += BUNDLE) {
      logScalesInto(cause, i, left, slope, cubic, f64x2.splat(lowest), f64x2.splat(highest), address(out, i));
      for (let e = 0; e < BUNDLE && i + e < end; e += 2) {
        sum = f64x2.add(sum, v128.and(laneMask(i + e, end), v128.load(address(out, i + e))));
      }
      scalesOf(address(out, i), f64x2.splat(factor));
    }
  }
  release(start);
  return laneSum(sum);
}

/** Fits the location by least squares and leaves effect − location; returns whether it could. */
function fitLocation(
  n: i32,
  basis: usize,
  cause: usize,
  effect: usize,
  weight: usize,
  ridge: f64,
  gram: usize,
  coefficients: usize,
  residual: usize,
): bool {
  const size = sizeOf(basis);
  momentsInto(basis, cause, weight, effect, coefficients);
  if (!gramInto(basis, cause, weight, (ridge * <f64>n) / <f64>size, gram)) return false;
  choleskySolveInPlace(gram, size, strideOf(size), coefficients);
  splineInto(basis, cause, coefficients, residual);
  for (let i = 0; i < n; i += 2) {
    v128.store(address(residual, i), f64x2.sub(v128.load(address(effect, i)), v128.load(address(residual, i))));
  }
  return true;
}

/**
 * The whole regression. `scale` is 0 for a constant scale. Writes the coefficients and the noise; returns the mean log
 * scale, or NaN if the normal equations have no solution.
 */
export function locationScale(
  n: i32,
  cause: usize,
  effect: usize,
  location: usize,
  scale: usize,
  locationRidge: f64,
  scaleRidge: f64,
  locationFits: i32,
  scoringSteps: i32,
  largestSquare: f64,
  reach: f64,
  wideReach: f64,
  smallestVariance: f64,
  coefficients: usize,
  scaleCoefficients: usize,
  noise: usize,
): f64 {
  const weight = takeNumbers(n + BUNDLE);
  const gram = takeNumbers(sizeOf(location) * strideOf(sizeOf(location)));
  fill(weight, n, 1);
  if (!fitLocation(n, location, cause, effect, weight, locationRidge, gram, coefficients, noise)) return NaN;
  if (!scale) return 0;
  const size = sizeOf(scale);
  const stride = strideOf(size);
  const information = takeNumbers(size * stride);
  fill(weight, n, 2);
  if (!gramInto(scale, cause, weight, (scaleRidge * <f64>n) / <f64>size, information)) return NaN;
  const change = takeNumbers(size);
  let overall: f64 = 0;
  let lowest: f64 = 0;
  let highest: f64 = 0;
  for (let round = 1; round < locationFits; round++) {
    overall = 0.5 * logarithm(max(dot(noise, noise, n) / <f64>n, smallestVariance));
    for (let step = 0; step < scoringSteps; step++) {
      if (round === 1 && step === 0) {
        fill(scaleCoefficients, size, overall);
        lowest = overall;
        highest = overall;
      }
      excessInto(scale, cause, noise, scaleCoefficients, lowest, highest, largestSquare, change);
      choleskySolveInPlace(information, size, stride, change);
      for (let k = 0; k < size; k++) put(scaleCoefficients, k, at(scaleCoefficients, k) + at(change, k));
      lowest = overall - reach;
      highest = overall + reach;
    }
    scalesInto(scale, cause, scaleCoefficients, lowest, highest, -2, weight);
    scaleInPlace(n, weight, <f64>n / sumOf(n, weight));
    if (!fitLocation(n, location, cause, effect, weight, locationRidge, gram, coefficients, noise)) return NaN;
  }
  const sum = scalesInto(scale, cause, scaleCoefficients, lowest, highest, -1, weight);
  for (let k = 0; k < size; k++) {
    const value = at(scaleCoefficients, k);
    put(scaleCoefficients, k, min(max(value, overall - wideReach), overall + wideReach));
  }
  for (let i = 0; i < n; i += 2) {
    v128.store(address(noise, i), f64x2.mul(v128.load(address(noise, i)), v128.load(address(weight, i))));
  }
  return sum / <f64>n;
}

function sumOf(n: i32, values: usize): f64 {
  let sum = f64x2.splat(0);
  for (let i = 0; i < n; i += 2) sum = f64x2.add(sum, v128.and(laneMask(i, n), v128.load(address(values, i))));
  return laneSum(sum);
}

function scaleInPlace(n: i32, values: usize, factor: f64): void {
  const times = f64x2.splat(factor);
  for (let i = 0; i < n; i += 2) v128.store(address(values, i), f64x2.mul(v128.load(address(values, i)), times));
}
