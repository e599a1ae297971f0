import type { PiecewiseChebyshev } from "@causal-velocity/core/primitives/chebyshev.js";
import { exp } from "@causal-velocity/core/primitives/elementary.js";

/** A function of one variable with its first two derivatives. */
export interface SmoothFunction {
  value(t: number): number;
  slope(t: number): number;
  curvature(t: number): number;
}

/** A tabulated function, continued as a straight line beyond its table, so that value and slope are continuous. */
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

/** The linear function intercept + slope·t. */
export function linearFunction(slope: number, intercept = 0): SmoothFunction {
  return { value: (t) => intercept + slope * t, slope: () => slope, curvature: () => 0 };
}

/** outer(inner(t)), by the chain rule. */
export function composed(outer: SmoothFunction, inner: SmoothFunction): SmoothFunction {
  return {
    value: (t) => outer.value(inner.value(t)),
    slope: (t) => outer.slope(inner.value(t)) * inner.slope(t),
    curvature: (t) => {
      const [at, slope] = [inner.value(t), inner.slope(t)];
      return outer.curvature(at) * slope * slope + outer.slope(at) * inner.curvature(t);
    },
  };
}

/** first(t) + second(t). */
export function sumOf(first: SmoothFunction, second: SmoothFunction): SmoothFunction {
  return {
    value: (t) => first.value(t) + second.value(t),
    slope: (t) => first.slope(t) + second.slope(t),
    curvature: (t) => first.curvature(t) + second.curvature(t),
  };
}

/** size·e^{rate·t}. */
export function exponentialFunction(rate: number, size = 1): SmoothFunction {
  const value = (t: number) => size * exp(rate * t);
  return { value, slope: (t) => rate * value(t), curvature: (t) => rate * rate * value(t) };
}
