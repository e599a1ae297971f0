import { ROUNDING_PER_ROW } from "@causal-velocity/core/algebra/cholesky.js";
import { type ComputeOptions, computeOptions } from "@causal-velocity/core/compute/routines.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import { kernelFactor, ridgeResidual } from "@causal-velocity/core/statistics/kernel-ridge.js";
import { symmetricSpectrum } from "./symmetric-spectrum.js";

/** A Gaussian process with kernel signal·exp(−d²/(2·lengthScale²)) and white noise, fitted to a column. */
interface GaussianProcessFit {
  readonly lengthScale: number;
  /** Variance of the function. */
  readonly signal: number;
  /** Variance of the noise. */
  readonly noise: number;
  readonly negativeLogLikelihood: number;
  /** Target minus posterior mean. */
  readonly residual: Column;
}

/** Bounds of variances and length scale, for standardized columns. */
const SIGNAL = { low: 1e-3, high: 1e3 };
const NOISE = { low: 1e-10, high: 10 };
const LENGTH_BOUNDS = { low: 1e-2, high: 1e2 };
/** Added to the noise, as in published code. */
const JITTER = 1e-10;

/** Trace left out of the kernel matrix: the log likelihood is then good to this over noise/signal. */
const LIKELIHOOD_TRACE = 1e-11;

/** Length scales tried first: shorter ones interpolate the rows. The search continues if the last is the best. */
const SCANNED = { from: 64, to: 1 / 16 };
/** Tolerance of the logarithm of the length scale, which changes residuals by 10⁻⁶. */
const LENGTH_TOLERANCE = 1e-5;
/** Steps of the logarithm of noise over signal in the search for its best value. */
const RATIO_STEP = 1.5;
const RATIO_TOLERANCE = 1e-7;

/**
 * Gaussian-process regression by maximum likelihood, at the best length scale of the whole range.
 *
 * For a given length scale the kernel matrix has a few dozen eigenvalues above rounding; when they and the target's
 * coordinates are known, the likelihood costs O(rank) for any variances. The signal has a closed form given
 * noise/signal, and both that ratio and the length scale are found by a search in one number, which needs no starting
 * point.
 * @reference Rasmussen & Williams 2006, section 5.4     @cost about 30 factorizations of O(n·rank²)
 * @throws InputError `memory-exceeded`
 */
export function fitGaussianProcess(input: Column, target: Column, compute: ComputeOptions = {}): GaussianProcessFit {
  const profile = (logLength: number): number =>
    bestVariances(spectralProblem(input, target, exp(logLength), compute)).value;
  const logLength = bestLength(profile);
  const lengthScale = exp(logLength);
  const { signal, noise, value } = bestVariances(spectralProblem(input, target, lengthScale, compute));
  const factor = kernelFactor(input, lengthScale, compute);
  const residual = ridgeResidual(factor, target, (noise + JITTER) / signal, compute);
  return { lengthScale, signal, noise, negativeLogLikelihood: value, residual };
}

/** Doublings of the length scale from long to short, then a search around each that is better than its neighbors. */
function bestLength(profile: (logLength: number) => number): number {
  const [low, high] = [log(LENGTH_BOUNDS.low), log(LENGTH_BOUNDS.high)];
  const tried: Minimum[] = [];
  const attempt = (at: number): void => {
    tried.push({ at, value: profile(at) });
  };
  attempt(high);
  for (let length = SCANNED.from; length >= SCANNED.to; length /= 2) attempt(log(length));
  for (;;) {
    const [before, last] = tried.slice(-2);
    if (last.value > before.value || last.at <= low) break;
    attempt(Math.max(low, last.at - Math.LN2));
  }
  const found = tried.flatMap((point, i) => {
    const [longer = point, shorter = point] = [tried[i - 1], tried[i + 1]];
    if (longer.value < point.value || shorter.value < point.value) return [];
    return minimizeBetween(profile, {
      low: shorter.at,
      start: point.at,
      high: longer.at,
      tolerance: LENGTH_TOLERANCE,
    });
  });
  return found.reduce((best, point) => (point.value < best.value ? point : best)).at;
}

/** What the likelihood needs from kernel matrix and target. */
interface SpectralProblem {
  readonly rows: number;
  /** Eigenvalues of the kernel matrix; all others are 0. */
  readonly values: Float64Array;
  /** Squared coordinates of the target along their eigenvectors. */
  readonly squares: Float64Array;
  /** Squared length of the rest of the target. */
  readonly rest: number;
}

function spectralProblem(input: Column, target: Column, lengthScale: number, compute: ComputeOptions): SpectralProblem {
  const { routines, memoryLimit } = computeOptions(compute);
  const column = input.map((value) => value / lengthScale);
  const tolerance = Math.max(LIKELIHOOD_TRACE, ROUNDING_PER_ROW * input.length);
  const factor = routines.gaussianFeatures({ column, tolerance, memoryLimit });
  const gram = routines.products(factor, factor);
  const { data } = routines.products(factor, [target]);
  // LLᵀ = UΛUᵀ has the eigenvalues of LᵀL, and LᵀU its eigenvectors times √Λ.
  const { values, coordinates } = symmetricSpectrum(gram, data);
  let total = 0;
  for (const value of target) total += value * value;
  let explained = 0;
  const squares = coordinates.map((coordinate, j) => {
    const square = values[j] > 0 ? Math.min((coordinate * coordinate) / values[j], total) : 0;
    explained += square;
    return square;
  });
  return {
    rows: target.length,
    values: values.map((v) => Math.max(0, v)),
    squares,
    rest: Math.max(0, total - explained),
  };
}

/** The variances of greatest likelihood. @cost O(rank) an evaluation, about 50 of them */
function bestVariances(problem: SpectralProblem): { signal: number; noise: number; value: number } {
  const at = (logRatio: number) => likelihoodAt(problem, exp(logRatio));
  const profile = (logRatio: number): number => at(logRatio).value;
  const [low, high] = [log(NOISE.low / SIGNAL.high), log(NOISE.high / SIGNAL.low)];
  let best: Minimum = { at: low, value: Infinity };
  for (let ratio = low; ratio <= high; ratio += RATIO_STEP) {
    const value = profile(ratio);
    if (value < best.value) best = { at: ratio, value };
  }
  const found = minimizeBetween(profile, {
    low: Math.max(low, best.at - RATIO_STEP),
    start: best.at,
    high: Math.min(high, best.at + RATIO_STEP),
    tolerance: RATIO_TOLERANCE,
  });
  return at(found.at);
}

const LOG_TWO_PI = 1.8378770664093453;

/** Negative log likelihood at a ratio of noise to signal, with the best signal that the bounds allow. */
function likelihoodAt({ rows, values, squares, rest }: SpectralProblem, ratio: number) {
  let quadratic = rest / ratio;
  let logDeterminant = (rows - values.length) * log(ratio);
  for (let j = 0; j < values.length; j++) {
    quadratic += squares[j] / (values[j] + ratio);
    logDeterminant += log(values[j] + ratio);
  }
  const least = Math.max(SIGNAL.low, (NOISE.low + JITTER) / ratio);
  const most = Math.min(SIGNAL.high, (NOISE.high + JITTER) / ratio);
  const signal = Math.max(least, Math.min(most, quadratic / rows));
  const value = 0.5 * (quadratic / signal + rows * log(signal) + logDeterminant + rows * LOG_TWO_PI);
  return { signal, noise: signal * ratio - JITTER, value };
}

/** Where a function of one number is smallest, and its value there. */
export interface Minimum {
  readonly at: number;
  readonly value: number;
}

/** Share of an interval that a golden cut takes: 2 − φ. */
const GOLDEN = 0.3819660112501051;
const MOST_SEARCH_STEPS = 100;

/**
 * A local minimum of f between `low` and `high`, to an absolute `tolerance` in its argument, from a start between them.
 *
 * Successive parabolas through the best three points; if one leaves the bracket or does not halve the step before last,
 * a golden cut of the longer side.
 * @reference Brent 1973, chapter 5     @cost about ten evaluations on smooth functions, 2 ln(width/tolerance) at worst
 */
export function minimizeBetween(
  f: (at: number) => number,
  { low, start, high, tolerance }: { low: number; start: number; high: number; tolerance: number },
): Minimum {
  let best: Minimum = { at: start, value: f(start) };
  let second = best;
  let third = best;
  let step = 0;
  let stepBefore = high - low;
  for (let count = 0; count < MOST_SEARCH_STEPS; count++) {
    if (Math.max(best.at - low, high - best.at) <= 2 * tolerance) break;
    const vertex = parabolaStep(best, second, third);
    const inside = best.at + vertex > low && best.at + vertex < high;
    if (inside && Math.abs(vertex) < 0.5 * Math.abs(stepBefore)) {
      stepBefore = step;
      step = vertex;
    } else {
      stepBefore = best.at < 0.5 * (low + high) ? high - best.at : low - best.at;
      step = GOLDEN * stepBefore;
    }
    // Values closer than the tolerance cannot be distinguished.
    if (Math.abs(step) < tolerance) step = step < 0 ? -tolerance : tolerance;
    const at = Math.min(high, Math.max(low, best.at + step));
    const tried = { at, value: f(at) };
    if (tried.value <= best.value) {
      if (tried.at < best.at) high = best.at;
      else low = best.at;
      [third, second, best] = [second, best, tried];
      continue;
    }
    if (tried.at < best.at) low = tried.at;
    else high = tried.at;
    if (tried.value <= second.value || second === best) [third, second] = [second, tried];
    else if (tried.value <= third.value || third === best || third === second) third = tried;
  }
  return best;
}

/** From the best point to the vertex of the parabola through three; NaN if there is none. */
function parabolaStep(best: Minimum, second: Minimum, third: Minimum): number {
  const p = second.at - best.at;
  const q = third.at - best.at;
  const rise = (second.value - best.value) * q;
  const other = (third.value - best.value) * p;
  return (0.5 * (rise * q - other * p)) / (rise - other);
}
