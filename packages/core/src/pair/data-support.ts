import type { Column } from "../primitives/columns.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import type { Rng } from "../primitives/random.js";
import { tieStep } from "../statistics/ranks.js";
import { drawRows, takeRows } from "./resample.js";

/** Whether there are data near a point: one number for each column, standardized. */
export type DataSupport = (...point: number[]) => boolean;

/** Rows behind the answer: few enough to ask at every step of a curve. */
const MOST_ROWS = 2000;
/** Distances are those to the tenth nearest row, or nearer in few rows: the nearest says little, far ones blur edges. */
const MOST_NEIGHBORS = 10;
const FEWEST_NEIGHBORS = 3;
const NEIGHBOR_SHARE = 0.1;
/** Of simulated pairs, all but one in a hundred rows are at most so many times as far from others as their neighbor is. */
const FARTHER = 1.5;
/** Rows farther from others than this share of all are outliers, which have no surroundings of their own. */
const IN_COMPANY = 0.95;

/**
 * Where columns have data together: points within the ranges of all columns whose tenth nearest row is hardly farther
 * than it is for the row nearest to them.
 *
 * What is near depends on where: among dense rows little, in a thin tail more. Extrapolation is refused nowhere, but it
 * is reported.
 * @param columns standardized, of equal length     @cost 2,000² distances, then 2,000 a point
 */
export function dataSupport(columns: readonly Column[], rng: Rng): DataSupport {
  const all = columns[0].length;
  const rows = all > MOST_ROWS ? drawRows(all, MOST_ROWS, rng) : undefined;
  const drawn = rows ? columns.map((column) => takeRows(column, rows)) : columns;
  const n = drawn[0].length;
  const count = Math.min(MOST_NEIGHBORS, Math.max(FEWEST_NEIGHBORS, Math.floor(NEIGHBOR_SHARE * n)));
  const nearest = new Float64Array(count);
  /** Distance to the tenth nearest row but `except`, and which row is nearest. */
  const look = (point: ArrayLike<number>, except: number): { distance: number; row: number } => {
    nearest.fill(Infinity);
    let row = -1;
    for (let i = 0; i < n; i++) {
      if (i === except) continue;
      let square = 0;
      for (let k = 0; k < drawn.length; k++) square += (drawn[k][i] - point[k]) * (drawn[k][i] - point[k]);
      if (square < nearest[0]) row = i;
      if (!(square < nearest[count - 1])) continue;
      let place = count - 1;
      for (; place > 0 && nearest[place - 1] > square; place--) nearest[place] = nearest[place - 1];
      nearest[place] = square;
    }
    return { distance: Math.sqrt(nearest[count - 1]), row };
  };
  const at = new Float64Array(drawn.length);
  const own = Float64Array.from({ length: n }, (_, i) => {
    for (let k = 0; k < drawn.length; k++) at[k] = drawn[k][i];
    return look(at, i).distance;
  });
  const ascending = sorted(own);
  const inOrder = columns.map(sorted);
  // Rows on top of each other, of rounded columns too, would have no surroundings at all, outliers wide ones.
  const least = Math.max(quantileOfSorted(ascending, 0.5), ...inOrder.map(tieStep));
  const most = Math.max(least, quantileOfSorted(ascending, IN_COMPANY));
  return (...point) => {
    if (!inOrder.every((column, k) => point[k] >= column[0] && point[k] <= column[all - 1])) return false;
    const { distance, row } = look(point, -1);
    return row >= 0 && distance <= FARTHER * Math.min(Math.max(own[row], least), most);
  };
}
