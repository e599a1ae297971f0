import type { Column } from "../primitives/columns.js";
import { threefryNormals } from "../primitives/random.js";
import type { SplineBasis } from "./spline.js";
import { affordableSpline, causeSpline, type SplineOptions } from "./spline-velocities.js";
import { type ProductVelocityModel, type VelocityClass, type VelocityPass, velocityField } from "./velocity-model.js";

/** Options of `pnlVelocity`: the number of splines of each column, and the ridge. */
export interface PnlOptions extends SplineOptions {
  /** Most cubic B-splines for c, the function of the effect, at least 4. */
  readonly effectSize?: number;
}

/** Fewer splines than for a mechanism, because a link has fewer bends. */
const DEFAULT_EFFECT_SIZE = 8;
/** g is at least this steep, relative to its mean slope: strictly increasing, so that noise can be recovered. */
const LEAST_SLOPE = 1e-3;
/** Standard deviation of the coefficients of d where training starts, times the root of their number. */
const START_SCALE = 0.5;

/**
 * Post-nonlinear noise, effect = g(m(cause) + ε) with g increasing: v = c(effect)·d(cause) with c = ġ ∘ g⁻¹ > 0 and
 * d = ṁ, two splines. A decreasing g is an increasing one with m and ε negated.
 *
 * B-splines are positive, so positive coefficients make c positive. Beyond the outer knots c and d stay constant: v is
 * bounded in the effect.
 * @paper tab:examples (PNL)
 * @deviates docs/decisions/0022-post-nonlinear.md: splines fitted by least squares instead of trained networks
 */
export function pnlVelocity(options: PnlOptions = {}): VelocityClass {
  const name = "v-pnl";
  const flow = "global";
  const { effectSize = DEFAULT_EFFECT_SIZE } = options;
  return {
    name,
    flow,
    modelFor(cause, effect, compute): ProductVelocityModel {
      const { spline: ofCause, ridge } = causeSpline(cause, options, compute);
      const ofEffect = affordableSpline(effect, effectSize, compute);
      const [p, q] = [ofEffect.size, ofCause.size];
      const [c, slopeOfC] = [new Float64Array(p), new Float64Array(p)];
      const [d, slopeOfD] = [new Float64Array(q), new Float64Array(q)];
      return {
        kind: "product",
        name,
        flow,
        parameterCount: p + q,
        effectSpline: ofEffect,
        causeSpline: ofCause,
        effectMeans: meanOfSplines(ofEffect, effect),
        floor: LEAST_SLOPE,
        ridge,
        decayed: [{ from: p, to: p + q }],
        least: Float64Array.from({ length: p + q }, (_, k) => (k < p ? LEAST_SLOPE : -Infinity)),
        start: (seed) => {
          const normals = threefryNormals(seed, q);
          // c ≡ 1, additive noise, with d as small as the first coefficients of a basis.
          return Float64Array.from({ length: p + q }, (_, k) =>
            k < p ? 1 : (START_SCALE * normals[k - p]) / Math.sqrt(q),
          );
        },
        passOver: (causes, effects) => productPass({ effectSpline: ofEffect, causeSpline: ofCause }, causes, effects),
        evaluateInto(theta, causes, effects, out) {
          for (let i = 0; i < causes.length; i++) {
            ofEffect.evaluateInto(effects[i], c, slopeOfC);
            ofCause.evaluateInto(causes[i], d, slopeOfD);
            const [link, dLink] = [dot(theta, 0, c), dot(theta, 0, slopeOfC)];
            const [drive, dDrive] = [dot(theta, p, d), dot(theta, p, slopeOfD)];
            out.v[i] = link * drive;
            out.dvDEffect[i] = dLink * drive;
            out.dvDCause[i] = link * dDrive;
          }
        },
      };
    },
  };
}

function dot(theta: Float64Array, from: number, values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += theta[from + k] * values[k];
  return sum;
}

function meanOfSplines(spline: SplineBasis, column: Column): Float64Array {
  const [value, slope] = [new Float64Array(spline.size), new Float64Array(spline.size)];
  const means = new Float64Array(spline.size);
  for (let i = 0; i < column.length; i++) {
    spline.evaluateInto(column[i], value, slope);
    for (let k = 0; k < spline.size; k++) means[k] += value[k] / column.length;
  }
  return means;
}

/** Rows handled together: their field and cotangent stay in the cache. */
const BLOCK_ROWS = 256;

/**
 * Passes of v = c(effect)·d(cause). With cotangents a, b, e of v, ∂v/∂effect and ∂v/∂cause, a row's derivative is
 * a·d + e·d′ by c, b·d by c′, a·c + b·c′ by d, and e·c by d′.
 *
 * @cost O(n·K) a pass for K parameters
 */
function productPass(
  { effectSpline, causeSpline }: Pick<ProductVelocityModel, "effectSpline" | "causeSpline">,
  cause: Column,
  effect: Column,
): VelocityPass {
  const [p, q] = [effectSpline.size, causeSpline.size];
  const [c, slopeOfC] = [new Float64Array(p), new Float64Array(p)];
  const [d, slopeOfD] = [new Float64Array(q), new Float64Array(q)];
  const [link, dLink, drive, dDrive] = Array.from({ length: 4 }, () => new Float64Array(BLOCK_ROWS));
  return (theta, loss, gradient) => {
    for (let from = 0; from < cause.length; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, cause.length - from);
      const [field, cotangent] = [velocityField(rows), velocityField(rows)];
      for (let i = 0; i < rows; i++) {
        effectSpline.evaluateInto(effect[from + i], c, slopeOfC);
        causeSpline.evaluateInto(cause[from + i], d, slopeOfD);
        [link[i], dLink[i], drive[i], dDrive[i]] = [0, 0, 0, 0];
        for (let k = 0; k < p; k++) {
          link[i] += theta[k] * c[k];
          dLink[i] += theta[k] * slopeOfC[k];
        }
        for (let k = 0; k < q; k++) {
          drive[i] += theta[p + k] * d[k];
          dDrive[i] += theta[p + k] * slopeOfD[k];
        }
        field.v[i] = link[i] * drive[i];
        field.dvDEffect[i] = dLink[i] * drive[i];
        field.dvDCause[i] = link[i] * dDrive[i];
      }
      loss(from, field, cotangent);
      for (let i = 0; i < rows; i++) {
        effectSpline.evaluateInto(effect[from + i], c, slopeOfC);
        causeSpline.evaluateInto(cause[from + i], d, slopeOfD);
        const byLink = cotangent.v[i] * drive[i] + cotangent.dvDCause[i] * dDrive[i];
        const byLinkSlope = cotangent.dvDEffect[i] * drive[i];
        const byDrive = cotangent.v[i] * link[i] + cotangent.dvDEffect[i] * dLink[i];
        const byDriveSlope = cotangent.dvDCause[i] * link[i];
        for (let k = 0; k < p; k++) gradient[k] += byLink * c[k] + byLinkSlope * slopeOfC[k];
        for (let k = 0; k < q; k++) gradient[p + k] += byDrive * d[k] + byDriveSlope * slopeOfD[k];
      }
    }
  };
}
