import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { piecewiseValue } from "@causal-velocity/core/primitives/piecewise-polynomial.js";
import { quantileSpline, splinePieces } from "@causal-velocity/core/velocity/spline.js";

/** A spline with knots at quantiles of a column, at the column's rows. */
export function splineCurve(column: Column, size: number, coefficients: Float64Array): Column {
  const pieces = splinePieces(quantileSpline(column, size), coefficients);
  return column.map((t) => piecewiseValue(pieces, t));
}
