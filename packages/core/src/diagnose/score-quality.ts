import { meanSquare } from "../fit/gof.js";
import { takeRows } from "../pair/resample.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { percent } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { type HalfEstimates, judged, type PairEstimates, spacedRows } from "./pair-estimates.js";

/** Scores of a half are compared at so many rows of the whole: one kernel per row of the half each. */
const MOST_POINTS = 100;
/** A random error of half the score's size, a quarter of its mean square. */
const HALF = 0.5;
/** An error as large as the score itself. */
const ALL = 1;

/** A half of the rows and its scores, in units of its own. */
export type ScoredHalf = Pick<HalfEstimates, "pair" | "scores">;

/**
 * Random error of the joint score, relative to its size: half the root mean square difference of the scores that
 * disjoint halves of the rows give at the same points, over the root mean square of the score of all rows.
 *
 * The error of a half has √2 times the size of that of all rows, and the difference of two halves √2 times that: hence
 * the half. Says nothing about bias, such as the flattening of Stein scores in the tails.
 * @param halves both halves of each split, one after the other     @returns NaN without halves
 */
export function scoreDisagreement(
  { x, y }: StandardPair,
  joint: readonly Column[],
  halves: readonly ScoredHalf[],
): number {
  const rows = spacedRows(Uint32Array.from(x.keys()), MOST_POINTS);
  const points = [takeRows(x, rows), takeRows(y, rows)];
  let difference = 0;
  for (let k = 0; k + 1 < halves.length; k += 2) {
    const [first, second] = [jointScoreOf(halves[k], points), jointScoreOf(halves[k + 1], points)];
    first.forEach((column, axis) => {
      difference += meanSquare(column.map((value, i) => value - second[axis][i]));
    });
  }
  const size = joint.reduce((sum, column) => sum + meanSquare(takeRows(column, rows)), 0);
  return halves.length === 0 ? Number.NaN : 0.5 * Math.sqrt((2 * difference) / halves.length / size);
}

/** A half's joint score at points of the whole pair, in the units of the whole. */
function jointScoreOf({ pair, scores }: ScoredHalf, points: readonly Column[]): Column[] {
  const scales = [pair.scale.x, pair.scale.y];
  const own = points.map((column, j) => column.map((value) => (value - scales[j].mean) / scales[j].sd));
  return scores.estimates.joint.at(own).map((column, j) => column.map((value) => value / scales[j].sd));
}

/** `score-quality`: how much the estimated scores owe to chance. */
export function scoreQualityFinding({ pair, scores, halves }: PairEstimates): Finding {
  const value = scoreDisagreement(pair, [scores.jointX, scores.jointY], halves);
  const severity = judged(value, HALF, ALL);
  const { x, y } = pair.names;
  const finding = Number.isNaN(value)
    ? "cannot be measured: the rows cannot be halved"
    : `is about ${percent(value)} of its size`;
  return {
    code: "score-quality",
    severity,
    value,
    sentence: `The random error of the estimated score of "${x}" and "${y}" ${finding}.`,
    advice: severity === "pass" ? "" : "Collect more rows, remove stray ones, or compare another score estimator.",
  };
}
