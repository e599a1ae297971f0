import type { Column } from "../numeric/column.js";
import { threefryNormals } from "../numeric/threefry-normals.js";
import { affordableSpline, causeSpline, type SplineOptions } from "./cause-spline.js";
import { productPass } from "./product-pass.js";
import type { SplineBasis } from "./spline.js";
import type { ProductVelocityModel, VelocityClass } from "./velocity-model.js";

export interface PnlOptions extends SplineOptions {
  /** Most cubic B-splines for c, the function of the effect, at least 4. */
  readonly effectSize?: number;
}

/** A link bends less often than a mechanism. */
const DEFAULT_EFFECT_SIZE = 8;
/** g is at least this steep, relative to its mean slope: strictly increasing, so that noise can be read off. */
const FLOOR = 1e-3;
/** Standard deviation of the coefficients of d where training starts, times the root of their number. */
const START_SCALE = 0.5;

/**
 * Post-nonlinear noise, effect = g(m(cause) + ε) with g increasing: v = c(effect)·d(cause) with c = ġ ∘ g⁻¹ > 0 and
 * d = ṁ, two splines. A decreasing g is an increasing one with m and ε negated.
 *
 * B-splines are positive, so positive coefficients make c positive. Beyond the outer knots c and d stay constant: v is
 * bounded in the effect.
 * @paper tab:examples (PNL)
 * @deviates docs/decisions/0022-post-nonlinear.md: splines fitted by least squares in place of trained networks
 */
export function pnlVelocity(options: PnlOptions = {}): VelocityClass {
  const name = "v-pnl";
  const flow = "global";
  const { effectSize = DEFAULT_EFFECT_SIZE } = options;
  return {
    name,
    flow,
    modelFor(cause, effect): ProductVelocityModel {
      const { spline: ofCause, ridge } = causeSpline(cause, options);
      const ofEffect = affordableSpline(effect, effectSize);
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
        floor: FLOOR,
        ridge,
        decayed: [{ from: p, to: p + q }],
        least: Float64Array.from({ length: p + q }, (_, k) => (k < p ? FLOOR : -Infinity)),
        start: (seed) => {
          const normals = threefryNormals(seed, q);
          // c ≡ 1, additive noise, with d as small as the coefficients of a basis are at first.
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
