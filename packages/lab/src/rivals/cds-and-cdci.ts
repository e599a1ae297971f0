import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";

/**
 * How much the conditional distributions of the effect, centered, differ between levels of the cause: conditional
 * distribution similarity.
 *
 * Every level that more than 12 rows share gives a histogram of the effect around its mean there; the cost is the
 * standard deviation of all their entries around the mean histogram. 0, and no verdict, with fewer than two levels.
 * @reference Fonollosa 2019 (as in the Causal Discovery Toolbox)     @cost O(n log n)
 */
export function cdsCost(cause: Column, effect: Column): DirectionCost {
  const levels = distinct(cause).length > BIN_COUNT ? halfUnitBins(cause, 0) : cause;
  const groups = crowdedLevels(levels, effect);
  const effectLevels = distinct(effect);
  const histograms =
    effectLevels.length > BIN_COUNT ? groups.map(centeredHistogram) : alignedHistograms(groups, effect, effectLevels);
  return { cost: spread(histograms), ...levelEvidence(histograms.length) };
}

/** Shares of a level's rows in bins around their own mean, in units of the whole column. */
function centeredHistogram(values: Column): Float64Array {
  const { mean } = meanAndSd(values);
  const shares = new Float64Array(BIN_COUNT);
  for (const value of values) shares[binOf(value - mean)] += 1 / values.length;
  return shares;
}

/**
 * For an effect with few values, which cannot be centered: shares of the values, those of each level shifted to the
 * place where they correlate best with all rows, the first such place if there are several.
 */
function alignedHistograms(groups: readonly Column[], effect: Column, values: Column): Float64Array[] {
  const width = values.length;
  const counts = (rows: Column): Float64Array => {
    const out = new Float64Array(width);
    for (const value of rows) out[values.indexOf(value)] += 1;
    return out;
  };
  const overall = counts(effect);
  return groups.map((group) => {
    const own = counts(group);
    let [bestShift, bestMatch] = [0, -1];
    // Counts, not shares, because whole numbers tie exactly.
    for (let shift = 0; shift < 2 * width - 1; shift++) {
      let match = 0;
      for (let j = 0; j < width; j++) match += overall[j] * (own[shift + j - (width - 1)] ?? 0);
      if (match > bestMatch) [bestShift, bestMatch] = [shift, match];
    }
    const placed = new Float64Array(3 * width - 2);
    own.forEach((count, j) => {
      placed[2 * width - 2 - bestShift + j] = count / group.length;
    });
    return placed;
  });
}

/** Root mean square of all entries' deviations from the mean histogram. */
function spread(histograms: readonly Float64Array[]): number {
  if (histograms.length === 0) return 0;
  const bins = histograms[0].length;
  let sum = 0;
  for (let b = 0; b < bins; b++) {
    const { sd } = meanAndSd(histograms.map((histogram) => histogram[b]));
    sum += sd * sd;
  }
  return Math.sqrt(sum / bins);
}

/** Different values, ascending. */
function distinct(column: Column): Column {
  return Float64Array.from(new Set(column)).sort();
}

/**
 * How far a conditional histogram is from the mean of all: Kullback–Leibler, Kolmogorov, Hellinger, χ², total
 * variation.
 */
export type Divergence = "ckl" | "ckm" | "chd" | "ccs" | "ctv";

/** Added to spreads and shares before dividing by them, as in published code. */
const DIVISOR_FLOOR = 1e-8;
/** Divergences closer than a billionth of this differ only by rounding. */
const ROUNDED_TERMS = 1e-3;

const DIVERGENCES: Readonly<Record<Divergence, (p: Float64Array, m: Float64Array) => number>> = {
  ckl: (p, m) => sum(p, (share, b) => share * log((share + DIVISOR_FLOOR) / (m[b] + DIVISOR_FLOOR))),
  ckm(p, m) {
    let [gap, largest] = [0, 0];
    for (let b = 0; b < p.length; b++) {
      gap += p[b] - m[b];
      largest = Math.max(largest, Math.abs(gap));
    }
    return largest;
  },
  chd: (p, m) => Math.sqrt(sum(p, (share, b) => square(Math.sqrt(share) - Math.sqrt(m[b])))),
  ccs: (p, m) => sum(p, (share, b) => square(share - m[b]) / (m[b] + DIVISOR_FLOOR)),
  ctv: (p, m) => 0.5 * sum(p, (share, b) => Math.abs(share - m[b])),
};

/**
 * How much the shapes of the effect's conditional distributions differ between levels of the cause, after location and
 * scale are removed: conditional divergence-based causal inference.
 *
 * The mean divergence between each level's histogram, of the effect standardized within the level, and the mean of
 * these histograms. 0, and no verdict, with fewer than two levels of more than 12 rows.
 * @reference Duong & Nguyen 2022     @cost O(n)
 */
export function cdciCost(cause: Column, effect: Column, divergence: Divergence): DirectionCost {
  const histograms = crowdedLevels(halfUnitBins(cause, DIVISOR_FLOOR), effect).map(shapeHistogram);
  const evidence = levelEvidence(histograms.length);
  if (histograms.length === 0) return { cost: 0, ...evidence };
  const mean = new Float64Array(BIN_COUNT);
  for (const histogram of histograms) for (let b = 0; b < BIN_COUNT; b++) mean[b] += histogram[b] / histograms.length;
  let total = 0;
  for (const histogram of histograms) total += DIVERGENCES[divergence](histogram, mean);
  return { cost: total / histograms.length, scale: ROUNDED_TERMS, ...evidence };
}

/** Shares of a level's rows in bins of half its own standard deviation. */
function shapeHistogram(values: Column): Float64Array {
  const { mean, sd } = meanAndSd(values);
  const shares = new Float64Array(BIN_COUNT);
  for (const value of values) shares[binOf((value - mean) / (sd + DIVISOR_FLOOR))] += 1 / values.length;
  return shares;
}

function sum(p: Float64Array, term: (share: number, b: number) => number): number {
  let total = 0;
  for (let b = 0; b < p.length; b++) total += term(p[b], b);
  return total;
}

function square(value: number): number {
  return value * value;
}

/** Bins are half a standard deviation wide; values beyond three standard deviations belong to the last. */
const BINS_PER_UNIT = 2;
const LARGEST_DEVIATION = 3;
const LAST_BIN = BINS_PER_UNIT * LARGEST_DEVIATION;

/** Bins of a discretized column, −6 … 6. */
const BIN_COUNT = 2 * LAST_BIN + 1;

/** A level of the cause counts if more rows than this share it. */
const SMALLEST_CROWD = 12;

/** Bin of a deviation in standard units, as an index from 0; halves round to the even bin. */
export function binOf(deviation: number): number {
  const bin = roundHalfEven(BINS_PER_UNIT * deviation);
  return Math.max(-LAST_BIN, Math.min(LAST_BIN, bin)) + LAST_BIN;
}

function roundHalfEven(value: number): number {
  const nearest = Math.round(value);
  return Math.abs(value % 1) === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest;
}

/**
 * A standardized column in bins, after a second standardization by the rows within three deviations, so that outliers
 * do not set the scale.
 *
 * @param floor added to both standard deviations before dividing, as published code does
 */
function halfUnitBins(column: Column, floor: number): Uint8Array {
  const outer = column.map((value) => value / (1 + floor));
  const inner = outer.filter((t) => Math.abs(t) < LARGEST_DEVIATION);
  const { mean, sd } = meanAndSd(inner);
  // If all rows except outliers are equal, there is no scale.
  const unit = sd > 0 ? sd + floor : 1;
  return Uint8Array.from(outer, (t) => binOf((t - mean) / unit));
}

/** The values of the effect at each level of the cause that enough rows share, in the order of the levels. */
function crowdedLevels(levels: ArrayLike<number>, effect: Column): Column[] {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < effect.length; i++) {
    const group = groups.get(levels[i]);
    if (group) group.push(effect[i]);
    else groups.set(levels[i], [effect[i]]);
  }
  return [...groups]
    .filter(([, values]) => values.length > SMALLEST_CROWD)
    .sort(([a], [b]) => a - b)
    .map(([, values]) => Float64Array.from(values));
}

/** Marks a cost as no evidence if it was computed from fewer than two conditional distributions. */
function levelEvidence(found: number): Pick<DirectionCost, "noEvidence"> {
  return found >= 2 ? {} : { noEvidence: tooFewLevels };
}

function tooFewLevels(cause: string): Finding {
  return {
    code: "too-few-levels",
    severity: "fail",
    column: cause,
    sentence: `Fewer than two levels of "${cause}" have more than ${SMALLEST_CROWD} rows: there are no conditional distributions to compare.`,
    advice: "",
  };
}
