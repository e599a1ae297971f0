import { subsample } from "../data/resample.js";
import type { StandardPair } from "../data/standardize.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";
import type { Rng } from "../numeric/rng.js";

/** Whether there are data near points of the plane, standardized. */
export type DataSupport = (x: number, y: number) => boolean;

/** Rows behind the answer: few enough to ask at every step of a curve. */
const MOST_ROWS = 2000;
/** Distances are those to the tenth nearest row: the nearest alone says little, far ones blur edges. */
const NEIGHBORS = 10;
/** Of simulated pairs, all but one in a hundred rows are at most so many times as far from others as their neighbor is. */
const FARTHER = 1.5;
/** Rows farther from others than this share of all are outliers, which have no surroundings of their own. */
const IN_COMPANY = 0.95;

/**
 * Where a pair has data: points whose tenth nearest row is hardly farther than it is for the row nearest to them.
 *
 * What is near depends on where: among dense rows little, in a thin tail more. Extrapolation is refused nowhere, but it
 * must be told.
 * @cost 2,000² distances, then 2,000 a point
 */
export function dataSupport(pair: StandardPair, rng: Rng): DataSupport {
  const { x, y } = subsample(pair, MOST_ROWS, rng);
  const nearest = new Float64Array(NEIGHBORS);
  /** Distance to the tenth nearest row but `except`, and which row is nearest. */
  const look = (atX: number, atY: number, except: number): { distance: number; row: number } => {
    nearest.fill(Infinity);
    let row = -1;
    for (let i = 0; i < x.length; i++) {
      if (i === except) continue;
      const [dx, dy] = [x[i] - atX, y[i] - atY];
      const square = dx * dx + dy * dy;
      if (square < nearest[0]) row = i;
      if (!(square < nearest[NEIGHBORS - 1])) continue;
      let place = NEIGHBORS - 1;
      for (; place > 0 && nearest[place - 1] > square; place--) nearest[place] = nearest[place - 1];
      nearest[place] = square;
    }
    return { distance: Math.sqrt(nearest[NEIGHBORS - 1]), row };
  };
  const own = x.map((value, i) => look(value, y[i], i).distance);
  const ascending = sorted(own);
  // Rows on top of each other would have no surroundings at all, outliers wide ones.
  const [least, most] = [quantileOfSorted(ascending, 0.5), quantileOfSorted(ascending, IN_COMPANY)];
  return (atX, atY) => {
    const { distance, row } = look(atX, atY, -1);
    return row >= 0 && distance <= FARTHER * Math.min(Math.max(own[row], least), most);
  };
}
