import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import { type Column, type Matrix, matrix } from "../primitives/columns.js";
import { SPLINES_AT_ONCE, type SplineBasis, splineCubics } from "../velocity/spline.js";
import type { CauseSplines } from "../velocity/velocity-model.js";
import type { Oriented } from "./orient.js";

/** Condition number up to which the normal equations are solved: seven of sixteen digits are left. */
const LARGEST_CONDITION = 1e9;
/** Powers of t whose sums make products of two splines, and of one. */
const PRODUCT_POWERS = 2 * SPLINES_AT_ONCE - 1;

/**
 * The velocity a(cause) + b(cause)·effect, a and b splines, that minimizes the mean squared residual of the continuity
 * equation and ridge·|theta|²; b = 0 if the class has no such splines. Nothing if the scores are so large beside the
 * ridge that the normal equations would lose digits.
 *
 * The residual is r − f·a − g·b with r = s_cause − s_cause(joint), f = s_effect(joint), g = 1 + effect·f. Splines are
 * cubics between knots, so all sums of products over the rows between two knots follow from sums of powers of t.
 * @cost O(n), 30 additions a row
 */
export function fitSplines(
  { spline, timesEffect }: CauseSplines,
  ridge: number,
  at: Oriented,
): { readonly theta: Float64Array; readonly residual: Column } | undefined {
  const places = placesAt(spline, at.cause);
  const n = at.cause.length;
  const [f, g, r] = [at.jointEffect, new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    g[i] = 1 + at.effect[i] * f[i];
    r[i] = at.scoreCause[i] - at.jointCause[i];
  }
  const factors = timesEffect ? [f, g] : [f];
  const cubics = splineCubics(spline);
  const size = spline.size;
  const gram = matrix(factors.length * size, factors.length * size);
  const theta = new Float64Array(factors.length * size);
  factors.forEach((factor, a) => {
    for (let b = 0; b <= a; b++) {
      addProducts(cubics, powerSums(places, factor, factors[b], PRODUCT_POWERS), gram, a * size, b * size);
    }
    addMoments(cubics, powerSums(places, factor, r, SPLINES_AT_ONCE), theta.subarray(a * size));
  });
  const penalty = ridge * n;
  let trace = 0;
  for (let k = 0; k < theta.length; k++) {
    trace += gram.data[k * theta.length + k];
    gram.data[k * theta.length + k] += penalty;
  }
  if (!(trace <= LARGEST_CONDITION * penalty)) return undefined;
  choleskyInPlace(gram);
  choleskySolveInPlace(gram, theta);
  factors.forEach((factor, a) => {
    subtractSum(places, cubics, theta.subarray(a * size), factor, r);
  });
  return { theta, residual: r };
}

/** Where rows lie among the knots: after which of them, and how far along to the next, from 0 to 1. */
interface Places {
  readonly pieces: number;
  readonly piece: Uint32Array;
  readonly t: Column;
}

function placesAt({ breaks }: SplineBasis, column: Column): Places {
  const pieces = breaks.length - 1;
  const piece = new Uint32Array(column.length);
  const t = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) {
    let [low, high] = [0, pieces];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (column[i] < breaks[middle]) high = middle;
      else low = middle;
    }
    piece[i] = low;
    // Beyond the outer knots splines stay constant.
    t[i] = Math.min(Math.max((column[i] - breaks[low]) / (breaks[low + 1] - breaks[low]), 0), 1);
  }
  return { pieces, piece, t };
}

/** Σ a·b·tᵖ over the rows of each piece, for p below `powers`; [piece][p]. */
function powerSums({ pieces, piece, t }: Places, a: Column, b: Column, powers: number): Float64Array {
  const sums = new Float64Array(pieces * powers);
  for (let i = 0; i < t.length; i++) {
    let term = a[i] * b[i];
    const start = powers * piece[i];
    for (let p = start; p < start + powers; p++) {
      sums[p] += term;
      term *= t[i];
    }
  }
  return sums;
}

/** Adds the sums of products of every two splines to a block of a matrix. */
function addProducts(cubics: Float64Array, sums: Float64Array, { data, cols }: Matrix, row: number, col: number): void {
  const width = SPLINES_AT_ONCE;
  for (let j = 0; PRODUCT_POWERS * j < sums.length; j++) {
    for (let r = 0; r < width; r++) {
      for (let s = 0; s < width; s++) {
        let sum = 0;
        for (let p = 0; p < width; p++) {
          const left = cubics[width * (width * j + p) + r];
          for (let q = 0; q < width; q++) {
            sum += left * cubics[width * (width * j + q) + s] * sums[PRODUCT_POWERS * j + p + q];
          }
        }
        data[(row + j + r) * cols + col + j + s] += sum;
      }
    }
  }
}

/** Adds the sums of every spline to a vector. */
function addMoments(cubics: Float64Array, sums: Float64Array, out: Float64Array): void {
  const width = SPLINES_AT_ONCE;
  for (let j = 0; width * j < sums.length; j++) {
    for (let p = 0; p < width; p++) {
      for (let r = 0; r < width; r++) out[j + r] += cubics[width * (width * j + p) + r] * sums[width * j + p];
    }
  }
}

/** out −= factor·Σ_k coefficients_k B_k at every row. */
function subtractSum(
  { pieces, piece, t }: Places,
  cubics: Float64Array,
  coefficients: Float64Array,
  factor: Column,
  out: Column,
): void {
  const width = SPLINES_AT_ONCE;
  const cubic = new Float64Array(width * pieces);
  for (let k = 0; k < cubic.length; k++) {
    const j = Math.floor(k / width);
    for (let r = 0; r < width; r++) cubic[k] += cubics[width * k + r] * coefficients[j + r];
  }
  for (let i = 0; i < out.length; i++) {
    const c = width * piece[i];
    out[i] -= factor[i] * (cubic[c] + t[i] * (cubic[c + 1] + t[i] * (cubic[c + 2] + t[i] * cubic[c + 3])));
  }
}
