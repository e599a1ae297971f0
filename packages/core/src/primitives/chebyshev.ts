import { cos } from "./elementary.js";

/** The q roots of the Chebyshev polynomial T_q: cos((2g + 1)π/2q). */
export function chebyshevRoots(q: number): Float64Array {
  return Float64Array.from({ length: q }, (_, g) => cos(((2 * g + 1) * Math.PI) / (2 * q)));
}

/** Writes the Chebyshev polynomials T_0(t), T_1(t), … as far as `out` has room. */
export function chebyshevInto(t: number, out: Float64Array): void {
  out[0] = 1;
  if (out.length > 1) out[1] = t;
  for (let k = 2; k < out.length; k++) out[k] = 2 * t * out[k - 1] - out[k - 2];
}

const known = new Map<number, Float64Array>();

/** T_k, k < q, at root g of T_q: entry k·q + g. Computed once and shared, so do not write to it. */
export function chebyshevTermsAtRoots(q: number): Float64Array {
  const before = known.get(q);
  if (before) return before;
  const terms = new Float64Array(q * q);
  const atRoot = new Float64Array(q);
  chebyshevRoots(q).forEach((root, g) => {
    chebyshevInto(root, atRoot);
    for (let k = 0; k < q; k++) terms[k * q + g] = atRoot[k];
  });
  known.set(q, terms);
  return terms;
}

/**
 * Coefficients c_k of the polynomial Σ c_k T_k through values at the Chebyshev roots. Where they become negligible
 * before the last ones, the polynomial is as good as the function.
 * @cost O(q²)
 */
export function chebyshevCoefficients(values: Float64Array): Float64Array {
  const q = values.length;
  const out = new Float64Array(q);
  const terms = chebyshevTermsAtRoots(q);
  for (let k = 0; k < q; k++) {
    let sum = 0;
    for (let g = 0; g < q; g++) sum += values[g] * terms[k * q + g];
    out[k] = ((k === 0 ? 1 : 2) * sum) / q;
  }
  return out;
}

/** Σ c_k T_k(t), by Clenshaw's recurrence. */
export function chebyshevSum(c: Float64Array, t: number): number {
  let next = 0;
  let afterNext = 0;
  for (let k = c.length - 1; k > 0; k--) {
    const here = c[k] + 2 * t * next - afterNext;
    afterNext = next;
    next = here;
  }
  return c[0] + t * next - afterNext;
}

/** Coefficients of the derivative: d_{k−1} = d_{k+1} + 2k c_k, and half of it for k = 1. */
export function chebyshevDerivative(c: Float64Array): Float64Array {
  const d = new Float64Array(Math.max(1, c.length - 1));
  for (let k = c.length - 1; k > 0; k--) d[k - 1] = (k + 1 < d.length ? d[k + 1] : 0) + 2 * k * c[k];
  d[0] *= 0.5;
  return d;
}

/** Coefficients of an antiderivative, its first 0: ∫T_k = T_{k+1}/(2k + 2) − T_{k−1}/(2k − 2). */
export function chebyshevAntiderivative(c: Float64Array): Float64Array {
  const whole = new Float64Array(c.length + 1);
  for (let k = 1; k <= c.length; k++) {
    const below = (k === 1 ? 2 : 1) * c[k - 1];
    const above = k + 1 < c.length ? c[k + 1] : 0;
    whole[k] = (below - above) / (2 * k);
  }
  return whole;
}

/** A smooth function on an interval, as Chebyshev series on panels; constant beyond the interval. */
export interface PiecewiseChebyshev {
  readonly low: number;
  readonly high: number;
  /** Largest last coefficient relative to the function's size: about the error of the series. */
  readonly error: number;
  at(t: number): number;
  derivative(): PiecewiseChebyshev;
  /** The antiderivative that is 0 at `zero`. */
  integral(zero: number): PiecewiseChebyshev;
}

/** Points per panel. Degree 15 resolves a function analytic within half a panel's width to 10⁻¹². */
const PANEL_POINTS = 16;
/** A panel is split while any of its last coefficients, two of which may be 0 by symmetry, is too large. */
const CHECKED_COEFFICIENTS = 3;
/** Panels are at least 2⁻¹² of the interval, so that splitting at a kink ends. */
const MOST_PANEL_HALVINGS = 12;

/**
 * Tabulates f on [low, high], halving panels until their last coefficients are below `tolerance` times the largest |f|
 * met. The smallest useful tolerance is 10⁻¹³: below it rounding makes every panel fail.
 *
 * @cost about 50 calls of f for each panel kept; a later evaluation takes the time of a polynomial of degree 15
 */
export function piecewiseChebyshev(
  f: (t: number) => number,
  low: number,
  high: number,
  tolerance: number,
): PiecewiseChebyshev {
  const breaks = [low];
  const series: Float64Array[] = [];
  const roots = chebyshevRoots(PANEL_POINTS);
  let size = Math.max(Math.abs(f(low)), Math.abs(f(high)), Math.abs(f(0.5 * (low + high))));
  let error = 0;
  const cover = (a: number, b: number, halvings: number): void => {
    const values = roots.map((root) => f(0.5 * (a + b) + 0.5 * (b - a) * root));
    const coefficients = chebyshevCoefficients(values);
    for (const c of coefficients) size = Math.max(size, Math.abs(c));
    let last = 0;
    for (let k = PANEL_POINTS - CHECKED_COEFFICIENTS; k < PANEL_POINTS; k++)
      last = Math.max(last, Math.abs(coefficients[k]));
    if (last > tolerance * size && halvings < MOST_PANEL_HALVINGS) {
      const middle = 0.5 * (a + b);
      cover(a, middle, halvings + 1);
      cover(middle, b, halvings + 1);
      return;
    }
    error = Math.max(error, last);
    breaks.push(b);
    series.push(coefficients);
  };
  cover(low, high, 0);
  return table(Float64Array.from(breaks), series, size > 0 ? error / size : 0);
}

function table(breaks: Float64Array, series: readonly Float64Array[], error: number): PiecewiseChebyshev {
  const low = breaks[0];
  const high = breaks[breaks.length - 1];
  const at = (t: number): number => {
    const inside = Math.min(Math.max(t, low), high);
    let panel = 0;
    let above = series.length;
    while (above - panel > 1) {
      const middle = (panel + above) >>> 1;
      if (inside < breaks[middle]) above = middle;
      else panel = middle;
    }
    const a = breaks[panel];
    const b = breaks[panel + 1];
    return chebyshevSum(series[panel], (2 * inside - a - b) / (b - a));
  };
  const half = (panel: number) => 0.5 * (breaks[panel + 1] - breaks[panel]);
  return {
    low,
    high,
    error,
    at,
    derivative: () =>
      table(
        breaks,
        series.map((c, panel) => scaled(chebyshevDerivative(c), 1 / half(panel))),
        error,
      ),
    integral: (zero) => {
      let start = 0;
      const integrated = series.map((c, panel) => {
        const whole = scaled(chebyshevAntiderivative(c), half(panel));
        whole[0] += start - chebyshevSum(whole, -1);
        start = chebyshevSum(whole, 1);
        return whole;
      });
      const offset = table(breaks, integrated, error).at(zero);
      for (const c of integrated) c[0] -= offset;
      return table(breaks, integrated, error);
    },
  };
}

/** Series are in u = (t − middle)/half: d/dt takes a factor 1/half, ∫dt a factor half. */
function scaled(series: Float64Array, factor: number): Float64Array {
  return series.map((value) => value * factor);
}
