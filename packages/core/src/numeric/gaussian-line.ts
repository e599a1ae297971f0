import { chebyshevRoots } from "./chebyshev.js";
import {
  chebyshevCoefficients,
  chebyshevDerivative,
  chebyshevInto,
  chebyshevSum,
  chebyshevTermsAtRoots,
} from "./chebyshev-series.js";
import type { Column } from "./column.js";
import { exp } from "./elementary.js";
import type { KernelSums } from "./kernel-sums.js";

/** Roots in a tile of width 1: the sum is then a polynomial to rounding. */
const ROOTS = 16;
/** Tiles this far apart do not matter to each other: e^(−9²/2) is 3·10⁻¹⁸. */
const REACH = 9;
const HALF = 0.5;

/**
 * Σ_k exp(−(u_i − u_k)²/2) over one column and its derivative, in linear time.
 *
 * The axis is cut into tiles of one bandwidth. A tile's points become weights at its Chebyshev roots, the weights add
 * up at the roots of tiles in reach, and the sum there is a polynomial whose values and slopes the points read.
 * @cost O(n·roots) + O(tiles·reach·roots²), sorting aside
 */
export function gaussianLine(u: Column): KernelSums {
  const tiles = tilesOf(u);
  const roots = chebyshevRoots(ROOTS);
  const carriers = Array.from({ length: 2 * REACH + 1 }, (_, k) => carrier(roots, k - REACH));
  const weights = tiles.map(({ place, points }) => weighRoots(u, place, points));
  const density = new Float64Array(u.length);
  const slope = new Float64Array(u.length);
  let first = 0;
  tiles.forEach(({ place, points }) => {
    while (place - tiles[first].place > REACH) first += 1;
    const values = new Float64Array(ROOTS);
    for (let other = first; other < tiles.length && tiles[other].place - place <= REACH; other++) {
      addProduct(carriers[place - tiles[other].place + REACH], weights[other], values);
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

/** The points of each whole number that some are above by less than 1, ascending. */
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

/** Kernel between the roots of two tiles, [target][source], the target `distance` further on. */
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
