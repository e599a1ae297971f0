import { columnMemo } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import { locationScaleFlow } from "../decide/flow-likelihood.js";
import { measurePair, type PairMeasures } from "../decide/measure-pair.js";
import { fitBoth, type VelocityFit } from "../fit/fit-velocity.js";
import { LOCATION_SCALE } from "../fit/location-scale-velocity.js";
import { byRole, type Direction } from "../fit/orient.js";
import type { FittedVelocity } from "../flow/flow-residual.js";
import { drawRows, takeRows, trimmedRows } from "../pair/resample.js";
import { MINIMUM_ROWS, type StandardPair, standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { whereUsable } from "../primitives/errors.js";
import type { Severity } from "../primitives/finding.js";
import { quantileOfSorted } from "../primitives/quantiles.js";
import type { Rng } from "../primitives/random.js";
import { type PairScores, pairScores, type ScoreChoice, scoreEstimator, sharedScores } from "../score/pair-scores.js";
import { type CopulaNormality, copulaNormality } from "../statistics/copula-normality.js";
import { type PlaneNormality, planeNormality } from "../statistics/plane-normality.js";
import { lsnmVelocity } from "../velocity/spline-velocities.js";
import type { VelocityClass } from "../velocity/velocity-model.js";

/** One half of the rows, with everything estimated again. */
export interface HalfEstimates {
  /** In units of its own; `scale` says where they lie in those of the whole pair. */
  readonly pair: StandardPair;
  readonly scores: PairScores;
  readonly fits: Readonly<Record<Direction, VelocityFit>>;
}

/** Joint score and its derivatives at rows away from the edges of the data. */
export interface InnerRows {
  readonly rows: Uint32Array;
  /** ∂s_i/∂z_j of the joint score, i·2 + j, with x before y. */
  readonly jacobian: readonly Column[];
}

/** What the findings about a pair share; each is computed once. */
export interface PairEstimates {
  readonly pair: StandardPair;
  readonly scores: PairScores;
  readonly fits: Readonly<Record<Direction, VelocityFit>>;
  /** The velocities whose curves are followed: those of `fits`, or of the regression where no class was named. */
  readonly curves: Readonly<Record<Direction, FittedVelocity>>;
  /** As the default method measures the pair. */
  readonly measures: PairMeasures;
  readonly normality: PlaneNormality;
  readonly copula: CopulaNormality;
  /** Both halves of each random split, one after the other; none where a half would have too few rows. */
  readonly halves: readonly HalfEstimates[];
  readonly inner: InnerRows;
  readonly compute: ComputeOptions;
}

/** How the estimates are made. */
export interface EstimateChoice {
  readonly velocity: VelocityClass | typeof LOCATION_SCALE;
  readonly score: ScoreChoice;
  readonly seed: number;
  readonly rng: Rng;
}

/** Five splits are ten halves: the ends of a 90% interval are then about the outermost ones. */
const SPLITS = 5;
/** Share of each column beyond which derivatives of estimated scores are mostly noise: a tenth, half at either end. */
const OUTER_SHARE = 0.1;
/** Derivatives cost one kernel per row of the sample each. */
const MOST_INNER_ROWS = 500;

/**
 * Scores, fits, measures and refitted halves of a pair.
 *
 * @cost as `decide`, and ten estimates and fits of half the rows
 */
export function pairEstimates(pair: StandardPair, choice: EstimateChoice, given: ComputeOptions): PairEstimates {
  const compute = { ...given, memo: given.memo ?? columnMemo() };
  const { scores } = sharedScores(pair, choice.score, compute);
  const fits = fitBoth(fittedClass(choice), pair, scores, { ...compute, seed: choice.seed });
  const regressed = () => ({
    "x->y": locationScaleFlow(pair.x, pair.y, compute),
    "y->x": locationScaleFlow(pair.y, pair.x, compute),
  });
  return {
    pair,
    scores,
    fits,
    curves: choice.velocity === LOCATION_SCALE ? regressed() : fits,
    measures: measurePair(pair, compute),
    normality: planeNormality(pair.x, pair.y, compute),
    copula: copulaNormality(pair.x, pair.y, compute),
    halves: estimatedHalves(pair, choice, compute),
    inner: innerRows(pair, scores),
    compute,
  };
}

/** The class that is fitted to scores. */
function fittedClass({ velocity }: EstimateChoice): VelocityClass {
  return velocity === LOCATION_SCALE ? lsnmVelocity() : velocity;
}

function estimatedHalves(pair: StandardPair, choice: EstimateChoice, compute: ComputeOptions): HalfEstimates[] {
  const n = pair.x.length;
  const size = Math.floor(n / 2);
  if (size < MINIMUM_ROWS) return [];
  const estimator = scoreEstimator(choice.score, compute);
  const estimate = (rows: ArrayLike<number>): HalfEstimates => {
    const half = standardize({ ...pair, x: takeRows(pair.x, rows), y: takeRows(pair.y, rows) });
    const scores = pairScores(half, estimator);
    return { pair: half, scores, fits: fitBoth(fittedClass(choice), half, scores, { ...compute, seed: choice.seed }) };
  };
  return Array.from({ length: SPLITS }, (_, k) => {
    const drawn = drawRows(n, size, choice.rng.split(`split ${k}`));
    const isDrawn = new Set(drawn);
    const others = Uint32Array.from(pair.x.keys()).filter((row) => !isDrawn.has(row));
    return whereUsable(() => [estimate(drawn), estimate(others)]);
  }).flat(2);
}

function innerRows(pair: StandardPair, scores: PairScores): InnerRows {
  const trimmed = trimmedRows(pair, OUTER_SHARE);
  const all = Uint32Array.from(pair.x.keys());
  const rows = spacedRows(trimmed.length < MINIMUM_ROWS ? all : trimmed, MOST_INNER_ROWS);
  const points = [takeRows(pair.x, rows), takeRows(pair.y, rows)];
  return { rows, jacobian: scores.estimates.joint.jacobianAt(points) };
}

/** At most so many of the rows, evenly spaced among them. */
export function spacedRows(rows: Uint32Array, most: number): Uint32Array {
  if (rows.length <= most) return rows;
  return Uint32Array.from({ length: most }, (_, k) => rows[Math.floor((k * rows.length) / most)]);
}

/** Where nine in ten of the values lie; nothing where there are none. */
export function ninetyPercent(values: readonly number[]): readonly [low: number, high: number] | undefined {
  if (values.length === 0) return undefined;
  const ascending = Float64Array.from(values).sort();
  return [quantileOfSorted(ascending, 0.05), quantileOfSorted(ascending, 0.95)];
}

/** The severity of a finding with thresholds. */
export type Judgment = Exclude<Severity, "note">;

/** The severity of a number that is better the smaller it is; what cannot be measured, NaN, fails. */
export function judged(value: number, warnFrom: number, failFrom: number): Judgment {
  if (value < warnFrom) return "pass";
  return value < failFrom ? "warn" : "fail";
}

/** The columns' names by role, in straight double quotes. */
export function roleNames(
  { names }: Pick<StandardPair, "names">,
  direction: Direction,
): { readonly cause: string; readonly effect: string } {
  return byRole({ x: `"${names.x}"`, y: `"${names.y}"` }, direction);
}
