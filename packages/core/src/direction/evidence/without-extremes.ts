import { takeRows } from "../../data/resample.js";
import { MINIMUM_ROWS, type StandardPair, standardize } from "../../data/standardize.js";

/** A row with more than this share of a column's variance sets the units of everything. */
const DECISIVE_SHARE = 0.5;
/** Where there is such a row, those with more than this share go. */
const EXTREME_SHARE = 0.05;
/** Passes after which what is left is taken as it is. */
const MOST_PASSES = 8;

/**
 * The pair without its extreme rows, where one row has most of a column's variance; nothing where none has.
 *
 * A slip of the decimal point in one row shrinks all others to a dot once the column is standardized. Whoever decides
 * such a pair should see whether the others say the same.
 * @cost O(n)
 */
export function withoutExtremes(pair: StandardPair): StandardPair | undefined {
  let [kept, isDecided] = [pair, true];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const n = kept.x.length;
    const shares = kept.x.map((value, i) => Math.max(value * value, kept.y[i] * kept.y[i]) / n);
    if (shares.every((share) => share <= DECISIVE_SHARE)) break;
    const rows = Uint32Array.from(shares.keys()).filter((i) => shares[i] <= EXTREME_SHARE);
    if (rows.length < MINIMUM_ROWS) break;
    kept = standardize({ ...kept, x: takeRows(kept.x, rows), y: takeRows(kept.y, rows) });
    isDecided = false;
  }
  return isDecided ? undefined : kept;
}
