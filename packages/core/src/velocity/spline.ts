import type { ComputeOptions } from "../compute/routines.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { type PiecewisePolynomial, piecewisePolynomial } from "../primitives/piecewise-polynomial.js";
import { quantileOfSorted } from "../primitives/quantiles.js";
import { sortedColumn } from "../statistics/sorted-column.js";

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
export function quantileSpline(column: Column, size: number, compute: ComputeOptions = {}): SplineBasis {
  requireColumns({ column });
  const { ascending } = sortedColumn(column, compute);
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

/**
 * The splines as cubics, sixteen numbers between two neighboring knots: [p][r] is the coefficient of tᵖ in spline j + r
 * between knots j and j + 1, t from 0 to 1 along the way. Values and slopes at both ends determine a cubic (Hermite).
 */
export function splineCubics({ breaks, size, evaluateInto }: SplineBasis): Float64Array {
  const ends = Array.from(breaks, (end) => {
    const at = { value: new Float64Array(size), slope: new Float64Array(size) };
    evaluateInto(end, at.value, at.slope);
    return at;
  });
  const cubics = new Float64Array(SPLINES_AT_ONCE * SPLINES_AT_ONCE * (breaks.length - 1));
  for (let j = 0; j + 1 < breaks.length; j++) {
    const [left, right] = [ends[j], ends[j + 1]];
    const width = breaks[j + 1] - breaks[j];
    for (let r = 0; r < SPLINES_AT_ONCE; r++) {
      const k = j + r;
      const [rise, before, after] = [right.value[k] - left.value[k], width * left.slope[k], width * right.slope[k]];
      const cubic = [left.value[k], before, 3 * rise - 2 * before - after, before + after - 2 * rise];
      cubic.forEach((coefficient, p) => {
        cubics[SPLINES_AT_ONCE * (SPLINES_AT_ONCE * j + p) + r] = coefficient;
      });
    }
  }
  return cubics;
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
