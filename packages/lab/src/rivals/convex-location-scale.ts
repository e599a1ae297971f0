import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { type Column, type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { HALF_LOG_TWO_PI } from "@causal-velocity/core/primitives/special.js";
import { type SplineRows, splineGram, splineMoments, splineSumInto, uniformSplineRows } from "./uniform-splines.js";

/** A Gaussian whose mean and standard deviation depend on the cause. */
interface ConvexLocationScale {
  /** w₁ and w₂, of 29 B-splines each. */
  readonly coefficients: { readonly eta: Float64Array; readonly precision: Float64Array };
  /** (effect − mean)/sd at every row. */
  readonly residual: Column;
  /** Mean negative log likelihood of the rows, in nats, without the penalty. */
  readonly nll: number;
  /** Largest violation of the optimality conditions, per row: 0 at the exact optimum. */
  readonly kkt: number;
  readonly steps: number;
}

/** 25 knots, degree 5: 29 functions. */
const INTERVALS = 24;
const SPLINE_DEGREE = 5;
/** Penalty on both sets of coefficients, for the sum over rows: λ/2·|w|². */
const SPLINE_RIDGE = 1e-5;
/** Several times the largest number seen in any fit. */
const MOST_NEWTON_STEPS = 200;
/** Violation at which Newton's steps stop, and the largest accepted if they cannot continue. */
const GOAL = 1e-13;
const REQUIRED = 1e-8;
/** Share of the decrease predicted by the quadratic model that a step must reach. */
const SUFFICIENT = 1e-4;
const SMALLEST_STEP = 1e-12;
/** Predicted decreases below this share of the objective are rounding. */
const DECREASE_ROUNDING = 1e-14;

/** The state at one w2, the coefficients of the precision, with the best w1 for it. */
interface Profile {
  readonly w2: Float64Array;
  readonly w1: Float64Array;
  /** Cholesky factor of the Hessian in w1. */
  readonly factor: Matrix;
  readonly q: Column;
  readonly eta: Column;
  readonly value: number;
}

/**
 * The best location-scale Gaussian with splines for its natural parameters, effect | cause ~ N(η/(2q), 1/(2q)) with
 * η = Φw₁, q = Φw₂ and w₂ ≥ 0: the minimum of Σ(−½ ln 2q + q·effect² − effect·η + η²/(4q)) + ½·10⁻⁵(|w₁|² + |w₂|²).
 *
 * The objective is convex in both, so there is one optimum, whatever the start. w₁ is eliminated (a linear system), and
 * Newton's steps in w₂ each minimize the quadratic model over w₂ ≥ 0 exactly. For a column with few values only the
 * ridge bounds the precision. The published program cuts q off below 10⁻⁷; here the logarithm keeps it positive.
 * @reference Immer et al. 2023, "On the identifiability and estimation of causal location-scale noise models"
 * @cost O(n·36) per step, 9 to 14 steps for most fits, 34 for one; 48n bytes for the splines
 * @throws InputError `accuracy-not-reached` if the conditions of the optimum are violated by more than 10⁻⁸ per row
 * @deviates docs/decisions/0032-loci-at-its-optimum.md
 */
export function convexLocationScale(cause: Column, effect: Column): ConvexLocationScale {
  const n = cause.length;
  const splines = uniformSplineRows(cause, INTERVALS, SPLINE_DEGREE);
  const moments = splineMoments(splines, effect);
  const profileAt = (w2: Float64Array) => profile(splines, effect, moments, w2);
  let at = profileAt(new Float64Array(splines.size).fill(0.5));
  let kkt = Infinity;
  let steps = 0;
  for (; steps < MOST_NEWTON_STEPS; steps++) {
    const { slope, curvature } = derivatives(splines, effect, at);
    const violation = kktViolation(at.w2, slope) / n;
    const stalled = violation < REQUIRED && violation > 0.5 * kkt;
    kkt = violation;
    if (kkt < GOAL || stalled) break;
    const next = newtonStep(at, slope, curvature, profileAt);
    if (!next) break;
    at = next;
  }
  if (!(kkt <= REQUIRED)) throw notReached(kkt);
  const residual = new Float64Array(n);
  let nll = HALF_LOG_TWO_PI;
  for (let i = 0; i < n; i++) {
    const { q, eta } = at;
    residual[i] = (effect[i] - eta[i] / (2 * q[i])) * Math.sqrt(2 * q[i]);
    nll += (0.5 * residual[i] * residual[i] - 0.5 * log(2 * q[i])) / n;
  }
  return { coefficients: { eta: at.w1, precision: at.w2 }, residual, nll, kkt, steps };
}

function profile(splines: SplineRows, effect: Column, moments: Float64Array, w2: Float64Array): Profile {
  const n = effect.length;
  const q = new Float64Array(n);
  splineSumInto(splines, w2, q);
  const factor = withRidge(
    splineGram(
      splines,
      q.map((value) => 0.5 / value),
    ),
  );
  const w1 = moments.slice();
  const eta = new Float64Array(n);
  const impossible = { w2, w1, factor, q, eta, value: Infinity };
  if (!q.every((value) => value > 0)) return impossible;
  choleskyInPlace(factor);
  choleskySolveInPlace(factor, w1);
  splineSumInto(splines, w1, eta);
  let value = 0;
  for (let i = 0; i < n; i++) {
    const y = effect[i];
    value += q[i] * y * y - 0.5 * log(q[i]) - y * eta[i] + (eta[i] * eta[i]) / (4 * q[i]);
  }
  for (let k = 0; k < w1.length; k++) value += 0.5 * SPLINE_RIDGE * (w1[k] * w1[k] + w2[k] * w2[k]);
  return { w2, w1, factor, q, eta, value };
}

/** Slope and curvature of the objective in w2, w1 following: H₂₂ − H₂₁H₁₁⁻¹H₁₂. */
function derivatives(splines: SplineRows, effect: Column, { w2, factor, q, eta }: Profile) {
  const n = effect.length;
  const slopes = new Float64Array(n);
  const mixed = new Float64Array(n);
  const curvatures = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const mean = eta[i] / (2 * q[i]);
    slopes[i] = effect[i] * effect[i] - 0.5 / q[i] - mean * mean;
    mixed[i] = -mean / q[i];
    curvatures[i] = 0.5 / (q[i] * q[i]) + (2 * mean * mean) / q[i];
  }
  const slope = splineMoments(splines, slopes).map((value, k) => value + SPLINE_RIDGE * w2[k]);
  const curvature = withRidge(splineGram(splines, curvatures));
  const cross = splineGram(splines, mixed);
  const k = splines.size;
  for (let j = 0; j < k; j++) {
    const column = cross.data.slice(j * k, (j + 1) * k);
    choleskySolveInPlace(factor, column);
    for (let i = 0; i <= j; i++) {
      let sum = 0;
      for (let l = 0; l < k; l++) sum += cross.data[i * k + l] * column[l];
      curvature.data[j * k + i] -= sum;
      if (i !== j) curvature.data[i * k + j] = curvature.data[j * k + i];
    }
  }
  return { slope, curvature };
}

/** The next w2, or undefined if a further decrease would be rounding. */
function newtonStep(
  at: Profile,
  slope: Float64Array,
  curvature: Matrix,
  profileAt: (w2: Float64Array) => Profile,
): Profile | undefined {
  const k = slope.length;
  const right = slope.map((value, i) => {
    let sum = -value;
    for (let j = 0; j < k; j++) sum += curvature.data[i * k + j] * at.w2[j];
    return sum;
  });
  const target = minimizeNonnegative(curvature, right, at.w2);
  let promised = 0;
  for (let j = 0; j < k; j++) promised -= slope[j] * (target[j] - at.w2[j]);
  const rounding = DECREASE_ROUNDING * Math.max(Math.abs(at.value), at.q.length);
  for (let share = 1; share > SMALLEST_STEP; share /= 2) {
    const next = profileAt(share === 1 ? target : target.map((value, j) => at.w2[j] + share * (value - at.w2[j])));
    if (at.value - next.value >= SUFFICIENT * share * promised - rounding) return next;
  }
  return undefined;
}

/** Largest slope along which w2 could still improve: any where it is positive, negative ones where it is 0. */
function kktViolation(w2: Float64Array, slope: Float64Array): number {
  let worst = 0;
  for (let k = 0; k < w2.length; k++) worst = Math.max(worst, w2[k] > 0 ? Math.abs(slope[k]) : -slope[k]);
  return worst;
}

function withRidge(gram: Matrix): Matrix {
  for (let k = 0; k < gram.rows; k++) gram.data[k * gram.rows + k] += SPLINE_RIDGE;
  return gram;
}

function notReached(kkt: number): InputError {
  return new InputError({
    code: "accuracy-not-reached",
    place: "location-scale regression",
    value: `an optimum to ${kkt.toPrecision(2)}`,
    expected: `${REQUIRED}`,
    remedy: "A few rows are much larger than all others: remove them, or take logarithms.",
  });
}

/** Each change of the set of positive components lowers the objective; in practice a few per component. */
const CHANGES_PER_COMPONENT = 10;

/**
 * The z ≥ 0 that minimizes ½zᵀAz − bᵀz, A positive definite: components at the bound are exactly 0.
 *
 * Keeps a set of positive components and solves for only these; a component that would become negative leaves the set,
 * the one with the most negative slope enters.
 * @reference Lawson & Hanson 1974, "Solving least squares problems", chapter 23     @param start where to begin, ≥ 0
 * @cost O(k³) per change of the set     @throws RangeError if A is not positive definite
 */
export function minimizeNonnegative(a: Matrix, b: Float64Array, start: Float64Array): Float64Array {
  const k = b.length;
  const z = start.slice();
  const positive = Array.from(z, (value) => value > 0);
  for (let change = 0; change < CHANGES_PER_COMPONENT * k; change++) {
    const target = solveAmong(a, b, positive);
    const blocked = longestStep(z, target, positive);
    for (let j = 0; j < k; j++) if (positive[j]) z[j] += blocked.share * (target[j] - z[j]);
    if (blocked.component >= 0) {
      positive[blocked.component] = false;
      z[blocked.component] = 0;
      continue;
    }
    const entering = steepest(a, b, z, positive);
    if (entering < 0) break;
    positive[entering] = true;
  }
  return z;
}

/** The minimum over the chosen components, the others 0. */
function solveAmong(a: Matrix, b: Float64Array, chosen: readonly boolean[]): Float64Array {
  const index = [...b.keys()].filter((j) => chosen[j]);
  const small = matrix(index.length, index.length);
  index.forEach((row, i) => {
    index.forEach((col, j) => {
      small.data[i * index.length + j] = a.data[row * b.length + col];
    });
  });
  const right = Float64Array.from(index, (j) => b[j]);
  choleskyInPlace(small);
  choleskySolveInPlace(small, right);
  const out = new Float64Array(b.length);
  index.forEach((j, i) => {
    out[j] = right[i];
  });
  return out;
}

/** How far one can move from z to the target before a component becomes negative, and which one; −1 if none does. */
function longestStep(z: Float64Array, target: Float64Array, positive: readonly boolean[]) {
  let share = 1;
  let component = -1;
  for (let j = 0; j < z.length; j++) {
    if (!positive[j] || target[j] > 0) continue;
    const here = z[j] / (z[j] - target[j]);
    if (!(here >= share)) {
      share = here;
      component = j;
    }
  }
  return { share: Number.isNaN(share) ? 0 : share, component };
}

/** Slopes within rounding of 0 do not count as descent. */
const SLOPE_ROUNDING = 1e-14;

/** The component at 0 along which the objective falls fastest, or −1. */
function steepest(a: Matrix, b: Float64Array, z: Float64Array, positive: readonly boolean[]): number {
  let best = -1;
  let steepness = 0;
  for (let j = 0; j < z.length; j++) {
    if (positive[j]) continue;
    let slope = b[j];
    let size = Math.abs(b[j]);
    for (let l = 0; l < z.length; l++) {
      slope -= a.data[j * z.length + l] * z[l];
      size += Math.abs(a.data[j * z.length + l] * z[l]);
    }
    // In units of the curvature, so that the choice does not depend on how components are scaled.
    const here = slope / Math.sqrt(a.data[j * z.length + j]);
    if (slope > SLOPE_ROUNDING * size && here > steepness) {
      steepness = here;
      best = j;
    }
  }
  return best;
}
