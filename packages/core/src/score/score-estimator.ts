import type { Column } from "../numeric/column.js";

/** Estimates the score, ∇ log p, of a density from a sample. Implementations: `stein`, `kde`, `exactScore`. */
export interface ScoreEstimator {
  readonly name: string;
  /** Rows up to which an estimate of two columns takes seconds; `decide` draws that many from longer pairs. */
  readonly comfortableRows: number;
  /** @param columns d columns of equal length, standardized; none is constant */
  estimate(columns: readonly Column[]): ScoreEstimate;
}

/** An estimated score function. Units: 1/sd of each column. */
export interface ScoreEstimate {
  /**
   * Measured relative error of an estimate that was computed approximately, against the exact solution of its own
   * equations; absent where there is only rounding. Says nothing about how well the estimator fits the density.
   */
  measureError?(): number;
  /** ∂ log p/∂(each column) at the sample's own rows: d columns. */
  readonly atRows: readonly Column[];
  /** The same function at any other points: d columns in, d columns out. */
  at(points: readonly Column[]): readonly Column[];
  /** Its derivatives: d² columns, number i·d + j holds ∂s_i/∂z_j. */
  jacobianAt(points: readonly Column[]): readonly Column[];
}
