import type { Column, Matrix } from "../primitives/columns.js";
import { type PiecewisePolynomial, piecewisePolynomial } from "../primitives/piecewise-polynomial.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";

/** A basis of piecewise cubics in one variable that sum to 1. */
export interface SplineBasis {
  readonly size: number;
  /** Where the cubics meet, the outer knots included, strictly increasing. */
  readonly breaks: Float64Array;
  /** The first of the `SPLINES_AT_ONCE` functions that do not vanish around t. */
  firstAt(t: number): number;
  /** Writes every function and its derivative at t; beyond the outer knots functions stay constant. */
  evaluateInto(t: number, value: Float64Array, derivative: Float64Array): void;
}

const CUBIC = 3;

/** Splines that do not vanish between two neighboring knots. */
export const SPLINES_AT_ONCE: number = CUBIC + 1;

/**
 * Cubic B-splines with knots at equally spaced quantiles of a column, the outer ones fourfold.
 *
 * `size` functions need `size − 2` knots; if ties make quantiles equal, equal ones count once and the basis is smaller.
 */
export function quantileSpline(column: Column, size: number): SplineBasis {
  const ascending = sorted(column);
  const intervals = size - CUBIC;
  const knots: number[] = [];
  for (let k = 0; k <= intervals; k++) {
    const knot = quantileOfSorted(ascending, k / intervals);
    if (k === 0 || knot > knots[knots.length - 1]) knots.push(knot);
  }
  return splineBasis(knots);
}

/** Cubic B-splines on two or more strictly increasing knots. @cost O(degree²) a point */
export function splineBasis(breaks: readonly number[]): SplineBasis {
  if (!breaks.every((knot, i) => i === 0 || knot > breaks[i - 1]) || breaks.length < 2) {
    throw new RangeError(`splineBasis: knots ${breaks.join(", ")}; expected two or more, strictly increasing`);
  }
  const first = breaks[0];
  const last = breaks[breaks.length - 1];
  const repeat = (knot: number) => new Array<number>(CUBIC).fill(knot);
  const knots = Float64Array.from([...repeat(first), ...breaks, ...repeat(last)]);
  const size = breaks.length + CUBIC - 1;
  const local = new Float64Array(CUBIC + 1);
  const lower = new Float64Array(CUBIC + 1);
  return {
    size,
    breaks: Float64Array.from(breaks),
    firstAt: (t) => spanOf(knots, size, t) - CUBIC,
    evaluateInto(t, value, derivative) {
      value.fill(0, 0, size);
      derivative.fill(0, 0, size);
      const inside = Math.min(Math.max(t, first), last);
      const span = spanOf(knots, size, inside);
      localSplines(knots, span, inside, CUBIC, local);
      for (let r = 0; r <= CUBIC; r++) value[span - CUBIC + r] = local[r];
      if (t < first || t > last) return;
      // B′ of degree 3 is 3(N_i/(k_{i+3} − k_i) − N_{i+1}/(k_{i+4} − k_{i+1})), N of degree 2.
      localSplines(knots, span, inside, CUBIC - 1, lower);
      for (let r = 0; r < CUBIC; r++) {
        const i = span - CUBIC + 1 + r;
        const slope = (CUBIC * lower[r]) / (knots[i + CUBIC] - knots[i]);
        derivative[i] += slope;
        derivative[i - 1] -= slope;
      }
    },
  };
}

/**
 * The spline Σ c_k B_k as polynomials between its knots, constant beyond the outer ones.
 *
 * Values and slopes at both ends determine a cubic (Hermite), so this is exact up to rounding.
 */
export function splinePieces(spline: SplineBasis, coefficients: ArrayLike<number>): PiecewisePolynomial {
  const { breaks, size } = spline;
  const values = new Float64Array(size);
  const slopes = new Float64Array(size);
  const ends = Array.from(breaks, (knot) => {
    spline.evaluateInto(knot, values, slopes);
    let [value, slope] = [0, 0];
    for (let k = 0; k < size; k++) {
      value += coefficients[k] * values[k];
      slope += coefficients[k] * slopes[k];
    }
    return { value, slope };
  });
  const cubics = ends.slice(1).map((right, j) => {
    const left = ends[j];
    const width = breaks[j + 1] - breaks[j];
    const chord = (right.value - left.value) / width;
    return [
      left.value,
      left.slope,
      (3 * chord - 2 * left.slope - right.slope) / width,
      (left.slope + right.slope - 2 * chord) / width / width,
    ];
  });
  return piecewisePolynomial(breaks, [[ends[0].value], ...cubics, [ends[ends.length - 1].value]]);
}

/** The i with knots[i] ≤ t < knots[i + 1]; the last interval is closed. */
function spanOf(knots: Float64Array, size: number, t: number): number {
  let low = CUBIC;
  let high = size;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (t < knots[middle]) high = middle;
    else low = middle;
  }
  return low;
}

/** The degree + 1 splines that do not vanish on a span, by the recursion of Cox and de Boor. */
function localSplines(knots: Float64Array, span: number, t: number, degree: number, out: Float64Array): void {
  out[0] = 1;
  for (let p = 1; p <= degree; p++) {
    let carried = 0;
    for (let r = 0; r < p; r++) {
      const right = knots[span + r + 1];
      const left = knots[span + 1 - p + r];
      const share = out[r] / (right - left);
      out[r] = carried + (right - t) * share;
      carried = (t - left) * share;
    }
    out[p] = carried;
  }
}

/** A basis at the rows of a column: four functions differ from 0 at a row. @cost O(n) */
export function splineRowsOf(spline: SplineBasis, column: Column): SplineRows {
  const { breaks, size } = spline;
  const width = CUBIC + 1;
  const n = column.length;
  const first = new Uint32Array(n);
  const values = new Float64Array(n * width);
  const all = new Float64Array(size);
  const slopes = new Float64Array(size);
  for (let i = 0; i < n; i++) {
    spline.evaluateInto(column[i], all, slopes);
    // Interval j of the breaks carries the functions j to j + 3.
    first[i] = intervalOf(breaks, column[i]);
    for (let r = 0; r < width; r++) values[i * width + r] = all[first[i] + r];
  }
  return { size, width, first, values };
}

/** The j with breaks[j] ≤ t < breaks[j + 1]; values outside belong to the outer intervals. */
function intervalOf(breaks: Float64Array, t: number): number {
  let low = 0;
  let high = breaks.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (t < breaks[middle]) high = middle;
    else low = middle;
  }
  return low;
}

/** B-splines at the rows of a column: of `size` functions only `width` neighbors differ from 0 at a row. */
export interface SplineRows {
  readonly size: number;
  readonly width: number;
  /** The first of those neighbors, for each row. */
  readonly first: Uint32Array;
  /** `width` numbers a row. */
  readonly values: Float64Array;
}

/**
 * B-splines on equal intervals between a column's extremes, with knots continued beyond them: `intervals + degree`
 * functions that sum to 1.
 *
 * @cost O(n·degree²) time, 8n(degree + 1) bytes
 */
export function uniformSplineRows(column: Column, intervals: number, degree: number): SplineRows {
  const n = column.length;
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const width = degree + 1;
  const first = new Uint32Array(n);
  const values = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    const place = ((column[i] - lowest) / (highest - lowest)) * intervals;
    first[i] = Math.min(Math.floor(place), intervals - 1);
    cardinalSplinesInto(place - first[i], degree, values.subarray(i * width, (i + 1) * width));
  }
  return { size: intervals + degree, width, first, values };
}

/** The splines of equal intervals of length 1 that do not vanish at t in [0, 1] of one of them (Cox and de Boor). */
function cardinalSplinesInto(t: number, degree: number, out: Float64Array): void {
  out[0] = 1;
  for (let p = 1; p <= degree; p++) {
    let carried = 0;
    for (let r = 0; r < p; r++) {
      const share = out[r] / p;
      out[r] = carried + (r + 1 - t) * share;
      carried = (t + p - 1 - r) * share;
    }
    out[p] = carried;
  }
}

/** Writes Σ_k coefficients_k B_k at every row. @cost O(n·width) */
export function splineSumInto(rows: SplineRows, coefficients: ArrayLike<number>, out: Column): void {
  const { width, first, values } = rows;
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let r = 0; r < width; r++) sum += coefficients[first[i] + r] * values[i * width + r];
    out[i] = sum;
  }
}

/** Σ_i B_k(i)·column_i for every k. @cost O(n·width) */
export function splineMoments(rows: SplineRows, column: Column): Float64Array {
  const { size, width, first, values } = rows;
  const out = new Float64Array(size);
  for (let i = 0; i < column.length; i++) {
    for (let r = 0; r < width; r++) out[first[i] + r] += values[i * width + r] * column[i];
  }
  return out;
}

/** Σ_i weight_i B_k(i)B_l(i), a symmetric band matrix. @cost O(n·width²/2) */
export function splineGram(rows: SplineRows, weight: Column): Matrix {
  const { size, width, first, values } = rows;
  const data = new Float64Array(size * size);
  for (let i = 0; i < weight.length; i++) {
    const start = i * width;
    for (let r = 0; r < width; r++) {
      const scaled = weight[i] * values[start + r];
      const line = (first[i] + r) * size + first[i];
      for (let c = 0; c <= r; c++) data[line + c] += scaled * values[start + c];
    }
  }
  for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) data[l * size + k] = data[k * size + l];
  return { data, rows: size, cols: size };
}
