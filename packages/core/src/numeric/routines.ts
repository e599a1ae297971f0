import type { Column } from "./column.js";

/** A Gaussian Stein problem in units of the bandwidths: points u, kernel exp(−|u − u′|²/2). */
export interface SteinProblem {
  /** One or two columns of equal length. */
  readonly points: readonly Column[];
  /** λ on the diagonal of the Gram matrix. */
  readonly ridge: number;
  /** Largest trace of what the low-rank factor leaves out: an upper bound of its norm. */
  readonly tolerance: number;
  /** The coarse setting: wider error in exchange for speed. */
  readonly fast: boolean;
  /** Bytes the factor may take. */
  readonly memoryLimit: number;
}

/**
 * A score function as a weighted sum over nodes: any sum over the points, Σ f(u_i), is Σ weights·f(node).
 * Where nodes are the points themselves, weights are 1.
 */
export interface SteinSolution {
  /** Scores at the points, per bandwidth. */
  readonly atRows: readonly Column[];
  readonly nodes: readonly Column[];
  readonly weights: Column;
  readonly scoresAtNodes: readonly Column[];
  readonly rank: number;
}

/** Scores to be checked against the equation they should solve, at some rows. */
export interface SteinCheck {
  readonly points: readonly Column[];
  readonly scores: readonly Column[];
  readonly ridge: number;
  readonly rows: Uint32Array;
}

/** What a routine could not do within its memory: how far it came. */
export interface MemoryExceeded {
  readonly memoryExceeded: true;
  /** Trace of what was left out when the memory ran out. */
  readonly trace: number;
}

/**
 * The heavy computations. Two implementations: plain TypeScript (`plainRoutines`, readable, runs anywhere) and SIMD
 * WebAssembly. The same contract test runs over both; results agree to the stated tolerances, bandwidths to the bit.
 */
export interface Routines {
  readonly name: "js" | "wasm";
  /** Median of the non-zero distances, to the bit; NaN if there are none. */
  medianOfDistances(column: Column): number;
  /** Stein scores by a low-rank factor of the Gram matrix. */
  solveStein(problem: SteinProblem): SteinSolution | MemoryExceeded;
  /**
   * ((K + λI)S − B)/λ at the given rows, from all points and without any factor: since (K + λI)⁻¹ is at most 1/λ, its
   * norm bounds the scores' error. One column for each column of scores.
   */
  steinResidual(check: SteinCheck): readonly Column[];
}
