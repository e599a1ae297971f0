import { exp } from "../numeric/elementary.js";
import type { SmoothFunction } from "./smooth-function.js";

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
