import { subsample } from "../data/resample.js";
import type { StandardPair } from "../data/standardize.js";
import type { Column } from "../numeric/column.js";
import { exp } from "../numeric/elementary.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";
import type { Rng } from "../numeric/rng.js";
import { silvermanBandwidths } from "../score/bandwidth.js";

/** Whether there are data near points of the plane, standardized. */
export type DataSupport = (x: number, y: number) => boolean;

/** Rows behind the estimate: enough for its level, few enough to ask at every step of a curve. */
const MOST_ROWS = 2000;
/** Points of lower density than this share of the rows themselves have hardly any data around them. */
const SPARSE_SHARE = 0.01;

/**
 * Where a pair has data: the region in which a Gaussian kernel density exceeds what all but one in a hundred rows have,
 * each without its own kernel.
 *
 * Extrapolation is not refused anywhere, but it must be told.
 * @cost 2,000² kernels, then 2,000 a point
 */
export function dataSupport(pair: StandardPair, rng: Rng): DataSupport {
  const { x, y } = subsample(pair, MOST_ROWS, rng);
  const [widthX, widthY] = silvermanBandwidths([x, y]);
  const sum = (atX: number, atY: number): number => {
    let total = 0;
    for (let i = 0; i < x.length; i++) {
      const [u, v] = [(x[i] - atX) / widthX, (y[i] - atY) / widthY];
      total += exp(-0.5 * (u * u + v * v));
    }
    return total;
  };
  const own: Column = x.map((value, i) => sum(value, y[i]) - 1);
  const sparse = quantileOfSorted(sorted(own), SPARSE_SHARE);
  return (atX, atY) => sum(atX, atY) > sparse;
}
