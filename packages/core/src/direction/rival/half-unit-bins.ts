import type { Warning } from "../../data/warning.js";
import type { Column } from "../../numeric/column.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";
import type { DirectionCost } from "../cost-method.js";

/** Bins are half a standard deviation wide, and everything beyond three falls into the last. */
const BINS_PER_UNIT = 2;
const LARGEST_DEVIATION = 3;
const LAST_BIN = BINS_PER_UNIT * LARGEST_DEVIATION;

/** Bins of a discretized column, −6 … 6. */
export const BIN_COUNT = 2 * LAST_BIN + 1;

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
export function halfUnitBins(column: Column, floor: number): Uint8Array {
  const outer = column.map((value) => value / (1 + floor));
  const inner = outer.filter((t) => Math.abs(t) < LARGEST_DEVIATION);
  const { mean, sd } = meanAndSd(inner);
  // Where all rows but outliers are equal there is nothing to scale by.
  const unit = sd > 0 ? sd + floor : 1;
  return Uint8Array.from(outer, (t) => binOf((t - mean) / unit));
}

/** The values of the effect at each level of the cause that enough rows share, in the order of the levels. */
export function crowdedLevels(levels: ArrayLike<number>, effect: Column): Column[] {
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

/** Of conditional distributions there must be two to differ: what to add to a cost that was made of so many. */
export function levelEvidence(found: number): Pick<DirectionCost, "noEvidence"> {
  return found >= 2 ? {} : { noEvidence: tooFewLevels };
}

function tooFewLevels(cause: string): Warning {
  return {
    code: "too-few-levels",
    message: `fewer than two levels of "${cause}" have more than ${SMALLEST_CROWD} rows: no conditional distributions to compare.`,
  };
}
