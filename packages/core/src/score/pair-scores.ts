import { kept } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import type { StandardPair } from "../pair/standardize.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { InputError, wrongOption } from "../primitives/errors.js";
import { kde } from "./kde.js";
import { exponentialKernel } from "./kernel.js";
import { stein } from "./stein.js";

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
  /** What the estimator chose by the data, if it chooses. */
  readonly chosen?: ChosenScore;
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

/** A number, or one for estimates of single columns and one for those of two columns together. */
export type PerColumns = number | readonly [single: number, joint: number];

/** Of these, the one for so many columns. */
export function perColumns(value: PerColumns, columns: number): number {
  return typeof value === "number" ? value : value[columns > 1 ? 1 : 0];
}

/** Ridge, and factor of the median-distance bandwidths, of a Stein estimate. */
export interface ChosenScore {
  readonly ridge: number;
  readonly bandwidth: number;
}

/** An estimator that is not in `scoreEstimators`. */
export interface ScoreSource {
  /** Says all that it depends on: estimates of equal names are shared. */
  readonly name: string;
  create(compute?: ComputeOptions): ScoreEstimator;
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

/**
 * The scores that a velocity fit needs, at the rows of a pair, and the estimates, which give scores at other points.
 */
export interface PairScores {
  /** Marginal score of x. */
  readonly x: Column;
  /** Marginal score of y. */
  readonly y: Column;
  /** ∂ log p(x, y)/∂x. */
  readonly jointX: Column;
  /** ∂ log p(x, y)/∂y. */
  readonly jointY: Column;
  readonly estimates: { readonly x: ScoreEstimate; readonly y: ScoreEstimate; readonly joint: ScoreEstimate };
}

/**
 * Marginal and joint scores: the first step of the two-step method.
 *
 * @paper sec:velocity:discovery, step 1     @throws InputError `extreme-range`, `too-many-rows`
 */
export function pairScores(pair: StandardPair, estimator: ScoreEstimator): PairScores {
  requireColumns({ x: pair?.x, y: pair?.y });
  const x = estimateColumn(estimator, pair.x, pair.names.x);
  const y = estimateColumn(estimator, pair.y, pair.names.y);
  const joint = estimator.estimate([pair.x, pair.y]);
  return {
    x: x.atRows[0],
    y: y.atRows[0],
    jointX: joint.atRows[0],
    jointY: joint.atRows[1],
    estimates: { x, y, joint },
  };
}

/** Estimators do not know column names: their errors get the name here. */
function estimateColumn(estimator: ScoreEstimator, column: Column, name: string): ScoreEstimate {
  try {
    return estimator.estimate([column]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, value, expected, remedy } = error;
    throw new InputError({ code, place: `column "${name}"`, value, expected, remedy });
  }
}

/**
 * Score estimators that can be chosen by name. One line here puts an estimator through every contract test.
 *
 * `hybrid` takes kernel densities for single columns and Stein for both together. `stein-exact` is the dense oracle. `stein-exponential` is offered for comparison only: Stein's identity needs a
 * differentiable kernel, this one has a kink at every row, and its error grows with n.
 */
export const scoreEstimators = {
  stein: (compute: ComputeOptions = {}) => stein(compute),
  "stein-exact": (compute: ComputeOptions = {}) => stein({ ...compute, accuracy: "exact" }),
  "stein-exponential": (compute: ComputeOptions = {}) => stein({ ...compute, kernel: exponentialKernel }),
  kde: (compute: ComputeOptions = {}) => kde(compute),
  "kde-gaussian": (compute: ComputeOptions = {}) => kde({ ...compute, kernel: "gaussian" }),
  "kde-published": () => kde({ variant: "published" }),
  hybrid: (compute: ComputeOptions = {}) => hybrid(kde(compute), stein(compute)),
} as const satisfies Readonly<Record<string, (compute?: ComputeOptions) => ScoreEstimator>>;

/** The name of a score estimator in `scoreEstimators`. */
export type ScoreName = keyof typeof scoreEstimators;

/** Single columns by one estimator, both together by another. */
export function hybrid(single: ScoreEstimator, joint: ScoreEstimator): ScoreEstimator {
  return {
    name: "hybrid",
    comfortableRows: Math.min(single.comfortableRows, joint.comfortableRows),
    estimate: (columns) => (columns.length > 1 ? joint : single).estimate(columns),
  };
}

/** An estimator of scores, by name or itself; tuned methods know "stein-cv". */
export type ScoreChoice = ScoreName | "stein-cv" | ScoreSource;

/** The estimator that was chosen. @throws InputError `wrong-option` */
export function scoreEstimator(score: ScoreChoice, compute: ComputeOptions = {}): ScoreEstimator {
  if (typeof score === "object" && typeof score?.create === "function") return score.create(compute);
  if (typeof score === "string" && Object.hasOwn(scoreEstimators, score)) {
    return scoreEstimators[score as ScoreName](compute);
  }
  throw wrongOption("score", score, `one of ${Object.keys(scoreEstimators).join(", ")}`);
}

interface SharedScores {
  readonly scores: PairScores;
  /** The largest relative error among the estimates that can measure it. */
  readonly error: number | undefined;
}

/**
 * Scores of a pair, from the memo if another method has computed them before, or, for a single column, another pair.
 *
 * @param score an estimator by name, or `stein-fast`: that of `stein`, good to 10⁻⁵, which is enough for a decision
 */
export function sharedScores(
  pair: StandardPair,
  score: ScoreChoice | "stein-fast",
  compute: ComputeOptions,
): SharedScores {
  const name = typeof score === "string" ? score : score.name;
  const estimator = score === "stein-fast" ? stein({ ...compute, accuracy: "fast" }) : scoreEstimator(score, compute);
  const estimate = (columns: readonly Column[]): ScoreEstimate => {
    const make = () => withMeasuredError(estimator.estimate(columns));
    // The joint estimate is part of what is kept below.
    return columns.length > 1 ? make() : kept(compute, `column score ${name}`, columns, make);
  };
  return kept(compute, `pair scores ${name}`, [pair.x, pair.y], () =>
    withError(pairScores(pair, { ...estimator, estimate })),
  );
}

/** The estimate, which measures its error at most once. */
function withMeasuredError(estimate: ScoreEstimate): ScoreEstimate {
  if (!estimate.measureError) return estimate;
  let error: number | undefined;
  return {
    ...estimate,
    measureError: () => {
      error ??= estimate.measureError?.() ?? 0;
      return error;
    },
  };
}

function withError(scores: PairScores): SharedScores {
  const { x, y, joint } = scores.estimates;
  const errors = [x, y, joint].flatMap((estimate) => estimate.measureError?.() ?? []);
  return { scores, error: errors.length > 0 ? Math.max(...errors) : undefined };
}
