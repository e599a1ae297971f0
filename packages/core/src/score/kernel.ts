import { plainRoutines } from "../compute/plain-routines.js";
import type { Routines } from "../compute/routines.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { exp, power } from "../primitives/elementary.js";
import { constantColumn, InputError } from "../primitives/errors.js";
import { robustSpread } from "../primitives/quantiles.js";

/**
 * A kernel k(offset) with one bandwidth per column; "kernel" always means this, never a compute kernel. k is 1 at 0 and
 * nowhere larger: the bound that the rate of the loss needs.
 *
 * Methods write only their last argument and take `value`, k itself, so that it is computed once.
 * @paper eq:rad_final
 */
export interface Kernel {
  readonly name: string;
  value(offset: Float64Array, bandwidth: Float64Array): number;
  /** ∂k/∂offset_j. */
  gradientInto(offset: Float64Array, bandwidth: Float64Array, value: number, out: Float64Array): void;
  /** The gradient that the estimators use: the true one, except for published variants. */
  slopeInto(offset: Float64Array, bandwidth: Float64Array, value: number, out: Float64Array): void;
  /** out[i·d + j] = ∂slope_i/∂offset_j. */
  slopeJacobianInto(offset: Float64Array, bandwidth: Float64Array, value: number, out: Float64Array): void;
  /** ∫ k over ℝᵈ for unit bandwidths: the normalization that makes k a density. */
  mass(dimension: number): number;
}

/** Squared length of the offset in units of the bandwidths. */
function scaledSquare(offset: Float64Array, bandwidth: Float64Array): number {
  let q = 0;
  for (let j = 0; j < offset.length; j++) q += (offset[j] / bandwidth[j]) * (offset[j] / bandwidth[j]);
  return q;
}

/**
 * Gradient and Hessian of any k that depends on the scaled length alone:
 * ∂ⱼk = slope·dⱼ/hⱼ², ∂ᵢ∂ⱼk = curvature·dᵢdⱼ/(hᵢ²hⱼ²) + slope·δᵢⱼ/hᵢ².
 */
function radialKernel(
  name: string,
  value: (q: number) => number,
  slope: (q: number, k: number) => number,
  curvature: (q: number, k: number) => number,
  mass: (dimension: number) => number,
): Kernel {
  const gradientInto: Kernel["gradientInto"] = (offset, bandwidth, k, out) => {
    const factor = slope(scaledSquare(offset, bandwidth), k);
    for (let j = 0; j < offset.length; j++) out[j] = (factor * offset[j]) / (bandwidth[j] * bandwidth[j]);
  };
  return {
    name,
    value: (offset, bandwidth) => value(scaledSquare(offset, bandwidth)),
    gradientInto,
    slopeInto: gradientInto,
    slopeJacobianInto(offset, bandwidth, k, out) {
      const d = offset.length;
      const q = scaledSquare(offset, bandwidth);
      const along = curvature(q, k);
      const across = slope(q, k);
      for (let i = 0; i < d; i++) {
        const ui = offset[i] / (bandwidth[i] * bandwidth[i]);
        for (let j = 0; j < d; j++) out[i * d + j] = (along * ui * offset[j]) / (bandwidth[j] * bandwidth[j]);
        out[i * d + i] += across / (bandwidth[i] * bandwidth[i]);
      }
    },
    mass,
  };
}

/** exp(−|u|²/2), u the offset in bandwidths. */
export const gaussianKernel: Kernel = /* @__PURE__ */ radialKernel(
  "gaussian",
  (q) => exp(-0.5 * q),
  (_, k) => -k,
  (_, k) => k,
  (d) => power(2 * Math.PI, d / 2),
);

/**
 * exp(−|u|/2), the paper's exponential (Laplace) kernel. It has a kink at 0, where slope and curvature are taken as 0,
 * the mean over all directions.
 */
export const exponentialKernel: Kernel = /* @__PURE__ */ radialKernel(
  "exponential",
  (q) => exp(-0.5 * Math.sqrt(q)),
  (q, k) => (q === 0 ? 0 : -k / (2 * Math.sqrt(q))),
  (q, k) => (q === 0 ? 0 : k / (4 * q) + k / (2 * q * Math.sqrt(q))),
  exponentialMass,
);

/** Surface of the unit sphere times ∫ e^{−r/2} r^{d−1} dr = 2ᵈ(d − 1)!; columns come one or two at a time. */
function exponentialMass(dimension: number): number {
  if (dimension === 1) return 4;
  if (dimension === 2) return 8 * Math.PI;
  throw new RangeError(`exponentialKernel: mass in ${dimension} dimensions; expected 1 or 2`);
}

/**
 * The exponential kernel as the authors' code has it: the slope points along the *unscaled* offset,
 * −k·dⱼ/(2|d|hⱼ), which is the gradient only where all bandwidths are equal.
 *
 * @deviates docs/decisions/0005-kde-and-exponential-slopes.md
 */
export const publishedExponentialKernel: Kernel = /* @__PURE__ */ publishedExponential();

function publishedExponential(): Kernel {
  const gradient = new Float64Array(2);
  const length = (offset: Float64Array): number => {
    let sum = 0;
    for (let j = 0; j < offset.length; j++) sum += offset[j] * offset[j];
    return Math.sqrt(sum);
  };
  return {
    ...exponentialKernel,
    name: "published-exponential",
    slopeInto(offset, bandwidth, k, out) {
      const r = length(offset);
      for (let j = 0; j < offset.length; j++) out[j] = r === 0 ? 0 : (-k * offset[j]) / (2 * r * bandwidth[j]);
    },
    slopeJacobianInto(offset, bandwidth, k, out) {
      const d = offset.length;
      const r = length(offset);
      exponentialKernel.gradientInto(offset, bandwidth, k, gradient);
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          const turn = (i === j ? k / r : 0) - (k * offset[i] * offset[j]) / (r * r * r);
          out[i * d + j] = r === 0 ? 0 : -((gradient[j] * offset[i]) / r + turn) / (2 * bandwidth[i]);
        }
      }
    },
  };
}

/**
 * Median of the non-zero distances between two values of a column; or the mean of the middle two if their number is
 * even.
 *
 * Zero distances are left out, because their median would be 0 in a column in which one value dominates.
 * @paper sec:experiments ("bandwidth selected by the median heuristic")
 * @cost O(n log n) time, O(n) memory
 * @throws InputError `constant-column`, `extreme-range`
 */
export function medianDistance(column: Column, routines: Routines = plainRoutines): number {
  const median = routines.medianOfDistances(column);
  if (Number.isNaN(median)) throw constantColumn("score estimate", column.length);
  return resolved(median);
}

/** Standardized values carry rounding errors of about 10⁻¹⁶ times the largest: structure below this is not data. */
const SMALLEST_BANDWIDTH = 1e-12;

/** Checks a bandwidth. @throws InputError `extreme-range` if a standardized column cannot resolve it */
function resolved(bandwidth: number): number {
  if (bandwidth >= SMALLEST_BANDWIDTH) return bandwidth;
  throw new InputError({
    code: "extreme-range",
    place: "score estimate",
    value: `most values lie within ${bandwidth.toPrecision(2)} standard deviations of each other`,
    expected: `a spread of at least ${SMALLEST_BANDWIDTH} among ordinary rows`,
    remedy: "A few rows are much larger than all others: remove them, or take logarithms.",
  });
}

const SILVERMAN_FACTOR = 1.06;

/**
 * Silverman's rule for each column of a d-column sample: 1.06 A n^(−1/5) for d = 1, 1.06 A (n(d + 2)/4)^(−1/(d+4))
 * beyond, with A = min(sd, IQR/1.34); A = sd if more than half of the rows share one value and the IQR is 0.
 *
 * @paper appx:experiment (score estimation: "standard Silverman rule of thumb")
 */
export function silvermanBandwidths(columns: readonly Column[]): Float64Array {
  requireColumns({ first: columns?.[0] });
  for (const column of columns) requireColumns({ column });
  const d = columns.length;
  const n = columns[0].length;
  const rate = d === 1 ? power(n, -1 / 5) : power((n * (d + 2)) / 4, -1 / (d + 4));
  return Float64Array.from(columns, (column) => resolved(SILVERMAN_FACTOR * spreadOf(column) * rate));
}

function spreadOf(column: Column): number {
  if (column.every((value) => value === column[0])) throw constantColumn("score estimate", column.length);
  return robustSpread(column).spread;
}
