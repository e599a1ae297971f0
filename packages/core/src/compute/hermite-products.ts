import { type Column, type Matrix, matrix } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";

/** Ratio of neighboring eigenvalues of the kernel exp(−d²/2) under a standard normal distribution, ρ = (3 − √5)/2. */
export const EIGENVALUE_RATIO = 0.38196601125010515;

/**
 * Sums over the rows of products of features of two columns: entry (j, k) is Σ_i f_j(a_i)f_k(b_i) with f_0 = 1 and
 * f_{k+1} = ψ_k, the first `count` features of the kernel exp(−(u − v)²/2) = Σ_k ψ_k(u)ψ_k(v).
 *
 * Mehler's formula: ψ_k(u) = (1 − ρ²)^¼ ρ^{k/2} h_k(su) e^{−(1 − ρ)u²/2}, s² = (1 − ρ²)/2ρ and h_k the Hermite
 * polynomial divided by √(2ᵏk!). It holds for every ρ below 1; with this one they are the eigenfunctions under a standard
 * normal distribution, and so the fewest. h_{k+1}(z) = z·√(2/(k + 1))·h_k(z) − √(k/(k + 1))·h_{k−1}(z), and
 * 2ρs² = 1 − ρ².
 * @cost O(n·count²)
 */
export function hermiteProducts(a: Column, b: Column, count: number): Matrix {
  const size = count + 1;
  const products = matrix(size, size);
  const constants = hermiteFactors(count);
  const [ofA, ofB] = [new Float64Array(size), new Float64Array(size)];
  for (let i = 0; i < a.length; i++) {
    featuresInto(a[i], constants, ofA);
    featuresInto(b[i], constants, ofB);
    for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) products.data[j * size + k] += ofA[j] * ofB[k];
  }
  return products;
}

function featuresInto(score: number, { root, decay, factors }: HermiteFactors, out: Float64Array): void {
  out[0] = 1;
  let before = 0;
  let value = root * exp(-decay * score * score);
  for (let k = 0; k + 1 < out.length; k++) {
    out[k + 1] = value;
    const next = factors[2 * k] * score * value - factors[2 * k + 1] * before;
    before = value;
    value = next;
  }
}

/** The constants of the recurrence: √((1 − ρ²)/(k + 1)) and ρ√(k/(k + 1)) for every k, and those of ψ_0. */
export interface HermiteFactors {
  readonly root: number;
  readonly decay: number;
  readonly factors: Float64Array;
}

export function hermiteFactors(count: number): HermiteFactors {
  const rest = 1 - EIGENVALUE_RATIO * EIGENVALUE_RATIO;
  const factors = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    factors[2 * k] = Math.sqrt(rest / (k + 1));
    factors[2 * k + 1] = EIGENVALUE_RATIO * Math.sqrt(k / (k + 1));
  }
  return { root: Math.sqrt(Math.sqrt(rest)), decay: (1 - EIGENVALUE_RATIO) / 2, factors };
}
