import type { Column } from "../primitives/columns.js";

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
   * equations; absent if there is only rounding. It does not say how well the estimator fits the density.
   */
  measureError?(): number;
  /** ∂ log p/∂(each column) at the sample's own rows: d columns. */
  readonly atRows: readonly Column[];
  /** The same function at any other points: d columns in, d columns out. */
  at(points: readonly Column[]): readonly Column[];
  /** Its derivatives: d² columns, number i·d + j holds ∂s_i/∂z_j. */
  jacobianAt(points: readonly Column[]): readonly Column[];
}

/** A density whose score is known in closed form. Arrays have one entry per column; `out` alone is written. */
export interface KnownScore {
  scoreInto(point: Float64Array, out: Float64Array): void;
  /** out[i·d + j] = ∂s_i/∂z_j. */
  jacobianInto(point: Float64Array, out: Float64Array): void;
}

/** The true score instead of an estimate: for simulated data, where the density is known. */
export function exactScore(name: string, known: KnownScore): ScoreEstimator {
  const at = (points: readonly Column[]) => evaluate(points, points.length, (z, out) => known.scoreInto(z, out));
  return {
    name,
    comfortableRows: Number.MAX_SAFE_INTEGER,
    estimate: (columns) => ({
      atRows: at(columns),
      at,
      jacobianAt: (points) => evaluate(points, points.length * points.length, (z, out) => known.jacobianInto(z, out)),
    }),
  };
}

function evaluate(points: readonly Column[], outputs: number, into: KnownScore["scoreInto"]): Column[] {
  const n = points[0].length;
  const point = new Float64Array(points.length);
  const values = new Float64Array(outputs);
  const out = Array.from({ length: outputs }, () => new Float64Array(n));
  for (let p = 0; p < n; p++) {
    for (let j = 0; j < points.length; j++) point[j] = points[j][p];
    into(point, values);
    for (let m = 0; m < outputs; m++) out[m][p] = values[m];
  }
  return out;
}
