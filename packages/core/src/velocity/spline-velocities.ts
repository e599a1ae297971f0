import type { ComputeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { linearVelocityModel } from "./linear-velocity-model.js";
import { quantileSpline, type SplineBasis, splinePieces } from "./spline.js";
import type { LinearVelocityModel, VelocityClass } from "./velocity-model.js";

/** Options of velocity classes made of splines: their number and ridge. */
export interface SplineOptions {
  /** Most cubic B-splines per function of the cause, at least 4. */
  readonly size?: number;
  /** Penalty on the mean squared coefficient, relative to the mean squared residual. */
  readonly ridge?: number;
}

/** Measured on 13 suites: accuracy rises up to 12 and stays there (docs/decisions/0003-spline-velocities.md). */
const DEFAULT_SIZE = 12;
const SMALLEST_SIZE = 4;
/** Short tables get fewer splines, so that each interval between knots holds this many rows. */
const ROWS_PER_INTERVAL = 20;
/** Keeps splines over empty intervals finite; changes no verdict. */
const DEFAULT_RIDGE = 1e-4;

/** The splines for functions of the cause in velocity classes, and their ridge. */
export function causeSpline(
  cause: Column,
  options: SplineOptions,
  compute: ComputeOptions = {},
): { spline: SplineBasis; ridge: number } {
  const { size = DEFAULT_SIZE, ridge = DEFAULT_RIDGE } = options;
  return { spline: affordableSpline(cause, size, compute), ridge };
}

/** At most `size` splines on the quantiles of a column, fewer if it is short. */
export function affordableSpline(column: Column, size: number, compute: ComputeOptions = {}): SplineBasis {
  const affordable = SMALLEST_SIZE - 1 + Math.floor(column.length / ROWS_PER_INTERVAL);
  return quantileSpline(column, Math.max(SMALLEST_SIZE, Math.min(size, affordable)), compute);
}

/**
 * Additive noise, effect = m(cause) + ε: v = ṁ(cause), a spline in the cause and free of the effect.
 *
 * @paper tab:examples (ANM)
 * @deviates docs/decisions/0003-spline-velocities.md: a spline fitted exactly instead of a trained network
 */
export function anmVelocity(options: SplineOptions = {}): VelocityClass<LinearVelocityModel> {
  const name = "v-anm";
  const flow = "global";
  return {
    name,
    flow,
    modelFor(cause, _, compute) {
      const { spline, ridge } = causeSpline(cause, options, compute);
      return linearVelocityModel({
        name,
        flow,
        parameterCount: spline.size,
        ridge: ridge / spline.size,
        causeSplines: { spline, timesEffect: false },
        basisInto(_, at, out) {
          spline.evaluateInto(at, out.value, out.dCause);
          out.dEffect.fill(0);
        },
        affine: (theta) => ({
          offset: splinePieces(spline, theta),
          slope: splinePieces(spline, new Float64Array(spline.size)),
        }),
      });
    },
  };
}

/**
 * Location-scale noise, effect = m(cause) + e^{h(cause)} ε: v = a(cause) + b(cause)·effect with two splines.
 *
 * This is the whole class: b = ḣ, and m is the solution of ṁ − b·m = a, so the nonlinear-looking
 * ṁ + ḣ(y − m) of the paper is linear in (a, b) and has one exact fit.
 * @paper tab:examples (LSNM)
 * @deviates docs/decisions/0003-spline-velocities.md: splines fitted exactly instead of trained networks
 */
export function lsnmVelocity(options: SplineOptions = {}): VelocityClass<LinearVelocityModel> {
  const name = "v-lsnm";
  const flow = "global";
  return {
    name,
    flow,
    modelFor(cause, _, compute) {
      const { spline, ridge } = causeSpline(cause, options, compute);
      const k = spline.size;
      return linearVelocityModel({
        name,
        flow,
        parameterCount: 2 * k,
        ridge: ridge / (2 * k),
        causeSplines: { spline, timesEffect: true },
        basisInto(effect, at, out) {
          spline.evaluateInto(at, out.value, out.dCause);
          for (let j = 0; j < k; j++) {
            out.value[k + j] = out.value[j] * effect;
            out.dCause[k + j] = out.dCause[j] * effect;
            out.dEffect[j] = 0;
            out.dEffect[k + j] = out.value[j];
          }
        },
        affine: (theta) => ({
          offset: splinePieces(spline, theta.subarray(0, k)),
          slope: splinePieces(spline, theta.subarray(k)),
        }),
      });
    },
  };
}
