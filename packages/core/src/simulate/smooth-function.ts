import type { PiecewiseChebyshev } from "../numeric/piecewise-chebyshev.js";

/** A function of one variable with its first two derivatives. */
export interface SmoothFunction {
  value(t: number): number;
  slope(t: number): number;
  curvature(t: number): number;
}

/** A tabulated function; beyond its table it goes on as a straight line, so that value and slope stay continuous. */
export function smoothTable(table: PiecewiseChebyshev): SmoothFunction {
  const { low, high } = table;
  const slopeTable = table.derivative();
  const curvatureTable = slopeTable.derivative();
  return {
    value(t) {
      const inside = Math.min(Math.max(t, low), high);
      return inside === t ? table.at(t) : table.at(inside) + slopeTable.at(inside) * (t - inside);
    },
    slope: (t) => slopeTable.at(t),
    curvature: (t) => (t < low || t > high ? 0 : curvatureTable.at(t)),
  };
}

/** intercept + slope·t. */
export function linearFunction(slope: number, intercept = 0): SmoothFunction {
  return { value: (t) => intercept + slope * t, slope: () => slope, curvature: () => 0 };
}
