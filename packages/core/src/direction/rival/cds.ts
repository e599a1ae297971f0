import type { Column } from "../../numeric/column.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";
import type { DirectionCost } from "../cost-method.js";
import { BIN_COUNT, binOf, crowdedLevels, halfUnitBins, levelEvidence } from "./half-unit-bins.js";

/**
 * How much the conditional distributions of the effect, moved to a common place, differ between levels of the cause:
 * conditional distribution similarity.
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
 * For an effect of few values, which have no mean to go by: shares of the values, each level's shifted to where it
 * correlates best with all rows, the first such place if there are several.
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
    // Counts, not shares: whole numbers tie exactly.
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
