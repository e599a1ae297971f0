import type { Column } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";

/** Features of scores, and what they leave out of the kernel. */
export interface HermiteFeatures {
  /** ψ_0, ψ_1, …: one number a score. */
  readonly rows: readonly Column[];
  /** Σ (1 − Σ_k ψ_k²) over the scores: the trace left out, up to rounding. */
  readonly trace: number;
}

/** Ratio of neighboring eigenvalues of the kernel exp(−d²/2) under a standard normal distribution, ρ = (3 − √5)/2. */
export const EIGENVALUE_RATIO = 0.38196601125010515;

/**
 * The first features of the kernel exp(−(u − v)²/2) = Σ_k ψ_k(u)ψ_k(v), with ψ_k(u) = (1 − ρ²)^¼ ρ^{k/2} h_k(su)
 * e^{−(1 − ρ)u²/2}, s² = (1 − ρ²)/2ρ and h_k the Hermite polynomial divided by √(2ᵏk!): Mehler's formula.
 *
 * It holds for every ρ below 1; with this one they are the eigenfunctions under a standard normal distribution, and so
 * the fewest. h_{k+1}(z) = z·√(2/(k + 1))·h_k(z) − √(k/(k + 1))·h_{k−1}(z), and 2ρs² = 1 − ρ².
 * @cost O(n·count)
 */
export function hermiteFeatures(scores: Column, count: number): HermiteFeatures {
  const n = scores.length;
  const { root, decay, factors } = hermiteFactors(count);
  const rows = Array.from({ length: count }, () => new Float64Array(n));
  let trace = 0;
  for (let i = 0; i < n; i++) {
    let left = 1;
    let before = 0;
    let value = root * exp(-decay * scores[i] * scores[i]);
    for (let k = 0; k < count; k++) {
      rows[k][i] = value;
      left -= value * value;
      const next = factors[2 * k] * scores[i] * value - factors[2 * k + 1] * before;
      before = value;
      value = next;
    }
    trace += left;
  }
  return { rows, trace };
}

/** The constants of the recurrence: √((1 − ρ²)/(k + 1)) and ρ√(k/(k + 1)) for every k, and those of ψ_0. */
export function hermiteFactors(count: number): {
  readonly root: number;
  readonly decay: number;
  readonly factors: Float64Array;
} {
  const rest = 1 - EIGENVALUE_RATIO * EIGENVALUE_RATIO;
  const factors = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    factors[2 * k] = Math.sqrt(rest / (k + 1));
    factors[2 * k + 1] = EIGENVALUE_RATIO * Math.sqrt(k / (k + 1));
  }
  return { root: Math.sqrt(Math.sqrt(rest)), decay: (1 - EIGENVALUE_RATIO) / 2, factors };
}
