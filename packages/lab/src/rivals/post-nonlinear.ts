import { boundedLeastSquares } from "@causal-velocity/core/algebra/bounded-least-squares.js";
import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import { piecewiseChebyshev } from "@causal-velocity/core/primitives/chebyshev.js";
import { type Column, type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import { normalLogDensity, normalShare } from "@causal-velocity/core/primitives/special.js";
import { normalQuantile, normalScores, unitRanks } from "@causal-velocity/core/statistics/ranks.js";
import { residualDependence } from "./additive-noise.js";
import { type SplineRows, splineGram, splineMoments, splineSumInto, uniformSplineRows } from "./uniform-splines.js";

// Rivals with a post-nonlinear model, effect = g(m(cause) + noise) with an increasing g: both estimate m and the noise,
// and measure how much the noise depends on the cause.

/** Cubic splines on this many equal intervals for m, and for the inverse of g. */
const INTERVALS = 8;
const DEGREE = 3;
/** Of the Gram matrix: splines sum to 1, so a constant is free. */
const RIDGE = 1e-6;
const MOST_ROUNDS = 50;
const CONVERGED = 1e-10;

/**
 * Dependence of the cause and the noise of a post-nonlinear model whose m fits the order of the effect's values: rank
 * PNL.
 *
 * Only the ranks of the effect matter, whatever g is. With normal noise, row i comes before row j with probability
 * Φ((m_j − m_i)/√2); m maximizes the product over all pairs of rows. Then each rank share has the noise level z at which
 * the mean of Φ(z − m) over the rows is that share.
 * @reference Keropyan et al. 2023     @cost O(n²), ten to twenty times
 */
export function rankPnlCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  const splines = uniformSplineRows(cause, INTERVALS, DEGREE);
  const shares = unitRanks(effect, compute);
  const location = rankLocation(splines, shares);
  const residual = linkedValues(location, shares).map((z, i) => z - location[i]);
  return { cost: residualDependence(cause, residual, compute) };
}

/** The spline that maximizes the likelihood of the order of the rows, in units of the noise, by Newton's method. */
function rankLocation(splines: SplineRows, shares: Column): Column {
  const n = shares.length;
  const location = new Float64Array(n);
  const theta = new Float64Array(splines.size);
  let { loss, slopes, curvature } = rankLoss(splines, shares, location, theta);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = slopes.slice();
    choleskyInPlace(curvature);
    choleskySolveInPlace(curvature, step);
    let moved = theta.map((value, k) => value - step[k]);
    let share = 1;
    let next: ReturnType<typeof rankLoss>;
    for (;;) {
      splineSumInto(splines, moved, location);
      next = rankLoss(splines, shares, location, moved);
      if (!(next.loss > loss) || share < CONVERGED) break;
      share /= 2;
      moved = theta.map((value, k) => value - share * step[k]);
    }
    const gain = loss - next.loss;
    theta.set(moved);
    ({ loss, slopes, curvature } = next);
    if (!(gain > CONVERGED * Math.max(1, Math.abs(loss)))) break;
  }
  return location;
}

/** Minus the mean log likelihood of the order of all pairs of rows, with its derivatives by the coefficients. */
function rankLoss(splines: SplineRows, shares: Column, location: Column, theta: Float64Array) {
  const { size, width, first, values } = splines;
  const n = shares.length;
  const slopeOf = new Float64Array(n);
  const weightOf = new Float64Array(n);
  const curvature = matrix(size, size);
  const mixed = new Float64Array(size);
  let loss = 0;
  let pairs = 0;
  for (let i = 0; i < n; i++) {
    mixed.fill(0);
    for (let j = 0; j < i; j++) {
      if (shares[i] === shares[j]) continue;
      const sign = shares[i] > shares[j] ? Math.SQRT1_2 : -Math.SQRT1_2;
      const d = sign * (location[i] - location[j]);
      const logShare = logNormalShare(d);
      const ratio = exp(normalLogDensity(d) - logShare);
      const weight = 0.5 * ratio * (ratio + d);
      loss -= logShare;
      pairs += 1;
      slopeOf[i] -= sign * ratio;
      slopeOf[j] += sign * ratio;
      weightOf[i] += weight;
      weightOf[j] += weight;
      for (let r = 0; r < width; r++) mixed[first[j] + r] += weight * values[j * width + r];
    }
    for (let r = 0; r < width; r++) {
      const scaled = values[i * width + r];
      for (let k = 0; k < size; k++) {
        curvature.data[(first[i] + r) * size + k] -= scaled * mixed[k];
        curvature.data[k * size + first[i] + r] -= scaled * mixed[k];
      }
    }
  }
  const own = splineGram(splines, weightOf);
  const slopes = splineMoments(splines, slopeOf);
  const ridge = RIDGE * pairs;
  for (let k = 0; k < size * size; k++) curvature.data[k] += own.data[k];
  for (let k = 0; k < size; k++) {
    curvature.data[k * size + k] += ridge;
    slopes[k] += ridge * theta[k];
    loss += 0.5 * ridge * theta[k] * theta[k];
  }
  return { loss, slopes, curvature };
}

/** Beyond these Φ is its tail, φ(t)/|t|, or 1. */
const FAR_BELOW = -30;
const FAR_ABOVE = 8.5;
const TABLE_TOLERANCE = 1e-12;

let logShares: ReturnType<typeof piecewiseChebyshev> | undefined;

/** log Φ(t), from a table: it is asked for thousands of times a row. */
function logNormalShare(t: number): number {
  if (t > FAR_ABOVE) return 0;
  if (t < FAR_BELOW) return normalLogDensity(t) - log(-t);
  logShares ??= piecewiseChebyshev((at) => log(normalShare(at)), FAR_BELOW, FAR_ABOVE, TABLE_TOLERANCE);
  return logShares.at(t);
}

/** For each row the z at which the mean of Φ(z − location) is the row's share of ranks. */
function linkedValues(location: Column, shares: Column): Column {
  const n = location.length;
  const order = Array.from(shares, (_, i) => i).sort((a, b) => shares[a] - shares[b]);
  const linked = new Float64Array(n);
  const [lowest, highest] = [location.reduce((a, b) => Math.min(a, b)), location.reduce((a, b) => Math.max(a, b))];
  let z = lowest;
  order.forEach((row, place) => {
    const before = order[place - 1];
    if (place > 0 && shares[row] === shares[before]) {
      linked[row] = linked[before];
      return;
    }
    // Φ(z − location) of every row is between these: so is the root.
    const quantile = normalQuantile(shares[row]);
    let [low, high] = [lowest + quantile, highest + quantile];
    z = Math.min(Math.max(z, low), high);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let [share, density] = [0, 0];
      for (let i = 0; i < n; i++) {
        share += exp(logNormalShare(z - location[i]));
        density += exp(normalLogDensity(z - location[i]));
      }
      const gap = share / n - shares[row];
      if (gap > 0) high = z;
      else low = z;
      const newton = z - gap / (density / n);
      const next = newton > low && newton < high ? newton : 0.5 * (low + high);
      if (Math.abs(next - z) < CONVERGED) break;
      z = next;
    }
    linked[row] = z;
  });
  return linked;
}

/**
 * Dependence of the cause and the noise of a post-nonlinear model of greatest likelihood: PNL with an independence
 * test.
 *
 * The noise is G(effect) − m(cause), normal; G, the inverse of g, is an increasing spline of the effect's normal scores,
 * m a spline of the cause. The likelihood is convex in both, so that it has one optimum; published code trains networks,
 * with gradients of several batches added up and a test that compares means.
 * @reference Zhang & Hyvärinen 2009     @cost O(n), ten to twenty times
 */
export function pnlCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  return { cost: residualDependence(cause, postNonlinearNoise(cause, normalScores(effect, compute)), compute) };
}

function postNonlinearNoise(cause: Column, scores: Column): Column {
  const n = cause.length;
  // Coefficients of increasing splines increase: G = Σ_k rise_k Σ_{j≥k} B_j, and G′ = Σ_k rise_k B_k of a degree less.
  const heights = uniformSplineRows(scores, INTERVALS, DEGREE);
  const slopes = uniformSplineRows(scores, INTERVALS, DEGREE - 1);
  const project = projectionOn(uniformSplineRows(cause, INTERVALS, DEGREE));
  const rises = Array.from({ length: slopes.size }, (_, k) => {
    const steps = new Float64Array(heights.size).fill(1, k + 1);
    const column = new Float64Array(n);
    splineSumInto(heights, steps, column);
    return project(column);
  });
  const squares = matrix(rises.length, rises.length);
  rises.forEach((a, k) => {
    rises.forEach((b, l) => {
      squares.data[k * rises.length + l] = dot(a, b) / n;
    });
  });
  const rise = likeliestRises(squares, slopes, n);
  const noise = new Float64Array(n);
  rises.forEach((column, k) => {
    for (let i = 0; i < n; i++) noise[i] += rise[k] * column[i];
  });
  return noise;
}

/** What is left of a column after regression on splines. */
function projectionOn(splines: SplineRows): (column: Column) => Column {
  const n = splines.first.length;
  const gram = splineGram(splines, new Float64Array(n).fill(1));
  for (let k = 0; k < gram.rows; k++) gram.data[k * gram.rows + k] += RIDGE * RIDGE * n;
  choleskyInPlace(gram);
  return (column) => {
    const coefficients = splineMoments(splines, column);
    choleskySolveInPlace(gram, coefficients);
    const fitted = new Float64Array(n);
    splineSumInto(splines, coefficients, fitted);
    return column.map((value, i) => value - fitted[i]);
  };
}

/**
 * The rises, at least 0, that minimize ½ riseᵀ·squares·rise − mean log slope: each round minimizes the parabola of the
 * logarithm at the present slopes, and goes as far towards that as the loss falls.
 */
function likeliestRises(squares: Matrix, slopes: SplineRows, n: number): Float64Array {
  const size = squares.rows;
  let rise: Float64Array = new Float64Array(size).fill(1);
  const slope = new Float64Array(n);
  const lossOf = (at: Float64Array): number => {
    splineSumInto(slopes, at, slope);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += slope[i] > 0 ? log(slope[i]) : -Infinity;
    return 0.5 * quadratic(squares, at) + 0.5 * RIDGE * dot(at, at) - sum / n;
  };
  let loss = lossOf(rise);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    splineSumInto(slopes, rise, slope);
    const curved = splineGram(
      slopes,
      slope.map((value) => 1 / (value * value * n)),
    );
    for (let k = 0; k < size * size; k++) curved.data[k] += squares.data[k];
    for (let k = 0; k < size; k++) curved.data[k * size + k] += RIDGE;
    const towards = splineMoments(
      slopes,
      slope.map((value) => 2 / (value * n)),
    );
    const target = nonnegativeMinimum(curved, towards, rise);
    let share = 1;
    let [next, nextLoss] = [target, lossOf(target)];
    while (!(nextLoss <= loss) && share > CONVERGED) {
      share /= 2;
      next = rise.map((value, k) => value + share * (target[k] - value));
      nextLoss = lossOf(next);
    }
    const gain = loss - nextLoss;
    if (!(gain > 0)) break;
    [rise, loss] = [next, nextLoss];
    if (gain < CONVERGED) break;
  }
  return rise;
}

/** The least ½aᵀ·gram·a − aᵀ·linear over a ≥ 0, as least squares with the factor of the Gram matrix. */
function nonnegativeMinimum(gram: Matrix, linear: Float64Array, start: Float64Array): Float64Array {
  const k = gram.rows;
  const factor = { ...gram, data: gram.data.slice() };
  choleskyInPlace(factor);
  const design = matrix(k, k);
  const target = linear.slice();
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) design.data[j * k + i] = factor.data[i * k + j];
    for (let j = 0; j < i; j++) target[i] -= factor.data[i * k + j] * target[j];
    target[i] /= factor.data[i * k + i];
  }
  return boundedLeastSquares({ design, target, start });
}

function quadratic({ data, cols }: Matrix, at: Float64Array): number {
  return at.reduce((sum, value, k) => sum + value * dot(data.subarray(k * cols, (k + 1) * cols), at), 0);
}

function dot(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
