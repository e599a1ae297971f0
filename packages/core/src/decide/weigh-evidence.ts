import { DIRECTIONS } from "../fit/orient.js";
import { log, power } from "../primitives/elementary.js";
import type { Evidence } from "./decision.js";
import type { DirectionMeasures, PairMeasures } from "./measure-pair.js";

/** The kinds of evidence, in the order shown to users. */
export const EVIDENCE_NAMES = [
  "likelihood",
  "independence",
  "location-scale velocity",
  "quadratic velocity",
  "learned",
] as const;
/** The name of a kind of evidence that the default method weighs. */
export type EvidenceName = (typeof EVIDENCE_NAMES)[number];

/** What each kind of evidence is, in a sentence for users. */
export const EVIDENCE_MEANING: Readonly<Record<EvidenceName, string>> = {
  likelihood: "how well location-scale noise around a curve describes the rows",
  independence: "whether the noise that is left over depends on the cause",
  "location-scale velocity": "how well the scores fit a velocity with a location and a scale",
  "quadratic velocity": "how well the scores fit a velocity that is quadratic",
  learned: "what a small network that was trained on simulated pairs reads from the shape of the rows",
};

/**
 * Log odds per unit of a raw piece of evidence, at least 0: with 20 rows, with 100,000 rows, and where a column has few
 * levels. Between them, the weight is linear in the logarithm of the rows.
 */
export type WeightParts = readonly [fewRows: number, manyRows: number, fewLevels: number];

/**
 * The weight of a kind of evidence where the location-scale class fits a direction, and where it fits neither. Which
 * direction's noise is less dependent says nothing where both are: independence has no weight there.
 */
export interface EvidenceWeight {
  readonly fitting: WeightParts;
  readonly misfitting: WeightParts;
}
/** The weight of each kind of evidence in the default method. */
export type EvidenceWeights = Readonly<Record<EvidenceName, EvidenceWeight>>;

/** What makes evidence of measures. docs/benchmarks/calibration.md shows how little each matters when halved or doubled. */
export interface EvidenceConstants {
  /**
   * Nats at 1,000 rows up to which the likelihood counts in full; beyond, it counts like its logarithm. They grow with
   * the root of the rows, as chance does: without that, a small misfit would dominate as rows grow.
   */
  readonly nats: number;
  /** Dependence too small to be noticed; keeps the logarithm of a perfect fit within bounds. */
  readonly dependenceFloor: number;
  /** Losses further apart than e to this power count as so far apart: a few extreme rows could make it a million. */
  readonly largestFall: number;
  /** Dependence of cause and noise at which the location-scale class counts as fitting by half, and how sharply. */
  readonly halfFit: number;
  readonly fitExponent: number;
  /** Levels of a column that count as few by half. */
  readonly halfLevels: number;
}
/** The constants of the default method. */
export const EVIDENCE_CONSTANTS: EvidenceConstants = {
  nats: 3,
  dependenceFloor: 0.05,
  largestFall: 1.5,
  halfFit: 0.35,
  fitExponent: 2.5,
  halfLevels: 25,
};
/**
 * Weights were calibrated between these numbers of rows; beyond, those of the nearest hold. Sums over more rows than the
 * last count as its rows would add up to.
 */
export const CALIBRATED_ROWS = [20, 100_000] as const;
const REFERENCE_ROWS = 1000;

/** What is weighed of a pair. */
export type Weighable = Pick<PairMeasures, "rows" | "directions" | "learned" | "levels">;

/**
 * How far the location-scale class fits the direction it fits better, from 0 to 1: 1/(1 + (dependence/0.35)^2.5).
 *
 * A class that fits neither direction compares two wrong models: what it says then counts otherwise, and less.
 */
export function classFit(
  { rows, directions }: Pick<Weighable, "rows" | "directions">,
  { halfFit, fitExponent } = EVIDENCE_CONSTANTS,
): number {
  const least = Math.min(...DIRECTIONS.map((direction) => directions[direction].dependence));
  return 1 / (1 + power((Math.max(least, 0) * shareOfRows(rows)) / halfFit, fitExponent));
}

/**
 * The raw pieces: differences of costs between the directions on scales on which they add, and the network's log odds.
 * Swapping negates each; positive means x->y.
 */
export function rawEvidence(
  { rows, directions, learned }: Weighable,
  { nats, dependenceFloor, largestFall } = EVIDENCE_CONSTANTS,
): Readonly<Record<EvidenceName, number>> {
  const [forward, backward] = [directions["x->y"], directions["y->x"]];
  const share = shareOfRows(rows);
  const fall = (cost: (of: DirectionMeasures) => number): number => log(cost(backward)) - log(cost(forward));
  const bounded = (value: number): number => Math.min(Math.max(value, -largestFall), largestFall);
  const unit = nats * Math.sqrt((share * rows) / REFERENCE_ROWS);
  return {
    likelihood: inverseSinh((share * (backward.nats - forward.nats)) / unit),
    independence: fall(({ dependence }) => share * Math.max(dependence, 0) + dependenceFloor),
    "location-scale velocity": bounded(fall(({ locationScaleShare }) => locationScaleShare)),
    "quadratic velocity": bounded(fall(({ quadraticLoss }) => quadraticLoss)),
    learned,
  };
}

/** What the parts of a weight are multiplied by: shares of few rows, many rows and few levels, which add up to 1. */
export function weightTerms(
  { rows, levels }: Pick<Weighable, "rows" | "levels">,
  { halfLevels } = EVIDENCE_CONSTANTS,
): WeightParts {
  const [fewest, most] = CALIBRATED_ROWS;
  const many = log(Math.min(Math.max(rows, fewest), most) / fewest) / log(most / fewest);
  const share = levels / halfLevels;
  const coarse = 1 / (1 + share * share);
  return [(1 - coarse) * (1 - many), (1 - coarse) * many, coarse];
}

/** What each kind of evidence says, in log odds that add up to the margin; kinds without a weight are left out. */
export function weighEvidence(measures: Weighable, weights: Partial<EvidenceWeights>): readonly Evidence[] {
  const fit = classFit(measures);
  const raw = rawEvidence(measures);
  const terms = weightTerms(measures);
  const sum = (parts: WeightParts) => parts.reduce((total, part, k) => total + part * terms[k], 0);
  return EVIDENCE_NAMES.flatMap((name) => {
    const weight = weights[name];
    if (!weight) return [];
    return [{ name, logOdds: (fit * sum(weight.fitting) + (1 - fit) * sum(weight.misfitting)) * raw[name] }];
  });
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
