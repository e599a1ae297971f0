import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { type ComputeOptions, computeOptions, type Routines } from "@causal-velocity/core/compute/routines.js";
import { type Column, type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { cos, exp, sin } from "@causal-velocity/core/primitives/elementary.js";
import { normalLogDensity, normalShare } from "@causal-velocity/core/primitives/special.js";
import { unitRanks } from "@causal-velocity/core/statistics/ranks.js";

/** A location-scale velocity that makes the continuity equation hold on average, checked with many test functions. */
interface WeakFit {
  /** Coefficients a_kj of v = Σ a_kj cos(πku)·effectʲ; first all of j = 0, then of j = 1. */
  readonly coefficients: Float64Array;
  /** Hansen's statistic: how strongly the equation is violated, in units of its sampling error. */
  readonly statistic: number;
  /** Equations less coefficients: the statistic's mean in large samples, if v is smooth in the cause's rank. */
  readonly degreesOfFreedom: number;
}

/** Test functions sin(πpu)·cos(πqw): p up to 10, q up to 8. */
const CAUSE_WAVES = 10;
const EFFECT_WAVES = 8;
/** Velocities cos(πku)·effectʲ: k up to 5, j up to 1. */
const VELOCITY_WAVES = 5;
const EFFECT_POWERS = 2;
/** w = Φ(effect/1.2) maps a standardized effect to (0, 1) nearly evenly. */
const EFFECT_SPREAD = 1.2;
/**
 * Added to the diagonal of the moments' covariance, as a share of it: with fewer rows than moments it would be
 * singular.
 */
const COVARIANCE_RIDGE = 1e-3;
/** Also added, as a share of the largest variance: moments of a column with few values may not vary at all. */
const VARIANCE_FLOOR = 1e-12;
const COEFFICIENT_RIDGE = 1e-4;
const SOLVES = 3;
/** Rows treated at a time: their moments stay in the second-level cache. */
const CHUNK = 512;

const MOMENTS = CAUSE_WAVES * EFFECT_WAVES;
const PARAMETERS = (VELOCITY_WAVES + 1) * EFFECT_POWERS;

/**
 * The continuity equation in weak form, which needs no score: for every test function g that vanishes at the ends of
 * the cause's range, E[∂g/∂u + v·∂g/∂effect] = 0.
 *
 * Multiply the equation by g·p and integrate by parts: the joint score disappears. With u the cause's rank the marginal
 * score is 0 too, and location-scale velocities remain location-scale under a change of the cause's scale. The
 * equations are linear in v's coefficients; their covariance depends on v, so weights and coefficients are computed
 * alternately (iterated generalized method of moments).
 * @paper thm:id (weak form), eq:continuity:eqn     @reference Hansen 1982, "Large sample properties of GMM estimators"
 * @cost 4·80²·n multiplications and additions, O(1) memory per row     @deviates docs/decisions/0036-weak-form.md
 */
export function fitWeakForm(cause: Column, effect: Column, compute: ComputeOptions = {}): WeakFit {
  const { routines } = computeOptions(compute);
  const n = cause.length;
  const u = unitRanks(cause);
  const w = effect.map((value) => normalShare(value / EFFECT_SPREAD));
  const chunks = momentChunks(u, w, effect);
  const { offset, slopes } = meanEquations(chunks, n, routines);
  let coefficients: Float64Array = new Float64Array(PARAMETERS);
  let covariance = covarianceOf(chunks, coefficients, n, routines);
  for (let solve = 0; solve < SOLVES; solve++) {
    coefficients = bestCoefficients(offset, slopes, covariance);
    covariance = covarianceOf(chunks, coefficients, n, routines);
  }
  const mean = meanMoments(offset, slopes, coefficients);
  const weighted = mean.slice();
  choleskySolveInPlace(covariance, weighted);
  let statistic = 0;
  for (let m = 0; m < MOMENTS; m++) statistic += n * mean[m] * weighted[m];
  return { coefficients, statistic, degreesOfFreedom: MOMENTS - PARAMETERS };
}

/** The factors of the moments of some rows, as columns over the rows: g_pq = causeHeight_p·effectHeight_q. */
interface MomentChunk {
  readonly rows: number;
  readonly causeHeight: readonly Column[];
  readonly causeSlope: readonly Column[];
  readonly effectHeight: readonly Column[];
  readonly effectSlope: readonly Column[];
  /** The velocity's basis. */
  readonly basis: readonly Column[];
}

/** Calls `use` with one chunk of rows after the other, in memory that is reused. */
type MomentChunks = (use: (chunk: MomentChunk) => void) => void;

function momentChunks(u: Column, w: Column, effect: Column): MomentChunks {
  const n = u.length;
  const room = (count: number) => Array.from({ length: count }, () => new Float64Array(CHUNK));
  const [cosCause, sinCause] = [room(CAUSE_WAVES + 1), room(CAUSE_WAVES + 1)];
  const [cosEffect, sinEffect] = [room(EFFECT_WAVES + 1), room(EFFECT_WAVES + 1)];
  const [causeSlope, basis] = [room(CAUSE_WAVES), room(PARAMETERS)];
  const centers = new Float64Array(EFFECT_WAVES + 1);
  for (let start = 0; start < n; start += CHUNK) {
    const count = Math.min(CHUNK, n - start);
    wavesInto(w.subarray(start, start + count), cosEffect, sinEffect);
    cosEffect.forEach((wave, q) => {
      for (let i = 0; i < count; i++) centers[q] += wave[i] / n;
    });
  }
  return (use) => {
    for (let start = 0; start < n; start += CHUNK) {
      const rows = Math.min(CHUNK, n - start);
      wavesInto(u.subarray(start, start + rows), cosCause, sinCause);
      wavesInto(w.subarray(start, start + rows), cosEffect, sinEffect);
      for (let p = 1; p <= CAUSE_WAVES; p++) {
        for (let i = 0; i < rows; i++) causeSlope[p - 1][i] = Math.PI * p * cosCause[p][i];
      }
      for (let i = 0; i < rows; i++) {
        const y = effect[start + i];
        const density = exp(normalLogDensity(y / EFFECT_SPREAD)) / EFFECT_SPREAD;
        for (let q = 1; q <= EFFECT_WAVES; q++) {
          cosEffect[q][i] -= centers[q];
          sinEffect[q][i] *= -Math.PI * q * density;
        }
        for (let k = 0; k <= VELOCITY_WAVES; k++) {
          basis[k][i] = cosCause[k][i];
          basis[VELOCITY_WAVES + 1 + k][i] = cosCause[k][i] * y;
        }
      }
      const cut = (columns: readonly Column[], from = 0) =>
        columns.slice(from).map((column) => column.subarray(0, rows));
      use({
        rows,
        causeHeight: cut(sinCause, 1),
        causeSlope: cut(causeSlope),
        effectHeight: cut(cosEffect, 1),
        effectSlope: cut(sinEffect, 1),
        basis: cut(basis),
      });
    }
  };
}

/** cos(πkt) and sin(πkt) for k = 0, 1, …, by the recurrence cos((k+1)θ) = 2 cos θ cos kθ − cos((k−1)θ). */
function wavesInto(t: Column, cosines: readonly Column[], sines: readonly Column[]): void {
  for (let i = 0; i < t.length; i++) {
    cosines[0][i] = 1;
    sines[0][i] = 0;
    cosines[1][i] = cos(Math.PI * t[i]);
    sines[1][i] = sin(Math.PI * t[i]);
    const twice = 2 * cosines[1][i];
    for (let k = 2; k < cosines.length; k++) {
      cosines[k][i] = twice * cosines[k - 1][i] - cosines[k - 2][i];
      sines[k][i] = twice * sines[k - 1][i] - sines[k - 2][i];
    }
  }
}

/** The averaged equations offset + slopes·a = 0. */
function meanEquations(chunks: MomentChunks, n: number, routines: Routines): { offset: Float64Array; slopes: Matrix } {
  const offset = new Float64Array(MOMENTS);
  const slopes = matrix(MOMENTS, PARAMETERS);
  const dEffect = Array.from({ length: MOMENTS }, () => new Float64Array(CHUNK));
  chunks(({ rows, causeHeight, causeSlope, effectHeight, effectSlope, basis }) => {
    const sums = routines.products(causeSlope, effectHeight).data;
    for (let m = 0; m < MOMENTS; m++) offset[m] += sums[m] / n;
    const here = dEffect.map((column, m) => {
      const [p, q] = waveNumbers(m);
      const out = column.subarray(0, rows);
      for (let i = 0; i < rows; i++) out[i] = causeHeight[p][i] * effectSlope[q][i];
      return out;
    });
    const products = routines.products(here, basis).data;
    for (let k = 0; k < products.length; k++) slopes.data[k] += products[k] / n;
  });
  return { offset, slopes };
}

/** Moment m is that of g_pq, both numbered from 0. */
function waveNumbers(m: number): [number, number] {
  return [Math.floor(m / EFFECT_WAVES), m % EFFECT_WAVES];
}

/** Cholesky factor of the covariance of the moments at a velocity. */
function covarianceOf(chunks: MomentChunks, coefficients: Float64Array, n: number, routines: Routines): Matrix {
  const out = matrix(MOMENTS, MOMENTS);
  const mean = new Float64Array(MOMENTS);
  const moments = Array.from({ length: MOMENTS }, () => new Float64Array(CHUNK));
  chunks(({ rows, causeHeight, causeSlope, effectHeight, effectSlope, basis }) => {
    const velocity = new Float64Array(rows);
    coefficients.forEach((a, k) => {
      for (let i = 0; i < rows; i++) velocity[i] += a * basis[k][i];
    });
    const moving = causeHeight.map((height) => height.map((value, i) => value * velocity[i]));
    const here = moments.map((column, m) => {
      const [p, q] = waveNumbers(m);
      const moment = column.subarray(0, rows);
      let sum = 0;
      for (let i = 0; i < rows; i++) {
        moment[i] = causeSlope[p][i] * effectHeight[q][i] + moving[p][i] * effectSlope[q][i];
        sum += moment[i];
      }
      mean[m] += sum / n;
      return moment;
    });
    const products = routines.products(here, here).data;
    for (let k = 0; k < products.length; k++) out.data[k] += products[k] / n;
  });
  let largest = 0;
  for (let m = 0; m < MOMENTS; m++) {
    for (let l = 0; l < MOMENTS; l++) out.data[m * MOMENTS + l] -= mean[m] * mean[l];
    largest = Math.max(largest, out.data[m * MOMENTS + m]);
  }
  for (let m = 0; m < MOMENTS; m++) {
    const at = m * MOMENTS + m;
    out.data[at] = Math.max(out.data[at], 0) * (1 + COVARIANCE_RIDGE) + VARIANCE_FLOOR * largest;
  }
  choleskyInPlace(out);
  return out;
}

/** The a that minimizes (offset + slopes·a)ᵀΩ⁻¹(offset + slopes·a), Ω given by its Cholesky factor. */
function bestCoefficients(offset: Float64Array, slopes: Matrix, covariance: Matrix): Float64Array {
  const column = (k: number) => Float64Array.from({ length: MOMENTS }, (_, m) => slopes.data[m * PARAMETERS + k]);
  const normal = matrix(PARAMETERS, PARAMETERS);
  const right = new Float64Array(PARAMETERS);
  for (let k = 0; k < PARAMETERS; k++) {
    const weighted = column(k);
    choleskySolveInPlace(covariance, weighted);
    for (let m = 0; m < MOMENTS; m++) {
      right[k] -= weighted[m] * offset[m];
      for (let l = 0; l < PARAMETERS; l++)
        normal.data[k * PARAMETERS + l] += weighted[m] * slopes.data[m * PARAMETERS + l];
    }
  }
  let trace = 0;
  for (let k = 0; k < PARAMETERS; k++) trace += normal.data[k * PARAMETERS + k];
  for (let k = 0; k < PARAMETERS; k++) normal.data[k * PARAMETERS + k] += (COEFFICIENT_RIDGE * trace) / PARAMETERS;
  choleskyInPlace(normal);
  choleskySolveInPlace(normal, right);
  return right;
}

function meanMoments(offset: Float64Array, slopes: Matrix, coefficients: Float64Array): Float64Array {
  return offset.map((value, m) => {
    let sum = value;
    for (let k = 0; k < PARAMETERS; k++) sum += slopes.data[m * PARAMETERS + k] * coefficients[k];
    return sum;
  });
}
