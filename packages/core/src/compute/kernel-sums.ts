import {
  chebyshevCoefficients,
  chebyshevDerivative,
  chebyshevInto,
  chebyshevRoots,
  chebyshevSum,
  chebyshevTermsAtRoots,
} from "../primitives/chebyshev.js";
import type { Column } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";

/** Σ_k k(u_i − u_k) and Σ_k ∂k/∂u_j at every point, the point itself included. Units: bandwidths. */
export interface KernelSums {
  readonly density: Column;
  readonly slopes: readonly Column[];
}

/**
 * Sums of exp(−|d|²/2) and its slope −d·k over one or two columns.
 *
 * @cost O(n) for one column, sorting aside, n²/2 exponentials for two
 */
export function gaussianSums(points: readonly Column[]): KernelSums {
  if (points.length === 1) return gaussianLine(points[0]);
  return pairwiseSums(
    points,
    (square) => exp(-0.5 * square),
    (_, kernel) => -kernel,
  );
}

/**
 * Sums of exp(−|d|/2) and its slope −d·k/(2|d|), 0 at the kink, over one or two columns.
 *
 * @cost O(n log n) for one column, n²/2 exponentials for two
 */
export function exponentialSums(points: readonly Column[]): KernelSums {
  if (points.length === 1) return exponentialSweep(points[0]);
  return pairwiseSums(
    points,
    (square) => exp(-0.5 * Math.sqrt(square)),
    (square, kernel) => (square === 0 ? 0 : (-0.5 * kernel) / Math.sqrt(square)),
  );
}

/** Every pair once: kernels are even, slopes odd. */
function pairwiseSums(
  points: readonly Column[],
  kernelOf: (square: number) => number,
  slopePerOffset: (square: number, kernel: number) => number,
): KernelSums {
  const n = points[0].length;
  const u = points[0];
  const v = points[1] ?? new Float64Array(n);
  const density = new Float64Array(n).fill(1);
  const slopeU = new Float64Array(n);
  const slopeV = new Float64Array(n);
  for (let i = 1; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const du = u[i] - u[k];
      const dv = v[i] - v[k];
      const square = du * du + dv * dv;
      const kernel = kernelOf(square);
      const slope = slopePerOffset(square, kernel);
      density[i] += kernel;
      density[k] += kernel;
      slopeU[i] += slope * du;
      slopeU[k] -= slope * du;
      slopeV[i] += slope * dv;
      slopeV[k] -= slope * dv;
    }
  }
  return { density, slopes: [slopeU, slopeV].slice(0, points.length) };
}

/**
 * One column, exactly: to the left of a point all kernels shrink by the same factor from one value to the next, so
 * their sum is a recurrence, and so is the sum to the right.
 */
function exponentialSweep(u: Column): KernelSums {
  const n = u.length;
  const order = Uint32Array.from(u, (_, i) => i).sort((i, k) => u[i] - u[k]);
  const density = new Float64Array(n);
  const slope = new Float64Array(n);
  const starts = runStarts(u, order);
  // Kernel sums over everything strictly left, then strictly right, of each run of equal values.
  let left = 0;
  for (let r = 0; r + 1 < starts.length; r++) {
    const value = u[order[starts[r]]];
    if (r > 0) {
      const count = starts[r] - starts[r - 1];
      left = (left + count) * exp(-0.5 * (value - u[order[starts[r - 1]]]));
    }
    for (let p = starts[r]; p < starts[r + 1]; p++) {
      density[order[p]] = left + (starts[r + 1] - starts[r]);
      slope[order[p]] = -0.5 * left;
    }
  }
  let right = 0;
  for (let r = starts.length - 2; r >= 0; r--) {
    const value = u[order[starts[r]]];
    if (r < starts.length - 2) {
      const count = starts[r + 2] - starts[r + 1];
      right = (right + count) * exp(-0.5 * (u[order[starts[r + 1]]] - value));
    }
    for (let p = starts[r]; p < starts[r + 1]; p++) {
      density[order[p]] += right;
      slope[order[p]] += 0.5 * right;
    }
  }
  return { density, slopes: [slope] };
}

/** Where each run of equal values begins in ascending order, and where the last one ends. */
function runStarts(u: Column, order: Uint32Array): number[] {
  const starts = [0];
  for (let p = 1; p < order.length; p++) if (u[order[p]] !== u[order[p - 1]]) starts.push(p);
  return [...starts, order.length];
}

/** Roots in a tile of width 1: the sum is then a polynomial to rounding. */
const ROOTS = 16;
/** Tiles farther apart than this do not affect each other: e^(−9²/2) is 3·10⁻¹⁸. */
const TILE_REACH = 9;
const HALF = 0.5;

/**
 * Σ_k exp(−(u_i − u_k)²/2) over one column and its derivative, in linear time.
 *
 * The axis is cut into tiles of one bandwidth. A tile's points become weights at its Chebyshev roots. The weights are
 * summed at the roots of all tiles in reach. The sum there is a polynomial, whose values and slopes are evaluated at
 * the points.
 * @cost O(n·roots) + O(tiles·reach·roots²), sorting aside
 */
function gaussianLine(u: Column): KernelSums {
  const tiles = tilesOf(u);
  const roots = chebyshevRoots(ROOTS);
  const carriers = Array.from({ length: 2 * TILE_REACH + 1 }, (_, k) => carrier(roots, k - TILE_REACH));
  const weights = tiles.map(({ place, points }) => weighRoots(u, place, points));
  const density = new Float64Array(u.length);
  const slope = new Float64Array(u.length);
  let first = 0;
  tiles.forEach(({ place, points }) => {
    while (place - tiles[first].place > TILE_REACH) first += 1;
    const values = new Float64Array(ROOTS);
    for (let other = first; other < tiles.length && tiles[other].place - place <= TILE_REACH; other++) {
      addProduct(carriers[place - tiles[other].place + TILE_REACH], weights[other], values);
    }
    const series = chebyshevCoefficients(values);
    const slopes = chebyshevDerivative(series);
    for (const i of points) {
      const z = (u[i] - place - HALF) / HALF;
      density[i] = chebyshevSum(series, z);
      slope[i] = chebyshevSum(slopes, z) / HALF;
    }
  });
  return { density, slopes: [slope] };
}

/** The points of each interval [k, k + 1) that holds some, ascending. */
function tilesOf(u: Column): { readonly place: number; readonly points: readonly number[] }[] {
  const byPlace = new Map<number, number[]>();
  u.forEach((value, i) => {
    const place = Math.floor(value);
    const points = byPlace.get(place);
    if (points) points.push(i);
    else byPlace.set(place, [i]);
  });
  return [...byPlace].map(([place, points]) => ({ place, points })).sort((a, b) => a.place - b.place);
}

/** Kernel between the roots of two tiles, [target][source], the target `distance` tiles to the right. */
function carrier(roots: Float64Array, distance: number): Float64Array {
  return Float64Array.from({ length: ROOTS * ROOTS }, (_, k) => {
    const offset = distance + HALF * (roots[Math.floor(k / ROOTS)] - roots[k % ROOTS]);
    return exp(-0.5 * offset * offset);
  });
}

/** Weights such that sums over the points are sums over the roots: q⁻¹ Σ_k (2 − δ_k0) T_k(root) Σ_i T_k(point_i). */
function weighRoots(u: Column, place: number, points: readonly number[]): Float64Array {
  const moments = new Float64Array(ROOTS);
  const terms = new Float64Array(ROOTS);
  for (const i of points) {
    chebyshevInto((u[i] - place - HALF) / HALF, terms);
    for (let k = 0; k < ROOTS; k++) moments[k] += terms[k];
  }
  const atRoots = chebyshevTermsAtRoots(ROOTS);
  return Float64Array.from({ length: ROOTS }, (_, g) => {
    let sum = moments[0];
    for (let k = 1; k < ROOTS; k++) sum += 2 * moments[k] * atRoots[k * ROOTS + g];
    return sum / ROOTS;
  });
}

function addProduct(matrix: Float64Array, vector: Float64Array, out: Float64Array): void {
  for (let g = 0; g < ROOTS; g++) {
    for (let e = 0; e < ROOTS; e++) out[g] += matrix[g * ROOTS + e] * vector[e];
  }
}
