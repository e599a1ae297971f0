import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { logGamma } from "@causal-velocity/core/primitives/special.js";
import type { SmoothFunction } from "./smooth-function.js";

/**
 * Features of the Gaussian kernel: e^{−(u−w)²/2} = Σ_k φ_k(u)·φ_k(w) with φ_k(u) = e^{−u²/2} uᵏ/√k!, so that Σ ξ_k φ_k
 * with independent normal ξ_k is exactly a Gaussian process of that covariance. φ_k² is a Poisson probability: at u
 * only the k near u² count, and terms below 10⁻¹⁵ are left out.
 */
interface FeatureWindow {
  first: number;
  count: number;
  values: Float64Array;
}

/**
 * A Poisson variable of mean u² differs from it by more than 12u + 32 with probability below 10⁻³⁰, the square of
 * 10⁻¹⁵.
 */
function windowHalfWidth(size: number): number {
  return Math.ceil(12 * size + 32);
}

/** How many features a process needs on |u| ≤ size. */
function featureCount(size: number): number {
  return Math.ceil(size * size) + windowHalfWidth(size) + 1;
}

/** Features from the largest outward, by φ_{k+1} = φ_k·u/√(k + 1). */
function featuresInto(u: number, out: FeatureWindow): void {
  const size = Math.abs(u);
  const mode = Math.round(size * size);
  const first = Math.max(0, mode - windowHalfWidth(size));
  const last = mode + windowHalfWidth(size);
  if (out.values.length < last - first + 1) out.values = new Float64Array(2 * (last - first + 1));
  const values = out.values;
  const atMode = mode === 0 ? exp(-0.5 * u * u) : exp(-0.5 * size * size + mode * log(size) - 0.5 * logGamma(mode + 1));
  values[mode - first] = u < 0 && mode % 2 === 1 ? -atMode : atMode;
  for (let k = mode; k < last; k++) values[k + 1 - first] = (values[k - first] * u) / Math.sqrt(k + 1);
  for (let k = mode; k > first; k--) values[k - 1 - first] = (values[k - first] * Math.sqrt(k)) / u;
  out.first = first;
  out.count = last - first + 1;
}

const emptyWindow = (): FeatureWindow => ({ first: 0, count: 0, values: new Float64Array(0) });

/**
 * A random function on |t| ≤ reach: mean 0, covariance e^{−(t−t′)²/(2·length²)}, with derivatives, which are series in
 * the same features: φ_k′ = √k φ_{k−1} − √(k+1) φ_{k+1}.
 *
 * @cost about 24·|t|/length + 64 multiplications an evaluation
 */
export function gaussianProcessPath(rng: Rng, length: number, reach: number): SmoothFunction {
  const count = featureCount(reach / length);
  const value = Float64Array.from({ length: count }, () => rng.normal());
  const slope = differentiated(value, length);
  const curvature = differentiated(slope, length);
  const window = emptyWindow();
  const sum = (coefficients: Float64Array, t: number): number => {
    featuresInto(t / length, window);
    const last = Math.min(window.first + window.count, coefficients.length);
    let total = 0;
    for (let k = window.first; k < last; k++) total += coefficients[k] * window.values[k - window.first];
    return total;
  };
  return { value: (t) => sum(value, t), slope: (t) => sum(slope, t), curvature: (t) => sum(curvature, t) };
}

function differentiated(coefficients: Float64Array, length: number): Float64Array {
  const n = coefficients.length;
  return Float64Array.from({ length: n + 1 }, (_, k) => {
    const above = k + 1 < n ? Math.sqrt(k + 1) * coefficients[k + 1] : 0;
    const below = k > 0 ? Math.sqrt(k) * coefficients[k - 1] : 0;
    return (above - below) / length;
  });
}

/**
 * A draw, at the rows of a few columns, of the Gaussian process with covariance e^{−Σ(d_j/length_j)²/2}: products of
 * features, one factor for each column. Exact to 10⁻¹⁰ and linear in the rows, where a Cholesky factor is cubic.
 *
 * @cost n·Π(24·u_j + 64) multiplications at most, u_j = |column|/length; only the matrix of coefficients is stored
 */
export function gaussianProcessDraw(rng: Rng, columns: readonly Column[], lengths: readonly number[]): Column {
  const counts = columns.map((column, j) => {
    let largest = 0;
    for (const value of column) largest = Math.max(largest, Math.abs(value));
    return featureCount(largest / lengths[j]);
  });
  const last = columns.length - 1;
  const total = counts.reduce((product, count) => product * count, 1);
  const coefficients = Float64Array.from({ length: total }, () => rng.normal());
  const windows = columns.map(emptyWindow);
  /** Sum over the features of column `depth` and later, for a fixed choice before. */
  const contract = (depth: number, offset: number): number => {
    const { first, count, values } = windows[depth];
    const end = Math.min(first + count, counts[depth]);
    let sum = 0;
    for (let k = first; k < end; k++) {
      const feature = values[k - first];
      // |ξ| and the other factors stay below 10, so the skipped terms add up to less than 10⁻¹⁰.
      if (Math.abs(feature) < NEGLIGIBLE_FEATURE) continue;
      const at = offset * counts[depth] + k;
      sum += feature * (depth === last ? coefficients[at] : contract(depth + 1, at));
    }
    return sum;
  };
  return columns[0].map((_, i) => {
    for (let j = 0; j < columns.length; j++) featuresInto(columns[j][i] / lengths[j], windows[j]);
    return contract(0, 0);
  });
}

const NEGLIGIBLE_FEATURE = 1e-12;
