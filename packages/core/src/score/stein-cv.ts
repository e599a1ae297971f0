import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { takeRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { whereUsable } from "../primitives/errors.js";
import { seededRng } from "../primitives/random.js";
import { canonicalPoints } from "./canonical-points.js";
import type { ChosenScore, ScoreEstimator, ScoreSource } from "./pair-scores.js";
import { stein } from "./stein.js";

/** What is tried: the paper's ridge of 0.1 and bandwidth, and others on both sides. */
const RIDGES: readonly number[] = [0.01, 0.1, 1, 10];
const BANDWIDTHS: readonly number[] = [0.5, 1, 2];
const PAPER: ChosenScore = { ridge: 0.1, bandwidth: 1 };
/** Parts of the rows of which each is held out once. */
const FOLDS = 3;
/** Rows by which is chosen: the loss of more hardly differs, and its cost is quadratic. */
const MOST_ROWS = 900;
/** Choosing takes about a second; the estimate itself is linear. */
const COMFORTABLE_ROWS = 100_000;

/**
 * Stein scores whose ridge and bandwidth are chosen by score matching on held-out rows, for each column and for both
 * together.
 *
 * The loss of s, ½E|s − ∇ log p|² up to a constant, is E[½|s|² + div s] (integration by parts), and the Stein estimate
 * has both in closed form at any row. The choice does not depend on the order of the rows or of the columns, nor on
 * their signs.
 * @reference Hyvärinen 2005, "Estimation of non-normalized statistical models by score matching"
 * @cost 36 estimates of 600 rows for each of three, once
 */
export function steinCv(options: ComputeOptions = {}): ScoreEstimator {
  return {
    name: "stein-cv",
    comfortableRows: COMFORTABLE_ROWS,
    estimate(columns) {
      const chosen = chosenByScoreMatching(columns, options);
      return { ...stein({ ...options, ...chosen }).estimate(columns), chosen };
    },
  };
}

/** `steinCv` as an option. */
export const STEIN_CV: ScoreSource = { name: "stein-cv", create: steinCv };

/** The ridge and bandwidth with the least loss on held-out rows. */
function chosenByScoreMatching(columns: readonly Column[], options: ComputeOptions): ChosenScore {
  const { points } = canonicalPoints(columns, computeOptions(options).routines);
  const order = shuffledRows(points[0].length).subarray(0, MOST_ROWS);
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const part = (isHeldOut: boolean): Column[] => {
      const rows = order.filter((_, i) => (i % FOLDS === fold) === isHeldOut);
      return points.map((column) => takeRows(column, rows));
    };
    return { kept: part(false), heldOut: part(true) };
  });
  let [best, least] = [PAPER, Infinity];
  for (const ridge of RIDGES) {
    for (const bandwidth of BANDWIDTHS) {
      const losses = folds.flatMap(({ kept, heldOut }) =>
        // A column with one value among the rows kept has no score.
        whereUsable(() => scoreMatchingLoss(stein({ ...options, ridge, bandwidth }).estimate(kept), heldOut)),
      );
      const loss = losses.reduce((sum, value) => sum + value, 0) / losses.length;
      if (loss < least) [best, least] = [{ ridge, bandwidth }, loss];
    }
  }
  return best;
}

/** All rows in an order that is drawn once for each number of them. */
function shuffledRows(n: number): Uint32Array {
  const rng = seededRng(0).split("stein-cv");
  const keys = Float64Array.from({ length: n }, () => rng.uniform());
  return Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
}

/** Mean of ½|s|² + div s at some points: the loss of a score, lower is better. */
export function scoreMatchingLoss(
  { at, jacobianAt }: Pick<ReturnType<ScoreEstimator["estimate"]>, "at" | "jacobianAt">,
  points: readonly Column[],
): number {
  const [scores, jacobian] = [at(points), jacobianAt(points)];
  const [d, n] = [points.length, points[0].length];
  let sum = 0;
  for (let j = 0; j < d; j++) {
    for (let i = 0; i < n; i++) sum += 0.5 * scores[j][i] * scores[j][i] + jacobian[j * d + j][i];
  }
  return sum / n;
}
