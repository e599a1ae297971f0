import type { Column } from "../../numeric/column.js";
import { log } from "../../numeric/elementary.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";
import type { DirectionCost } from "../cost-method.js";
import { BIN_COUNT, binOf, crowdedLevels, halfUnitBins, levelEvidence } from "./half-unit-bins.js";

/** How far a conditional histogram is from the mean of all: Kullback–Leibler, Kolmogorov, Hellinger, χ², total variation. */
export type Divergence = "ckl" | "ckm" | "chd" | "ccs" | "ctv";

/** Added to spreads and shares before dividing by them, as in published code. */
const FLOOR = 1e-8;
/** Divergences closer than a billionth of this differ by rounding. */
const ROUNDED_TERMS = 1e-3;

const DIVERGENCES: Readonly<Record<Divergence, (p: Float64Array, m: Float64Array) => number>> = {
  ckl: (p, m) => sum(p, (share, b) => share * log((share + FLOOR) / (m[b] + FLOOR))),
  ckm(p, m) {
    let [gap, largest] = [0, 0];
    for (let b = 0; b < p.length; b++) {
      gap += p[b] - m[b];
      largest = Math.max(largest, Math.abs(gap));
    }
    return largest;
  },
  chd: (p, m) => Math.sqrt(sum(p, (share, b) => square(Math.sqrt(share) - Math.sqrt(m[b])))),
  ccs: (p, m) => sum(p, (share, b) => square(share - m[b]) / (m[b] + FLOOR)),
  ctv: (p, m) => 0.5 * sum(p, (share, b) => Math.abs(share - m[b])),
};

/**
 * How much the shapes of the effect's conditional distributions differ between levels of the cause, location and scale
 * removed: conditional divergence-based causal inference.
 *
 * The mean divergence between each level's histogram, of the effect standardized within the level, and the mean of
 * these histograms. 0, and no verdict, with fewer than two levels of more than 12 rows.
 * @reference Duong & Nguyen 2022     @cost O(n)
 */
export function cdciCost(cause: Column, effect: Column, divergence: Divergence): DirectionCost {
  const histograms = crowdedLevels(halfUnitBins(cause, FLOOR), effect).map(shapeHistogram);
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
  for (const value of values) shares[binOf((value - mean) / (sd + FLOOR))] += 1 / values.length;
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
