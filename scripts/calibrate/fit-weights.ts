import { classFit, type EvidenceWeight, logRowsOf } from "@causal-velocity/core/decide/weigh-evidence.js";
import { EVIDENCE_NAMES, type EvidenceName } from "causal-velocity";
import { type EvidenceWeights, rawEvidence } from "causal-velocity/model";
import { choleskyInPlace, choleskySolveInPlace } from "../../packages/core/src/algebra/cholesky.js";
import { matrix } from "../../packages/core/src/primitives/columns.js";
import { labelOf, type MeasuredPair } from "./measured-pair.js";

/** Penalty on each weight, in units of the spread of its evidence: worth a pair or two among thousands. */
const RIDGE = 1;
const MOST_STEPS = 50;
const SMALLEST_STEP = 1e-10;

/** What the weights depend on; a form without a part shows what that part contributes. */
export interface WeightForm {
  readonly evidence: readonly EvidenceName[];
  /** Kinds of evidence without a weight if the location-scale class fits neither direction. */
  readonly silent: readonly EvidenceName[];
  /** Whether weights differ if the location-scale class fits neither direction. */
  readonly byFit: boolean;
  /** Whether weights change with the number of rows. */
  readonly byRows: boolean;
}

/**
 * Independence has no weight if the class fits neither direction. It would get a negative one, against its meaning:
 * alone it is right half the time there, and only offsets the other kinds.
 */
export const WHOLE_FORM: WeightForm = {
  evidence: EVIDENCE_NAMES,
  silent: ["independence"],
  byFit: true,
  byRows: true,
};

/**
 * The weights of largest likelihood for the kit's pairs: logistic regression without an intercept, so that swapping the
 * columns of a pair swaps its probabilities. A pair without a direction counts half for either.
 *
 * Newton's method on the log likelihood, which is concave.
 */
export function fitWeights(pairs: readonly MeasuredPair[], form: WeightForm = WHOLE_FORM): EvidenceWeights {
  const rows = pairs.map((pair) => terms(pair, form));
  const size = rows[0].length;
  // The spread of a term that is 0 in all pairs does not matter; its weight stays 0.
  const spread = Array.from(
    { length: size },
    (_, k) => Math.sqrt(rows.reduce((sum, row) => sum + row[k] ** 2, 0) / rows.length) || 1,
  );
  const scaled = rows.map((row) => row.map((value, k) => value / spread[k]));
  const labels = pairs.map(labelOf);
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const slope = Float64Array.from(weights, (weight) => -RIDGE * weight);
    const curvature = matrix(size, size);
    for (let k = 0; k < size; k++) curvature.data[k * size + k] = RIDGE;
    scaled.forEach((row, i) => {
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
  return named(
    weights.map((weight, k) => weight / spread[k]),
    form,
  );
}

/** The terms that the weights multiply, in order: evidence, then by fit, then by rows. */
function terms(pair: MeasuredPair, { evidence, silent, byFit, byRows }: WeightForm): number[] {
  const fit = classFit(pair);
  const raw = rawEvidence(pair);
  const logRows = logRowsOf(pair.rows);
  return evidence
    .flatMap((name) => {
      if (!byFit) return [raw[name]];
      return silent.includes(name) ? [fit * raw[name]] : [fit * raw[name], (1 - fit) * raw[name]];
    })
    .flatMap((value) => (byRows ? [value, value * logRows] : [value]));
}

/** Weights in the order of `terms`, by name; parts that the form leaves out are 0 or constant. */
function named(weights: readonly number[], { evidence, silent, byFit, byRows }: WeightForm): EvidenceWeights {
  const left = [...weights];
  const next = (): [number, number] => [left.shift() ?? 0, byRows ? (left.shift() ?? 0) : 0];
  const none: EvidenceWeight = { fitting: [0, 0], misfitting: [0, 0] };
  const found = evidence.map((name): [EvidenceName, EvidenceWeight] => {
    const fitting = next();
    if (!byFit) return [name, { fitting, misfitting: fitting }];
    return [name, { fitting, misfitting: silent.includes(name) ? [0, 0] : next() }];
  });
  const nothing = EVIDENCE_NAMES.map((name) => [name, none]);
  return Object.fromEntries([...nothing, ...found]) as Record<EvidenceName, EvidenceWeight>;
}
