import { address, at, put, takeNumbers } from "./arrays";

// Chebyshev polynomials T_k on [−1, 1] and their q roots. A smooth function on a box is its values at the roots, and
// sums of such functions over many points are sums over the roots with suitable weights.

/** Largest number of roots per direction; matrices of moments and coefficients have rows of this length. */
export const MOST: i32 = 16;

/** The roots in use: how many per direction, a multiple of 4; of how many directions; and where they are. */
export let degree: i32 = 0;
export let dimension: i32 = 0;
export let roots: usize = 0;
/** [k][g]: T_k at root g, rows of length 16. */
let rootValues: usize = 0;
/** Room for one matrix between two passes. */
let halfway: usize = 0;

/** Everything below is about these q roots cos((2g + 1)π/2q), given by the host, in d directions from here on. */
export function useRoots(q: i32, d: i32, positions: usize): void {
  degree = q;
  dimension = d;
  roots = positions;
  rootValues = takeNumbers(MOST * MOST);
  halfway = takeNumbers(MOST * MOST);
  for (let g = 0; g < q; g++) {
    const z = at(roots, g);
    put(rootValues, g, 1);
    put(rootValues, MOST + g, z);
    for (let k = 2; k < q; k++) {
      put(rootValues, k * MOST + g, 2 * z * at(rootValues, (k - 1) * MOST + g) - at(rootValues, (k - 2) * MOST + g));
    }
  }
}

/** Roots of a box: one number for each. */
export function rootsPerBox(): i32 {
  return dimension === 2 ? degree * degree : degree;
}

/** Room for a matrix of moments or coefficients. */
export function takeMatrix(): usize {
  return takeNumbers(MOST * MOST);
}

/** Sets such a matrix to 0. */
export function clearMatrix(matrix: usize): void {
  memory.fill(matrix, 0, (<usize>(MOST * MOST)) << 3);
}

/**
 * Weights of the roots such that sums of smooth functions over the points are sums over the roots, from the points'
 * moments: weight_ge = q⁻ᵈ Σ_kl (2 − δ_k0)(2 − δ_l0) moments_kl T_k(root_g) T_l(root_e).
 */
export function weighRoots(moments: usize, weights: usize): void {
  const q = degree;
  const across = dimension === 2 ? q : 1;
  const perRoot = 1.0 / <f64>(q * across);
  for (let k = 0; k < q; k++) {
    for (let e = 0; e < across; e++) {
      let sum = at(moments, k * MOST);
      for (let l = 1; l < across; l++) sum += 2 * at(moments, k * MOST + l) * at(rootValues, l * MOST + e);
      put(halfway, k * MOST + e, sum);
    }
  }
  for (let g = 0; g < q; g++) {
    for (let e = 0; e < across; e++) {
      let sum = at(halfway, e);
      for (let k = 1; k < q; k++) sum += 2 * at(halfway, k * MOST + e) * at(rootValues, k * MOST + g);
      put(weights, g * across + e, sum * perRoot);
    }
  }
}

/**
 * Chebyshev coefficients of the polynomial with the given values at the roots: the discrete cosine transform in each
 * direction.
 */
export function expandOnRoots(values: usize, coefficients: usize): void {
  const q = degree;
  const across = dimension === 2 ? q : 1;
  for (let k = 0; k < q; k++) {
    for (let e = 0; e < across; e++) {
      let sum: f64 = 0;
      for (let g = 0; g < q; g++) sum += at(values, g * across + e) * at(rootValues, k * MOST + g);
      put(halfway, k * MOST + e, (sum * (k === 0 ? 1.0 : 2.0)) / <f64>q);
    }
  }
  for (let k = 0; k < q; k++) {
    if (dimension === 1) {
      put(coefficients, k * MOST, at(halfway, k * MOST));
      continue;
    }
    for (let l = 0; l < q; l++) {
      let sum: f64 = 0;
      for (let e = 0; e < q; e++) sum += at(halfway, k * MOST + e) * at(rootValues, l * MOST + e);
      put(coefficients, k * MOST + l, (sum * (l === 0 ? 1.0 : 2.0)) / <f64>q);
    }
  }
}

/** Coefficients of the derivative in direction 0, times `scale`: c′_{k−1} = c′_{k+1} + 2k·c_k, and half of it for k = 1. */
export function differentiateAlong(coefficients: usize, scale: f64, out: usize): void {
  const across = dimension === 2 ? degree : 1;
  for (let l = 0; l < across; l++) differentiateLine(address(coefficients, l), MOST, scale, address(out, l));
}

/** The same in direction 1. */
export function differentiateAcross(coefficients: usize, scale: f64, out: usize): void {
  for (let k = 0; k < degree; k++) {
    differentiateLine(address(coefficients, k * MOST), 1, scale, address(out, k * MOST));
  }
}

function differentiateLine(c: usize, stride: i32, scale: f64, out: usize): void {
  const q = degree;
  put(out, (q - 1) * stride, 0);
  let beyond: f64 = 0;
  let last: f64 = 0;
  for (let k = q - 1; k >= 1; k--) {
    const value = beyond + 2 * <f64>k * scale * at(c, k * stride);
    put(out, (k - 1) * stride, k === 1 ? 0.5 * value : value);
    beyond = last;
    last = value;
  }
}
