import { subsample } from "../pair/resample.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import type { Rng } from "../primitives/random.js";
import { tieStep } from "../statistics/ranks.js";

/** Whether there are data near points of the plane, standardized. */
export type DataSupport = (x: number, y: number) => boolean;

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
 * Where a pair has data: points within the ranges of both columns whose tenth nearest row is hardly farther than it is
 * for the row nearest to them.
 *
 * What is near depends on where: among dense rows little, in a thin tail more. Extrapolation is refused nowhere, but it
 * is reported.
 * @cost 2,000² distances, then 2,000 a point
 */
export function dataSupport(pair: StandardPair, rng: Rng): DataSupport {
  const { x, y } = subsample(pair, MOST_ROWS, rng);
  const count = Math.min(MOST_NEIGHBORS, Math.max(FEWEST_NEIGHBORS, Math.floor(NEIGHBOR_SHARE * x.length)));
  const nearest = new Float64Array(count);
  /** Distance to the tenth nearest row but `except`, and which row is nearest. */
  const look = (atX: number, atY: number, except: number): { distance: number; row: number } => {
    nearest.fill(Infinity);
    let row = -1;
    for (let i = 0; i < x.length; i++) {
      if (i === except) continue;
      const [dx, dy] = [x[i] - atX, y[i] - atY];
      const square = dx * dx + dy * dy;
      if (square < nearest[0]) row = i;
      if (!(square < nearest[count - 1])) continue;
      let place = count - 1;
      for (; place > 0 && nearest[place - 1] > square; place--) nearest[place] = nearest[place - 1];
      nearest[place] = square;
    }
    return { distance: Math.sqrt(nearest[count - 1]), row };
  };
  const own = x.map((value, i) => look(value, y[i], i).distance);
  const ascending = sorted(own);
  const [columnX, columnY] = [sorted(pair.x), sorted(pair.y)];
  // Rows on top of each other, of rounded columns too, would have no surroundings at all, outliers wide ones.
  const least = Math.max(quantileOfSorted(ascending, 0.5), tieStep(columnX), tieStep(columnY));
  const most = Math.max(least, quantileOfSorted(ascending, IN_COMPANY));
  const isWithin = (column: Column, value: number): boolean => value >= column[0] && value <= column[column.length - 1];
  return (atX, atY) => {
    if (!isWithin(columnX, atX) || !isWithin(columnY, atY)) return false;
    const { distance, row } = look(atX, atY, -1);
    return row >= 0 && distance <= FARTHER * Math.min(Math.max(own[row], least), most);
  };
}
