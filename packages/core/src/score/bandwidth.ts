import { constantColumn } from "../errors/constant-column.js";
import { InputError } from "../errors/input-error.js";
import type { Column } from "../numeric/column.js";
import { power } from "../numeric/elementary.js";
import { plainRoutines } from "../numeric/plain-routines.js";
import { robustSpread } from "../numeric/robust-spread.js";
import type { Routines } from "../numeric/routines.js";

/**
 * Median of the non-zero distances between two values of a column; of an even count the mean of the middle two.
 *
 * Zero distances are left out: where one value fills most of a column their median would be 0.
 * @paper sec:experiments ("bandwidth selected by the median heuristic")
 * @cost O(n log n) time, O(n) memory
 * @throws InputError `constant-column`, `extreme-range`
 */
export function medianDistance(column: Column, routines: Routines = plainRoutines): number {
  const median = routines.medianOfDistances(column);
  if (Number.isNaN(median)) throw constantColumn("score estimate", column.length);
  return resolved(median);
}

/** Standardized values carry rounding errors of about 10⁻¹⁶ times the largest: structure below this is not data. */
const SMALLEST_BANDWIDTH = 1e-12;

/** @throws InputError `extreme-range` for a bandwidth below what a standardized column can resolve */
function resolved(bandwidth: number): number {
  if (bandwidth >= SMALLEST_BANDWIDTH) return bandwidth;
  throw new InputError({
    code: "extreme-range",
    place: "score estimate",
    value: `most values lie within ${bandwidth.toPrecision(2)} standard deviations of each other`,
    expected: `a spread of at least ${SMALLEST_BANDWIDTH} among ordinary rows`,
    remedy: "A few extreme rows dwarf all others: remove them, or take logarithms.",
  });
}

const SILVERMAN_FACTOR = 1.06;

/**
 * Silverman's rule for each column of a d-column sample: 1.06 A n^(−1/5) for d = 1, 1.06 A (n(d + 2)/4)^(−1/(d+4))
 * beyond, with A = min(sd, IQR/1.34); A = sd where more than half the rows share one value and the IQR is 0.
 *
 * @paper appx:experiment (score estimation: "standard Silverman rule of thumb")
 */
export function silvermanBandwidths(columns: readonly Column[]): Float64Array {
  const d = columns.length;
  const n = columns[0].length;
  const rate = d === 1 ? power(n, -1 / 5) : power((n * (d + 2)) / 4, -1 / (d + 4));
  return Float64Array.from(columns, (column) => resolved(SILVERMAN_FACTOR * spreadOf(column) * rate));
}

function spreadOf(column: Column): number {
  if (column.every((value) => value === column[0])) throw constantColumn("score estimate", column.length);
  return robustSpread(column).spread;
}
