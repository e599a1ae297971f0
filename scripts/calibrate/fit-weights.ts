import {
  classFit,
  EVIDENCE_CONSTANTS,
  EVIDENCE_NAMES,
  type EvidenceConstants,
  type EvidenceName,
  type EvidenceWeight,
  type EvidenceWeights,
  rawEvidence,
  type WeightParts,
  weightTerms,
} from "@causal-velocity/core/decide/weigh-evidence.js";
import { choleskyInPlace, choleskySolveInPlace } from "../../packages/core/src/algebra/cholesky.js";
import { matrix } from "../../packages/core/src/primitives/columns.js";
import { labelOf, type MeasuredPair } from "./measured-pair.js";

/** Penalty on each weight, in units of the spread of its evidence: worth a pair or two among thousands. */
const RIDGE = 1;
const MOST_STEPS = 50;
const SMALLEST_STEP = 1e-10;

/**
 * How the weight of a kind of evidence depends on whether the location-scale class fits a direction: by a weight of its
 * own where it does not; not at all; or without any weight there.
 *
 * The network knows nothing of the class. Independence has no weight where the class fits neither direction: it would
 * get a negative one, against its meaning, because alone it is right half the time there and only offsets the others.
 */
const BY_FIT: Readonly<Record<EvidenceName, "own" | "same" | "none">> = {
  likelihood: "own",
  independence: "none",
  "location-scale velocity": "own",
  "quadratic velocity": "own",
  learned: "same",
};

/**
 * The weights of largest likelihood for some pairs, none of them negative: logistic regression without an intercept, so
 * that swapping the columns of a pair swaps its probabilities. A pair without a direction counts half for either.
 *
 * A negative weight would turn evidence against its meaning: the most negative one is set to 0 and the others are fitted
 * again, until none is left.
 * @param evidence kinds that get a weight
 */
export function fitWeights(
  pairs: readonly MeasuredPair[],
  evidence: readonly EvidenceName[] = EVIDENCE_NAMES,
  constants: EvidenceConstants = EVIDENCE_CONSTANTS,
): Partial<EvidenceWeights> {
  const rows = pairs.map((pair) => termsOf(pair, evidence, constants));
  const labels = pairs.map(labelOf);
  const size = rows[0].length;
  // The spread of a term that is 0 in all pairs does not matter; its weight stays 0.
  const spread = Array.from(
    { length: size },
    (_, k) => Math.sqrt(rows.reduce((sum, row) => sum + row[k] ** 2, 0) / rows.length) || 1,
  );
  let free = spread.map((_, k) => k);
  const weights = new Array<number>(size).fill(0);
  for (;;) {
    const kept = free;
    const fitted = logisticRegression(
      rows.map((row) => kept.map((k) => row[k] / spread[k])),
      labels,
    );
    const least = Math.min(...fitted);
    if (least >= 0) {
      kept.forEach((k, i) => {
        weights[k] = fitted[i] / spread[k];
      });
      return named(weights, evidence);
    }
    free = kept.filter((_, i) => fitted[i] !== least);
  }
}

/** Newton's method on the penalized log likelihood, which is concave. */
function logisticRegression(rows: readonly number[][], labels: readonly number[]): number[] {
  const size = rows[0].length;
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const slope = Float64Array.from(weights, (weight) => -RIDGE * weight);
    const curvature = matrix(size, size);
    for (let k = 0; k < size; k++) curvature.data[k * size + k] = RIDGE;
    rows.forEach((row, i) => {
      const probability = 1 / (1 + Math.exp(-row.reduce((sum, value, k) => sum + value * weights[k], 0)));
      const spreadOfLabel = probability * (1 - probability);
      for (let k = 0; k < size; k++) {
        slope[k] += (labels[i] - probability) * row[k];
        for (let l = 0; l <= k; l++) curvature.data[k * size + l] += spreadOfLabel * row[k] * row[l];
      }
    });
    choleskyInPlace(curvature);
    choleskySolveInPlace(curvature, slope);
    for (let k = 0; k < size; k++) weights[k] += slope[k];
    if (Math.max(...slope.map(Math.abs)) < SMALLEST_STEP) break;
  }
  return weights;
}

/** The terms that the weights multiply, in order: by evidence, then by fit, then by the parts of a weight. */
function termsOf(pair: MeasuredPair, evidence: readonly EvidenceName[], constants: EvidenceConstants): number[] {
  const fit = classFit(pair, constants);
  const raw = rawEvidence(pair, constants);
  const parts = weightTerms(pair, constants);
  return evidence.flatMap((name) => {
    const shares = { own: [fit, 1 - fit], same: [1], none: [fit] }[BY_FIT[name]];
    return shares.flatMap((share) => parts.map((part) => share * part * raw[name]));
  });
}

const NO_WEIGHT: WeightParts = [0, 0, 0];

/** Weights in the order of `termsOf`, by name. */
function named(weights: readonly number[], evidence: readonly EvidenceName[]): Partial<EvidenceWeights> {
  const left = [...weights];
  const next = (): WeightParts => [left.shift() ?? 0, left.shift() ?? 0, left.shift() ?? 0];
  const found = evidence.map((name): [EvidenceName, EvidenceWeight] => {
    const fitting = next();
    const misfitting = { own: next, same: () => fitting, none: () => NO_WEIGHT }[BY_FIT[name]]();
    return [name, { fitting, misfitting }];
  });
  return Object.fromEntries(found);
}

/** Every choice of at least one kind of evidence, all of them first. */
export function evidenceChoices(): EvidenceName[][] {
  const count = 2 ** EVIDENCE_NAMES.length;
  return Array.from({ length: count - 1 }, (_, k) => EVIDENCE_NAMES.filter((_, i) => ((count - 1 - k) >> i) & 1));
}
