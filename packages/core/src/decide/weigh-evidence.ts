import { DIRECTIONS } from "../fit/orient.js";
import { log, power } from "../primitives/elementary.js";
import type { Evidence } from "./decision.js";
import type { DirectionMeasures, PairMeasures } from "./measure-pair.js";

/** The kinds of evidence, in the order shown to users. */
export const EVIDENCE_NAMES = ["likelihood", "independence", "location-scale velocity", "quadratic velocity"] as const;
/** The name of a kind of evidence that the default method weighs. */
export type EvidenceName = (typeof EVIDENCE_NAMES)[number];

/**
 * Log odds per unit of a raw piece of evidence, at 1,000 rows and its change per e-fold of rows: where the location-scale
 * class fits a direction, and where it fits neither. Which direction's noise is less dependent says nothing where both
 * are: independence has no weight there.
 */
export interface EvidenceWeight {
  readonly fitting: readonly [at1000: number, perLogRows: number];
  readonly misfitting: readonly [at1000: number, perLogRows: number];
}
/** The weight of each kind of evidence in the default method. */
export type EvidenceWeights = Readonly<Record<EvidenceName, EvidenceWeight>>;

/** Nats up to which the likelihood counts in full; beyond, it counts like its logarithm. */
const NATS = 3;
/** Dependence too small to be noticed; keeps the logarithm of a perfect fit within bounds. */
const DEPENDENCE_FLOOR = 0.05;
/**
 * Losses more than twenty times apart count as twenty times: of simulated pairs, one in a hundred has them. A few
 * extreme rows, which stretch the units of a loss, could make it a million.
 */
const LARGEST_FALL = 3;
/** Dependence of cause and noise at which the location-scale class counts as fitting by half, and how sharply. */
const HALF_FIT = 0.35;
const FIT_EXPONENT = 2.5;
/**
 * Weights were calibrated between these numbers of rows; beyond, those of the nearest hold. Sums over more rows than the
 * last count as its rows would add up to: otherwise a small misfit would dominate as rows grow.
 */
const CALIBRATED_ROWS = [100, 10_000] as const;
const REFERENCE_ROWS = 1000;

/** What is weighed of a pair. */
type Weighable = Pick<PairMeasures, "rows" | "directions">;

/**
 * How far the location-scale class fits the direction it fits better, from 0 to 1: 1/(1 + (dependence/0.35)^2.5).
 *
 * A class that fits neither direction compares two wrong models: what it says then counts otherwise, and less.
 */
export function classFit({ rows, directions }: Weighable): number {
  const least = Math.min(...DIRECTIONS.map((direction) => directions[direction].dependence));
  return 1 / (1 + power((Math.max(least, 0) * shareOfRows(rows)) / HALF_FIT, FIT_EXPONENT));
}

/**
 * The raw pieces: differences of costs between the directions on scales on which they add. Swapping negates each;
 * positive means x->y.
 */
export function rawEvidence({ rows, directions }: Weighable): Readonly<Record<EvidenceName, number>> {
  const [forward, backward] = [directions["x->y"], directions["y->x"]];
  const share = shareOfRows(rows);
  const fall = (cost: (of: DirectionMeasures) => number): number => log(cost(backward)) - log(cost(forward));
  return {
    likelihood: inverseSinh((share * (backward.nats - forward.nats)) / NATS),
    independence: fall(({ dependence }) => share * Math.max(dependence, 0) + DEPENDENCE_FLOOR),
    "location-scale velocity": bounded(fall(({ locationScaleLoss }) => locationScaleLoss)),
    "quadratic velocity": bounded(fall(({ quadraticLoss }) => quadraticLoss)),
  };
}

/** What each kind of evidence says, in log odds that add up to the margin. */
export function weighEvidence(measures: Weighable, weights: EvidenceWeights): readonly Evidence[] {
  const fit = classFit(measures);
  const raw = rawEvidence(measures);
  const logRows = logRowsOf(measures.rows);
  return EVIDENCE_NAMES.map((name) => {
    const { fitting, misfitting } = weights[name];
    const weight = fit * (fitting[0] + fitting[1] * logRows) + (1 - fit) * (misfitting[0] + misfitting[1] * logRows);
    return { name, logOdds: weight * raw[name] };
  });
}

/** ln(rows/1,000), within the range of the calibration. */
export function logRowsOf(rows: number): number {
  return log(Math.min(Math.max(rows, CALIBRATED_ROWS[0]), CALIBRATED_ROWS[1]) / REFERENCE_ROWS);
}

function bounded(fall: number): number {
  return Math.min(Math.max(fall, -LARGEST_FALL), LARGEST_FALL);
}

/** What sums over the rows are multiplied by. */
function shareOfRows(rows: number): number {
  return Math.min(1, CALIBRATED_ROWS[1] / rows);
}

/** arsinh: linear near 0, logarithmic far out, odd. */
function inverseSinh(t: number): number {
  const size = log(Math.abs(t) + Math.sqrt(1 + t * t));
  return t < 0 ? -size : size;
}
