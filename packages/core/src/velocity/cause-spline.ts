import type { Column } from "../numeric/column.js";
import { quantileSpline, type SplineBasis } from "./spline.js";

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
/** Keeps splines over empty stretches finite; moves no verdict. */
const DEFAULT_RIDGE = 1e-4;

/** The splines in which the velocity classes write functions of the cause, and their ridge. */
export function causeSpline(cause: Column, options: SplineOptions): { spline: SplineBasis; ridge: number } {
  const { size = DEFAULT_SIZE, ridge = DEFAULT_RIDGE } = options;
  return { spline: affordableSpline(cause, size), ridge };
}

/** At most `size` splines on the quantiles of a column, fewer if it is short. */
export function affordableSpline(column: Column, size: number): SplineBasis {
  const affordable = SMALLEST_SIZE - 1 + Math.floor(column.length / ROWS_PER_INTERVAL);
  return quantileSpline(column, Math.max(SMALLEST_SIZE, Math.min(size, affordable)));
}
