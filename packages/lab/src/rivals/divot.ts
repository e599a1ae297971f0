import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { quantileOfSorted } from "@causal-velocity/core/primitives/quantiles.js";
import { sortedColumn } from "@causal-velocity/core/statistics/sorted-column.js";

/** Windows with fewer rows than this share of the usual number are left out: there are ties beside them. */
const SMALLEST_SHARE = 0.5;
/** Added to a variance in units of the effect's, far below any noise: two exact functions are a tie. */
const VARIANCE_FLOOR = 1e-12;

/**
 * How much the optimal transport from noise to the effect is not a mere shift that depends on the cause: DIVOT.
 *
 * Along the cause there are √n windows of about √n rows. Transport in one dimension matches sorted noise to the sorted
 * effect of a window, so its velocity varies there by the mean square of the differences of their quantiles. The noise
 * for which this is least on average over windows has the mean of their quantiles. The cost is this least value as a
 * share of the variance within windows, from 0 to 1. A straight line is taken out of each window first. No verdict if
 * fewer than two windows hold enough rows of their own.
 * @reference Tu et al. 2022     @cost O(n log n)
 */
export function divotCost(cause: Column, effect: Column, compute: ComputeOptions = {}): DirectionCost {
  const count = Math.floor(Math.sqrt(cause.length));
  const usual = Math.round(cause.length / count);
  const windows = windowsAlong(cause, count, compute).filter((rows) => rows.length >= SMALLEST_SHARE * usual);
  // A single value between two windows fills both.
  if (new Set(windows.map(([row]) => row)).size < 2) return { cost: 0, noEvidence: tooFewWindows };
  const noise = windows.map((rows) => aroundLine(rows, cause, effect).sort());
  const used = windows.reduce((sum, rows) => sum + rows.length, 0);
  let [within, changing] = [0, 0];
  for (let k = 0; k < usual; k++) {
    const quantiles = noise.map((ascending) => quantileOfSorted(ascending, k / (usual - 1)));
    const common = quantiles.reduce((sum, value, w) => sum + (windows[w].length / used) * value, 0);
    quantiles.forEach((value, w) => {
      const weight = windows[w].length / used / usual;
      within += weight * value * value;
      changing += weight * (value - common) * (value - common);
    });
  }
  return { cost: changing / (within + VARIANCE_FLOOR), scale: 1 };
}

/**
 * Rows in windows of equally many ranks of the cause. Rows with one value have one rank, the mean of theirs, and share
 * their windows; a rank between two windows is in both.
 */
function windowsAlong(cause: Column, count: number, compute: ComputeOptions): number[][] {
  const { order, starts, distinct } = sortedColumn(cause, compute);
  const windows = Array.from({ length: count }, (): number[] => []);
  for (let k = 0; k < distinct; k++) {
    // Whole numbers, so that a mirrored cause has the same windows: twice the mean rank, in units of n / count.
    const place = (starts[k] + starts[k + 1]) * count;
    const window = Math.floor(place / (2 * cause.length));
    const isBetween = place % (2 * cause.length) === 0;
    for (const row of order.subarray(starts[k], starts[k + 1])) {
      windows[window].push(row);
      if (isBetween) windows[window - 1].push(row);
    }
  }
  return windows;
}

/** The effect of some rows around its least-squares line in the cause. */
function aroundLine(rows: readonly number[], cause: Column, effect: Column): Float64Array {
  const meanOf = (column: Column) => rows.reduce((sum, i) => sum + column[i], 0) / rows.length;
  const [x, y] = [meanOf(cause), meanOf(effect)];
  let [square, product] = [0, 0];
  for (const i of rows) {
    square += (cause[i] - x) * (cause[i] - x);
    product += (cause[i] - x) * (effect[i] - y);
  }
  const slope = square > 0 ? product / square : 0;
  return Float64Array.from(rows, (i) => effect[i] - y - slope * (cause[i] - x));
}

function tooFewWindows(cause: string): Finding {
  return {
    code: "too-few-levels",
    severity: "fail",
    column: cause,
    sentence: `Nearly all rows share one value of "${cause}": there are no conditional distributions to compare.`,
    advice: "",
  };
}
