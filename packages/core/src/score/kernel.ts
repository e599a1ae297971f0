import { exp, power } from "../numeric/elementary.js";

/**
 * A kernel k(offset) with one bandwidth per column; "kernel" always means this, never a compute kernel.
 *
 * Methods write only their last argument and take `value`, k itself, so that it is computed once.
 */
export interface Kernel {
  readonly name: string;
  value(offset: Float64Array, bandwidth: Float64Array): number;
  /** ∂k/∂offset_j. */
  gradientInto(offset: Float64Array, bandwidth: Float64Array, value: number, out: Float64Array): void;
  /** What the estimators take for the gradient: the gradient itself, except where published code differs. */
  slopeInto(offset: Float64Array, bandwidth: Float64Array, value: number, out: Float64Array): void;
  /** out[i·d + j] = ∂slope_i/∂offset_j. */
  slopeJacobianInto(offset: Float64Array, bandwidth: Float64Array, value: number, out: Float64Array): void;
  /** ∫ k over ℝᵈ for unit bandwidths: what makes k a density. */
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
