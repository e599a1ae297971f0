import { chebyshevRoots } from "./chebyshev.js";
import {
  chebyshevAntiderivative,
  chebyshevCoefficients,
  chebyshevDerivative,
  chebyshevSum,
} from "./chebyshev-series.js";

/** A smooth function on an interval, as Chebyshev series on panels; beyond the interval the end panel's value stays. */
export interface PiecewiseChebyshev {
  readonly low: number;
  readonly high: number;
  /** Largest last coefficient relative to the function's size: what the series leave out, about. */
  readonly error: number;
  at(t: number): number;
  derivative(): PiecewiseChebyshev;
  /** The antiderivative that vanishes at `zero`. */
  integral(zero: number): PiecewiseChebyshev;
}

/** Points per panel. Degree 15 resolves a function analytic within half a panel's width to 10⁻¹². */
const POINTS = 16;
/** A panel is split while any of its last coefficients, two of which may vanish by symmetry, is too large. */
const LAST_COEFFICIENTS = 3;
/** Panels are at least 2⁻¹² of the interval: kinks cost panels, but not forever. */
const MOST_HALVINGS = 12;

/**
 * Tabulates f on [low, high], halving panels until their last coefficients are below `tolerance` times the largest |f|
 * met. Ask for no less than 10⁻¹³: below, rounding keeps every panel from passing.
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
  const roots = chebyshevRoots(POINTS);
  let size = Math.max(Math.abs(f(low)), Math.abs(f(high)), Math.abs(f(0.5 * (low + high))));
  let error = 0;
  const cover = (a: number, b: number, halvings: number): void => {
    const values = roots.map((root) => f(0.5 * (a + b) + 0.5 * (b - a) * root));
    const coefficients = chebyshevCoefficients(values);
    for (const c of coefficients) size = Math.max(size, Math.abs(c));
    let last = 0;
    for (let k = POINTS - LAST_COEFFICIENTS; k < POINTS; k++) last = Math.max(last, Math.abs(coefficients[k]));
    if (last > tolerance * size && halvings < MOST_HALVINGS) {
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
