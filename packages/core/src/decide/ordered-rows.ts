import type { ComputeOptions } from "../compute/routines.js";
import { fitLocationScale, type LocationScaleClass } from "../fit/location-scale.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { option, shown, text } from "../primitives/errors.js";
import { lagCorrelations } from "../statistics/lag-correlations.js";
import { unitRanks } from "../statistics/ranks.js";
import { LOCATION_SCALE_CLASSES } from "./flow-likelihood.js";
import type { GateFinding } from "./gate.js";

/** Rows that follow each other in both directions' noise, and what that leaves of the evidence. */
export interface OrderedRows {
  /** A warning; `fail` where there is no verdict. */
  readonly finding: GateFinding;
  /** What the log odds are multiplied by: the share of the rows that count as independent, (1 − r)/(1 + r). */
  readonly share: number;
}

/**
 * Least correlation of neighboring rows that counts: of the pairs on which version 0.1.0 was sure and wrong because rows
 * follow each other all have more, of those on which it was right one in twenty.
 */
const LEAST_CORRELATION = 0.2;
/** Standard errors of a correlation of independent rows that it must exceed too: one file in a thousand by chance. */
const STANDARD_ERRORS = 3.1;
/** From here on there is no verdict. Of random walks with 200 rows 95% have more. */
const STRONG_CORRELATION = 0.35;
/** Rows farther apart count too, as where subjects take turns: up to so many, and only if the correlation is strong. */
const MOST_LAGS = 60;
/** Standard errors for these: so many are looked at. */
const STANDARD_ERRORS_APART = 4.5;
/** Differences are no advice: where rows are of several subjects, they would be between subjects. */
const ORDERED_ROWS_ADVICE = text`Where several rows are of one subject, name the column that says which in ${option("cluster")}, or with fewer than 20 subjects in ${option("group")}. Only where rows are independent and their order means nothing, set ${option("unordered")}.`;
/** The largest class behind the evidence: what it leaves is noise rather than misfit. */
const LARGEST_CLASS = LOCATION_SCALE_CLASSES[LOCATION_SCALE_CLASSES.length - 1];
/**
 * The trend over the row number that sorting may leave has this many splines, and one for so many rows at most: a random
 * walk of 200 rows still shows behind ten of them.
 */
const TREND_SPLINES = [4, 12] as const;
const ROWS_A_SPLINE = 20;

/**
 * `ordered-rows`: whether rows resemble the row before them, or one up to 60 rows before, more than chance and sorting
 * explain, as in time series or where several rows are of one subject. Nothing where they do not.
 *
 * The measure is the correlation of such rows in what the fit of a direction leaves, the smaller of both directions.
 * Noise is turned to ranks, and a smooth trend over the row number is removed: independent rows that were sorted by a
 * column, or by one that is not here, have such a trend and nothing else. Files whose columns do not follow their own
 * order, such as shuffled ones, are not fitted.
 * @cost O(n log n); two regressions where both columns follow the order of the rows
 */
export function orderedRows(pair: StandardPair, compute: ComputeOptions = {}): OrderedRows | undefined {
  const { x, y, names } = pair;
  const limits = leastCorrelations(x.length);
  if (!strongest(limits, [() => unitRanks(x, compute), () => unitRanks(y, compute)])) return undefined;
  const found = strongest(limits, [() => noiseRanks(x, y, compute), () => noiseRanks(y, x, compute)]);
  if (!found) return undefined;
  const { lag, value } = found;
  const before = lag === 1 ? "the row before" : `the one ${lag} rows before`;
  const finding: GateFinding = {
    code: "ordered-rows",
    severity: value >= STRONG_CORRELATION ? "fail" : "warn",
    value,
    sentence: `Rows follow each other: what "${names.x}" and "${names.y}" do not explain of each other resembles ${before} (correlation ${shown(value)}), as in time series or where several rows are of one subject. Verdicts for such data are not supported.`,
    advice: ORDERED_ROWS_ADVICE,
  };
  return { finding, share: (1 - value) / (1 + value) };
}

/** The least correlation that counts, for each lag from 1 on. */
function leastCorrelations(rows: number): number[] {
  const error = 1 / Math.sqrt(rows);
  const apart = Math.max(STRONG_CORRELATION, STANDARD_ERRORS_APART * error);
  const lags = Math.min(MOST_LAGS, Math.floor(rows / 4));
  return Array.from({ length: lags }, (_, i) =>
    i === 0 ? Math.max(LEAST_CORRELATION, STANDARD_ERRORS * error) : apart,
  );
}

/** Of the lags at which both columns reach the limit, the one with the largest correlation. */
function strongest(
  limits: readonly number[],
  [first, second]: readonly [() => Column, () => Column],
): { readonly lag: number; readonly value: number } | undefined {
  const own = lagCorrelations(first(), limits.length);
  // Shuffled rows end here.
  if (limits.every((limit, i) => own[i] < limit)) return undefined;
  const other = lagCorrelations(second(), limits.length);
  let best: { readonly lag: number; readonly value: number } | undefined;
  limits.forEach((limit, i) => {
    const value = Math.min(own[i], other[i]);
    if (value >= limit && value > (best?.value ?? 0)) best = { lag: i + 1, value };
  });
  return best;
}

/** Ranks of a direction's noise, without the trend that sorting leaves. */
function noiseRanks(cause: Column, effect: Column, compute: ComputeOptions): Column {
  // Nothing else asks for the noise's ranks: they are not kept.
  const unkept = { ...compute, memo: undefined };
  return withoutTrend(unitRanks(noiseOf(cause, effect, LARGEST_CLASS, compute), unkept), unkept);
}

function noiseOf(cause: Column, effect: Column, size: LocationScaleClass, compute: ComputeOptions): Column {
  return fitLocationScale(cause, effect, size, compute).noise;
}

/** What a smooth function of the row number leaves of a column. */
function withoutTrend(column: Column, compute: ComputeOptions): Column {
  const [fewest, most] = TREND_SPLINES;
  const location = Math.min(Math.max(Math.floor(column.length / ROWS_A_SPLINE), fewest), most);
  const rows = column.map((_, i) => i);
  return noiseOf(rows, column, { location, scale: 0 }, compute);
}
