import { cos } from "./elementary.js";

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

const COSINES = /* @__PURE__ */ cosineTable();

function cosineTable(): Float64Array {
  const table = new Float64Array(POINTS * POINTS);
  for (let k = 0; k < POINTS; k++) {
    for (let j = 0; j < POINTS; j++) table[k * POINTS + j] = cos((Math.PI * k * (j + 0.5)) / POINTS);
  }
  return table;
}

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
  let size = Math.max(Math.abs(f(low)), Math.abs(f(high)), Math.abs(f(0.5 * (low + high))));
  let error = 0;
  const cover = (a: number, b: number, halvings: number): void => {
    const coefficients = interpolate(f, a, b);
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

/** Coefficients of the polynomial through f at the Chebyshev points of [a, b]. */
function interpolate(f: (t: number) => number, a: number, b: number): Float64Array {
  const values = new Float64Array(POINTS);
  for (let j = 0; j < POINTS; j++) values[j] = f(0.5 * (a + b) + 0.5 * (b - a) * COSINES[POINTS + j]);
  const coefficients = new Float64Array(POINTS);
  for (let k = 0; k < POINTS; k++) {
    let sum = 0;
    for (let j = 0; j < POINTS; j++) sum += values[j] * COSINES[k * POINTS + j];
    coefficients[k] = (k === 0 ? 1 : 2) * (sum / POINTS);
  }
  return coefficients;
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
    return clenshaw(series[panel], (2 * inside - a - b) / (b - a));
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
        series.map((c, panel) => differentiate(c, half(panel))),
        error,
      ),
    integral: (zero) => {
      let start = 0;
      const integrated = series.map((c, panel) => {
        const whole = antiderivative(c, half(panel));
        whole[0] += start - clenshaw(whole, -1);
        start = clenshaw(whole, 1);
        return whole;
      });
      const offset = table(breaks, integrated, error).at(zero);
      for (const c of integrated) c[0] -= offset;
      return table(breaks, integrated, error);
    },
  };
}

/** Sum of c_k T_k(u), by Clenshaw's recurrence. */
function clenshaw(c: Float64Array, u: number): number {
  let next = 0;
  let afterNext = 0;
  for (let k = c.length - 1; k > 0; k--) {
    const here = c[k] + 2 * u * next - afterNext;
    afterNext = next;
    next = here;
  }
  return c[0] + u * next - afterNext;
}

/** Series of the derivative with respect to t, where u = (t − middle)/half: d_{k−1} = d_{k+1} + 2k c_k. */
function differentiate(c: Float64Array, half: number): Float64Array {
  const d = new Float64Array(Math.max(1, c.length - 1));
  for (let k = c.length - 1; k > 0; k--) d[k - 1] = (k + 1 < d.length ? d[k + 1] : 0) + 2 * k * c[k];
  d[0] *= 0.5;
  return d.map((value) => value / half);
}

/** Series of an antiderivative with respect to t: ∫T_k = T_{k+1}/(2k + 2) − T_{k−1}/(2k − 2). */
function antiderivative(c: Float64Array, half: number): Float64Array {
  const whole = new Float64Array(c.length + 1);
  for (let k = 1; k <= c.length; k++) {
    const below = (k === 1 ? 2 : 1) * c[k - 1];
    const above = k + 1 < c.length ? c[k + 1] : 0;
    whole[k] = (half * (below - above)) / (2 * k);
  }
  return whole;
}
