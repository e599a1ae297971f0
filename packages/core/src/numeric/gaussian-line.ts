import { chebyshevRoots } from "./chebyshev.js";
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
  const atRoots = Array.from(roots, polynomials);
  const carriers = Array.from({ length: 2 * REACH + 1 }, (_, k) => carrier(roots, k - REACH));
  const weights = tiles.map(({ place, points }) => weighRoots(u, place, points, atRoots));
  const density = new Float64Array(u.length);
  const slope = new Float64Array(u.length);
  let first = 0;
  tiles.forEach(({ place, points }) => {
    while (place - tiles[first].place > REACH) first += 1;
    const values = new Float64Array(ROOTS);
    for (let other = first; other < tiles.length && tiles[other].place - place <= REACH; other++) {
      addProduct(carriers[place - tiles[other].place + REACH], weights[other], values);
    }
    const coefficients = expand(values, atRoots);
    for (const i of points) {
      const z = (u[i] - place - HALF) / HALF;
      [density[i], slope[i]] = valueAndSlope(coefficients, z);
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

/** T_0 … T_{q−1} at z. */
function polynomials(z: number): Float64Array {
  const t = Float64Array.of(1, z, ...new Array<number>(ROOTS - 2).fill(0));
  for (let k = 2; k < ROOTS; k++) t[k] = 2 * z * t[k - 1] - t[k - 2];
  return t;
}

/** Kernel between the roots of two tiles, [target][source], the target `distance` further on. */
function carrier(roots: Float64Array, distance: number): Float64Array {
  return Float64Array.from({ length: ROOTS * ROOTS }, (_, k) => {
    const offset = distance + HALF * (roots[Math.floor(k / ROOTS)] - roots[k % ROOTS]);
    return exp(-0.5 * offset * offset);
  });
}

/** Weights such that sums over the points are sums over the roots: q⁻¹ Σ_k (2 − δ_k0) T_k(root) Σ_i T_k(point_i). */
function weighRoots(u: Column, place: number, points: readonly number[], atRoots: Float64Array[]): Float64Array {
  const moments = new Float64Array(ROOTS);
  for (const i of points) {
    const t = polynomials((u[i] - place - HALF) / HALF);
    for (let k = 0; k < ROOTS; k++) moments[k] += t[k];
  }
  return Float64Array.from(atRoots, (t) => {
    let sum = moments[0];
    for (let k = 1; k < ROOTS; k++) sum += 2 * moments[k] * t[k];
    return sum / ROOTS;
  });
}

function addProduct(matrix: Float64Array, vector: Float64Array, out: Float64Array): void {
  for (let g = 0; g < ROOTS; g++) {
    for (let e = 0; e < ROOTS; e++) out[g] += matrix[g * ROOTS + e] * vector[e];
  }
}

/** Chebyshev coefficients of the polynomial with the given values at the roots. */
function expand(values: Float64Array, atRoots: Float64Array[]): Float64Array {
  return values.map((_, k) => {
    let sum = 0;
    for (let g = 0; g < ROOTS; g++) sum += values[g] * atRoots[g][k];
    return ((k === 0 ? 1 : 2) * sum) / ROOTS;
  });
}

/** Σ c_k T_k(z) and its slope over the tile, by Clenshaw's recurrence and its derivative. */
function valueAndSlope(c: Float64Array, z: number): [number, number] {
  let b1 = 0;
  let b2 = 0;
  let d1 = 0;
  let d2 = 0;
  for (let k = ROOTS - 1; k >= 1; k--) {
    [d1, d2] = [2 * b1 + 2 * z * d1 - d2, d1];
    [b1, b2] = [c[k] + 2 * z * b1 - b2, b1];
  }
  return [c[0] + z * b1 - b2, (b1 + z * d1 - d2) / HALF];
}
